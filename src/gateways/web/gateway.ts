import { join } from 'node:path';
import type { Protocol } from '../gateway.ts';
import { api } from './api.ts';
import { loadDraw } from './drawing.ts';
import { VIA } from './people.ts';
import { webGateway } from './server.ts';

export const web: Protocol = {
  name: VIA,
  title: 'Browser',
  api,
  open: (parts) =>
    webGateway({
      ...parts,
      site: join(import.meta.dirname, '../../../dist/web'),
      draw: loadDraw(join(import.meta.dirname, '../../../dist/draw')),
      scale: parts.config.timeScale,
      // Never into a log that machines keep.
      ...(parts.config.pretty && {
        announceHost: (token) =>
          void process.stdout.write(`crossplay: the host's token for /admin, shown only now: ${token}\n`),
      }),
    }),
};
