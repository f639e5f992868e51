/** Comes before a server that is measured: when told to, it throws away what is garbage, so that what is left is what it keeps. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: { type: string; flavor: string }) => void;
  // The last resort gives back what was room for garbage, too.
  process.on('SIGUSR2', () => collect({ type: 'major', flavor: 'last-resort' }));
}
