import type { Protocol } from './gateway.ts';
import * as folders from './index.ts';

export const protocols: readonly Protocol[] = Object.values<Protocol>(folders);
