// A program that plays the first legal move, or misbehaves as its argument says.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [how, file] = process.argv.slice(2);
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

if (how === 'mute') setInterval(() => {}, 1000);

createInterface(process.stdin).on('line', (line) => {
  const said = JSON.parse(line);
  if (file) appendFileSync(file, `${line}\n`);
  if (said.type === 'end' && how === 'once') process.exit(0);
  if (said.type !== 'turn') return;
  switch (how) {
    case 'mute':
      return;
    case 'falls-silent':
      return said.number < 2 ? say({ move: said.legal[0] }) : undefined;
    case 'crash':
      throw new Error('deliberately broken');
    case 'exit':
      return process.exit(7);
    case 'nonsense':
      return void process.stdout.write('hello\n');
    case 'no-answer':
      return say({ think: 'hard' });
    case 'illegal':
      return say({ move: { column: 99 } });
    case 'twice':
      return void process.stdout.write(`${JSON.stringify({ move: said.legal[0] })}\n`.repeat(2));
    case 'text':
      return say({ text: '3' });
    case 'child':
      // A child that keeps the pipes open and would live on.
      import('node:child_process').then(({ spawn }) => {
        spawn('sleep', ['1000'], { stdio: 'inherit' });
        process.exit(0);
      });
      return;
    default:
      return say({ move: said.legal[0] });
  }
});
