// A chess engine over UCI or a go engine over GTP that does as little as it can, or misbehaves as its argument says.
import { createInterface } from 'node:readline';

const how = process.argv[2];
const say = (line) => process.stdout.write(`${line}\n`);

createInterface(process.stdin).on('line', (line) => {
  const [command] = line.split(' ');
  if (command === 'quit') process.exit(0);
  if (how.startsWith('uci')) {
    if (command === 'uci') say(how === 'uci-nonsense' ? 'hello' : 'id name little\nuciok');
    if (command === 'isready') say('readyok');
    if (command !== 'go') return;
    if (how === 'uci-mute') return;
    if (how === 'uci-crash') process.exit(9);
    say(`info depth 1\nbestmove ${how === 'uci-illegal' ? 'e2e5' : '(none)'}`);
  } else {
    if (command !== 'genmove') return say('= \n');
    if (how === 'gtp-crash') process.exit(9);
    if (how === 'gtp-error') return say('? cannot\n');
    if (how === 'gtp-illegal') return say('= A99\n');
    if (how === 'gtp-resign') return say('= resign\n');
    say('= pass\n');
  }
});
