import { Type } from 'typebox';
import type { GatewayParts } from '../../gateway.ts';
import type { Calls } from '../../held/calls.ts';

export type ToolParts = Pick<
  GatewayParts,
  'arena' | 'accounts' | 'competitions' | 'figures' | 'inWords' | 'house' | 'clock' | 'seen'
> & {
  calls: Calls;
  /** The games' own pages. */
  pages: string[];
};

/** What every tool takes that needs to know who calls. */
export const KEY = {
  key: Type.Optional(Type.String({ description: 'Your API key, if neither the connection nor the session has it.' })),
};
