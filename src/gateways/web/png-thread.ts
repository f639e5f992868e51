import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { giveWay } from '../../core/give-way.ts';
import type { Drawn, ToDraw } from './png.ts';

giveWay(setPriority);
const ready = initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));

parentPort!.on('message', async ({ id, svg }: ToDraw) => {
  parentPort!.postMessage(await draw(id, svg));
});

async function draw(id: number, svg: string): Promise<Drawn> {
  try {
    await ready;
    const resvg = new Resvg(svg, { font: { loadSystemFonts: false } });
    const image = resvg.render();
    const png = image.asPng();
    image.free();
    resvg.free();
    return { id, png };
  } catch (error) {
    return { id, error: String(error) };
  }
}
