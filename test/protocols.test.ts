import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Protocol } from '../src/gateways/gateway.ts';
import { protocols } from '../src/gateways/protocols.ts';

const GATEWAYS = new URL('../src/gateways/', import.meta.url);
const isThere = (folder: string, file: string): boolean => existsSync(new URL(`${folder}/${file}`, GATEWAYS));
const folders = readdirSync(GATEWAYS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && isThere(entry.name, 'gateway.ts'))
  .map(({ name }) => name);

/** What a protocol still needs before anybody can come in by it, a sentence each. */
async function lacksOf(folder: string): Promise<string[]> {
  const exported = await import(/* @vite-ignore */ new URL(`${folder}/gateway.ts`, GATEWAYS).href);
  const own = Object.values<Protocol>(exported).filter((value) => typeof value === 'object' && 'open' in value);
  if (own.length === 0) return [`src/gateways/${folder}/gateway.ts exports no protocol.`];
  const lacks: string[] = [];
  for (const protocol of own) {
    const { name, entrance } = protocol;
    if (!protocols.includes(protocol)) lacks.push(`src/gateways/index.ts has no line for ${name}.`);
    if (!entrance) continue;
    if (!isThere(folder, 'SPEC.md')) lacks.push(`${name} has no SPEC.md with its rules as we keep them, numbered.`);
    if (!entrance.guide) lacks.push(`${name} has no guide for authors: \`guide\` of the entrance in its gateway.ts.`);
  }
  return lacks;
}

test.each(folders)('the protocol in %s has all that a protocol needs', async (folder) => {
  expect(await lacksOf(folder)).toEqual([]);
});
