import { Arena } from '../src/index.ts';

const [url = 'http://localhost:3000', key = ''] = process.argv.slice(2);

/** Takes the middle, then corners, then whatever is free. */
const finished = await new Arena(url, key).play(
  'ttt',
  ({ legal }) => ['4', '0', '2', '6', '8', ...legal].find((cell) => legal.includes(cell))!,
);
console.log(finished.result);
