import { stones } from '../shared/sketch.ts';
import type { GomokuView } from './rules.ts';

export const sketch = ({ board }: GomokuView): string => stones(board, undefined);
