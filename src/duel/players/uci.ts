import { DEFAULT_POSITION } from 'chess.js';
import type { Children } from './children.ts';
import { Conversation } from './conversation.ts';
import { Faulty, type Player, type Question } from './player.ts';

/** Options that limit the search; all others are the engine's own. */
const LIMITS = ['nodes', 'depth', 'movetime'];
/** What an engine may search where neither a clock nor an option limits it. */
const NODES_WITHOUT_CLOCK = 10_000;

/** A chess engine that speaks the Universal Chess Interface. */
export function uciPlayer(command: string, options: [string, string][], children: Children): Player {
  const limits = options.filter(([name]) => LIMITS.includes(name)).map(([name, value]) => `${name} ${value}`);
  let talk: Conversation | undefined;
  let position = '';
  let go: (question: Question) => string;

  const ready = async (): Promise<void> => {
    talk!.say('isready');
    await talk!.hearUntil(/^readyok/);
  };
  const start = async (): Promise<void> => {
    talk = new Conversation(command, children);
    talk.say('uci');
    await talk.hearUntil(/^uciok/);
    for (const [name, value] of options) {
      if (!LIMITS.includes(name)) talk.say(`setoption name ${name} value ${value}`);
    }
  };

  return {
    fresh: false,
    async begin({ options: rules, clock }) {
      if (!talk?.alive) await start();
      talk!.say('ucinewgame');
      await ready();
      const { fen = DEFAULT_POSITION } = rules as { fen?: string };
      position = fen === DEFAULT_POSITION ? 'startpos' : `fen ${fen}`;
      go = ({ seat, left }) => {
        const ms = (of: number): number => Math.max(1, Math.round(left(of)));
        if (limits.length) return `go ${limits.join(' ')}`;
        if (clock.kind === 'fixed') return `go nodes ${NODES_WITHOUT_CLOCK}`;
        if (clock.kind === 'each') return `go movetime ${Math.max(1, Math.round(0.9 * left(seat)))}`;
        return `go wtime ${ms(0)} btime ${ms(1)} winc ${clock.increment} binc ${clock.increment}`;
      };
    },
    async answer(question) {
      const moves = question.played().map(({ move }) => (move as { uci: string }).uci);
      talk!.forget();
      talk!.say(`position ${position}${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
      talk!.say(go(question));
      const [, uci] = await talk!.hearUntil(/^bestmove (\S+)/);
      if (!/^[a-h][1-8][a-h][1-8][qrbn]?$/.test(uci!)) throw new Faulty('illegal', `It answered "bestmove ${uci}".`);
      return { move: { uci } };
    },
    end() {},
    drop() {
      talk?.drop();
      talk = undefined;
    },
    lastWords: () => talk?.lastWords ?? [],
    async close() {
      talk?.say('quit');
      await talk?.close();
    },
  };
}
