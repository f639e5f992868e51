import { strategies } from './league/strategies.ts';

/** What `crossplay league` can do, one line each. */
export const LEAGUE_USAGE = {
  open: 'open ID [--players 4] [--game even_odd] [--key TOKEN] [--url URL]',
  start: 'start ID [--url URL]',
  player: `player [--name NAME] [--strategy ${Object.keys(strategies).join('|')}] [--league ID] [--game even_odd] [--key API_KEY] [--host 127.0.0.1] [--port 0] [--url URL]`,
  referee: 'referee [--name NAME] [--league ID] [--matches 2] [--host 127.0.0.1] [--port 0] [--url URL]',
  demo: 'demo [--players 4]',
} as const;
