import type { SeatMove } from '../../core/game.ts';
import type { ClockRule } from '../clock.ts';
import type { Children } from './children.ts';
import { Conversation } from './conversation.ts';
import { Faulty, type Player } from './player.ts';

type GoMove = { point: string } | { pass: true };

const colorOf = (seat: number): string => (seat === 0 ? 'black' : 'white');
const vertexOf = (move: GoMove): string => ('pass' in move ? 'pass' : move.point);
const seconds = (ms: number): number => Math.max(1, Math.floor(ms / 1000));

/** A go engine that speaks the Go Text Protocol. It keeps a board of its own, so it is told every move once. */
export function gtpPlayer(command: string, children: Children): Player {
  let talk: Conversation | undefined;
  let told = 0;
  let clock: ClockRule;

  const ask = async (text: string): Promise<string> => {
    talk!.say(text);
    const [, sign, answer] = await talk!.hearUntil(/^([=?])\s*(.*)$/);
    if (sign === '?') throw new Faulty('crash', `It refused "${text}": ${answer}`);
    return answer!.trim();
  };
  const tell = async (played: SeatMove[]): Promise<void> => {
    for (const { seat, move } of played.slice(told)) {
      await ask(`play ${colorOf(seat)} ${vertexOf(move as GoMove)}`);
      told++;
    }
  };

  return {
    fresh: false,
    async begin(beginning) {
      if (!talk?.alive) talk = new Conversation(command, children);
      ({ clock } = beginning);
      const { size = 9 } = beginning.options as { size?: number };
      talk.forget();
      told = 0;
      await ask(`boardsize ${size}`);
      await ask('clear_board');
      if (clock.kind === 'bank') await ask(`time_settings ${seconds(clock.ms)} ${seconds(clock.increment)} 1`);
      if (clock.kind === 'each') await ask(`time_settings 0 ${seconds(clock.ms)} 1`);
    },
    async answer({ seat, left, played, view }) {
      if (told === 0) await ask(`komi ${(view as { komi: number }).komi}`);
      await tell(played());
      if (clock.kind === 'bank') await ask(`time_left ${colorOf(seat)} ${seconds(left(seat))} 0`);
      const vertex = (await ask(`genmove ${colorOf(seat)}`)).toUpperCase();
      if (vertex === 'RESIGN') return { resign: true };
      told++;
      return { text: vertex };
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
