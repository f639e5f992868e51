import type { Children } from './children.ts';
import { Conversation } from './conversation.ts';
import { type Answer, Faulty, type Player } from './player.ts';

const MOST_SHOWN = 200;
/** More lines than this at once are no answer but a flood. */
const FLOOD_LINES = 5;

/** A program that reads one JSON line and writes one: `start`, `turn`, `end` go in, an answer to each `turn` comes out. */
export function programPlayer(command: string, children: Children): Player {
  let talk: Conversation | undefined;
  let startLine = '';
  let fresh = true;
  /** Has it answered in this game, or was it started for it? */
  let known = false;
  let asked = 0;
  let answered = 0;

  const start = (): void => {
    talk = new Conversation(command, children);
    fresh = known = true;
    asked = answered = 0;
    talk.say(startLine);
  };
  const ask = async (line: string): Promise<string> => {
    talk!.say(line);
    const mine = ++asked;
    let answer = await talk!.hear();
    // It may still owe an answer to a question for which the clock has played.
    while (++answered < mine) answer = await talk!.hear();
    return answer;
  };

  return {
    get fresh() {
      return fresh;
    },
    begin({ game, seat, players, options }) {
      startLine = JSON.stringify({ type: 'start', game, seat, players, options });
      if (!talk?.alive) return start();
      known = false;
      talk.say(startLine);
    },
    async answer({ seat, turn, phase, ask: offer, view, left, legal }) {
      const question = JSON.stringify({
        type: 'turn',
        number: turn.number,
        phase: phase ?? null,
        ...(offer !== undefined && { ask: offer }),
        view,
        legal: legal() ?? null,
        secondsLeft: Math.round(left(seat)) / 1000,
      });
      if (talk!.unasked > asked - answered) throw new Faulty('crash', 'It wrote a line without being asked.');
      const line = await ask(question).catch((error) => {
        // One that ended with the last game, as it may, is started for this one.
        if (known) throw error;
        start();
        return ask(question);
      });
      if (talk!.unasked > FLOOD_LINES) throw new Faulty('crash', `It floods: ${line.slice(0, MOST_SHOWN)}`);
      const answer = readAnswer(line);
      fresh = false;
      known = true;
      return answer;
    },
    end(outcome) {
      const ranks = outcome.kind === 'over' ? outcome.ranks : null;
      talk?.say(JSON.stringify({ type: 'end', ranks, reason: outcome.reason }));
    },
    drop() {
      talk?.drop();
      talk = undefined;
    },
    lastWords: () => talk?.lastWords ?? [],
    close: async () => talk?.close(),
  };
}

function readAnswer(line: string): Answer {
  let answer: unknown;
  try {
    answer = JSON.parse(line);
  } catch {
    throw new Faulty('illegal', `It wrote what is no JSON: ${line.slice(0, MOST_SHOWN)}`);
  }
  if (answer && typeof answer === 'object') {
    if ('move' in answer) return { move: answer.move };
    if ('text' in answer && typeof answer.text === 'string') return { text: answer.text };
  }
  throw new Faulty('illegal', `It wrote neither {"move": …} nor {"text": "…"}: ${line.slice(0, MOST_SHOWN)}`);
}
