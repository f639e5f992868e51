import { gzipSync } from 'node:zlib';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const MOST_FIRST_LOAD = 150 * 1024;

/** Fails the build when the front page with every board on it weighs too much. Rules are not part of it: they come with a verification. */
function firstLoad(): Plugin {
  return {
    name: 'first-load',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const first = new Set<string>();
      const add = (name: string): void => {
        const chunk = chunks.find((one) => one.fileName === name);
        if (!chunk || first.has(name)) return;
        first.add(name);
        for (const style of chunk.viteMetadata?.importedCss ?? []) first.add(style);
        for (const needed of chunk.imports) add(needed);
      };
      for (const chunk of chunks) {
        const isBoard = chunk.facadeModuleId?.endsWith('/board.svelte') ?? false;
        const isFront = chunk.facadeModuleId?.endsWith('/front.svelte') ?? false;
        if (chunk.isEntry || isBoard || isFront) add(chunk.fileName);
      }
      let bytes = 0;
      for (const name of first) {
        const file = bundle[name];
        if (file) bytes += gzipSync(file.type === 'chunk' ? file.code : file.source).length;
      }
      console.log(`front page with every board: ${(bytes / 1024).toFixed(1)} KB gzipped of ${MOST_FIRST_LOAD / 1024}`);
      if (bytes > MOST_FIRST_LOAD) throw new Error('the first load of the front page is too heavy');
    },
  };
}

export default defineConfig({
  root: 'src/web',
  base: './',
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() }), firstLoad()],
  build: { outDir: '../../dist/web', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
