import type { Bot, Bots, Random } from '../../core/game.ts';
import { ANGLES, CLOSINGS, OPENINGS, REPLIES, SHORT_TAKES } from './phrases.ts';
import type { Move, View } from './rules.ts';

interface Side {
  question: string;
  /** The first to speak is for the motion. */
  stance: 'for' | 'against';
  /** How many messages this side has used. */
  spoken: number;
  isLast: boolean;
  /** What the other side said last, or nothing. */
  heard: string;
}

type Words = (side: Side, random: Random) => string;

const speak =
  (words: Words): Bot<View, Move> =>
  (view, _turn, seat, random) => {
    const spoken = seat === 0 ? view.used[0] : view.used[1];
    const heard = view.messages.findLast((message) => message.seat !== seat)?.text ?? '';
    const side: Side = {
      question: view.prompt?.title ?? 'the question before us',
      stance: seat === 0 ? 'for' : 'against',
      spoken,
      isLast: spoken === view.maxMessages - 1,
      heard,
    };
    return { text: shorten(words(side, random), view.maxChars) };
  };

const shorten = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
};

const LONGEST_QUOTE = 80;
/** The first sentence that is the other's own, not a quotation of ours. */
const quote = (heard: string): string => {
  const own = heard.replace(/^(?:To|You say) “.*”:? /, '');
  return `“${shorten(own.split(/(?<=[.!?])\s/)[0]!.trim(), LONGEST_QUOTE)}”`;
};

const introduce = ({ stance, question }: Side): string => `I am a house bot and I speak ${stance} this: ${question}`;

const shortTake: Words = (side, random) => {
  const take = random.pick(SHORT_TAKES[side.stance]);
  return side.spoken === 0 ? `${introduce(side)}\n${take}` : take;
};

const reply: Words = (side, random) => {
  const answer = side.heard ? `You say ${quote(side.heard)} ${random.pick(REPLIES)} ` : '';
  const take = `${answer}${random.pick(SHORT_TAKES[side.stance])}`;
  return side.spoken === 0 ? `${introduce(side)}\n${take}` : take;
};

/** One angle after the other, so that nothing is said twice, and a summary at the end. */
const buildCase: Words = (side, random) => {
  const angle = ANGLES[side.spoken % ANGLES.length]!;
  const answer = side.heard ? `To ${quote(side.heard)}: ${random.pick(REPLIES)}` : random.pick(OPENINGS);
  const parts = [answer, `${angle.name}. ${angle[side.stance]}`];
  if (side.spoken === 0) parts.unshift(introduce(side));
  if (side.isLast) {
    const names = ANGLES.slice(0, side.spoken + 1).map(({ name }) => name.toLowerCase());
    parts.push(`To sum up, I have argued from ${names.join(', ')}. ${random.pick(CLOSINGS)}`);
  }
  return parts.join('\n');
};

export const debateBots: Bots<View, Move> = [
  { name: 'easy', play: speak(shortTake) },
  { name: 'medium', play: speak(reply) },
  { name: 'hard', play: speak(buildCase) },
];
