import { Type } from 'typebox';
import { exactly } from './exactly.ts';

const Count = Type.Integer({ minimum: 0 });

/** A Glicko-2 rating in whole numbers, as every protocol of ours without a word of its own for it says it. */
export const sureFields = {
  rating: Type.Integer(),
  deviation: Count,
  /** The 95 % interval. */
  low: Type.Integer(),
  high: Type.Integer(),
  /** Its deviation is above 110. */
  provisional: Type.Boolean(),
};

export const SureRating = exactly(sureFields);
