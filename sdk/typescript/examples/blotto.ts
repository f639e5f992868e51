import { Arena } from '../src/index.ts';

const [url = 'http://localhost:3000', key = ''] = process.argv.slice(2);

/** Ten soldiers for five battlefields, strewn anew in each round. */
const finished = await new Arena(url, key).play('blotto', () => {
  const allocation = [0, 0, 0, 0, 0];
  for (let soldier = 0; soldier < 10; soldier++) allocation[Math.floor(Math.random() * 5)]!++;
  return { allocation };
});
console.log(finished.result);
