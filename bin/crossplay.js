#!/usr/bin/env node
// Plain JavaScript, because any Node can start it: on one that cannot strip types it hands over to the project's own.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  module.enableCompileCache?.();
  const { main } = await import('../src/cli/main.ts');
  await main(process.argv.slice(2));
} else {
  // In a clone it lies below, in an installed package it may lie beside.
  const places = ['../node_modules/.bin/node', '../../.bin/node'];
  const own = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (!own) {
    console.error(
      `crossplay needs Node 22.18 or newer, and this is ${process.version}. Run "npm ci" once: it brings one along.`,
    );
    process.exit(1);
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
