import type { Refusal } from '../../core/game.ts';
import { REWIND_MOVES } from './state.ts';

const REASONS = {
  over: 'The match is over.',
  'not-your-turn': 'It is not your turn.',
  'off-board': 'That is not on the board.',
  taken: 'That cell is taken.',
  'quiet-zone': "That cell is in the opponent's quiet zone.",
  'sandstorm-again': 'sandstorm cannot be used on two of your turns in a row.',
  'rewind-again': 'rewind can be used once in a match.',
  'rewind-too-early': `rewind needs ${REWIND_MOVES} moves to go back.`,
  'rewind-answered': "rewind cannot answer the opponent's rewind.",
  'target-off-board': 'The target is not on the board.',
  'not-your-stone': 'stillwater needs a stone of yours.',
  'not-their-stone': "sandstorm needs a stone of the opponent's.",
  'stone-sealed': 'That stone is sealed.',
};

export type RefusalCode = keyof typeof REASONS | 'low-energy';

export const refuse = (code: keyof typeof REASONS): Refusal<RefusalCode> => ({ code, reason: REASONS[code] });
