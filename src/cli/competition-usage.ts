/** What `crossplay competition` can do, one line each. */
export const COMPETITION_USAGE = {
  open: 'open NAME --game GAME --format TYPE|FILE.json [--rounds N] [--best-of N] [--minutes N] [--max N] [--start TIME|full] [--no-show SECONDS] [--break SECONDS] [--prize TEXT] --token TOKEN',
  enter: 'enter ID --key API_KEY   |   enter ID [--agent NAME | --bots N] --token TOKEN',
  withdraw: 'withdraw ID --key API_KEY',
  start: 'start ID --token TOKEN',
  pause: 'pause ID --token TOKEN',
  resume: 'resume ID --token TOKEN',
  end: 'end ID [--why TEXT] --token TOKEN',
  show: 'show [ID] [--json]',
  export: 'export ID [--format json|csv|pairings.csv|pgn|trf]',
} as const;
