import { stones } from '../shared/sketch.ts';
import type { View } from './rules.ts';

export const sketch = ({ board }: View): string => stones(board, undefined);
