import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const MOST_FIRST_LOAD = 150 * 1024;

const isOfPages = ({ name }: { name: string }): boolean => name === 'client';

/** Fails the build when the front page with every board on it weighs too much. Rules are not part of it: they come with a verification. */
function firstLoad(): Plugin {
  return {
    name: 'first-load',
    applyToEnvironment: isOfPages,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const first = new Set<string>();
      const add = (name: string): void => {
        const chunk = chunks.find((one) => one.fileName === name);
        if (!chunk || first.has(name)) return;
        first.add(name);
        for (const needed of chunk.imports) add(needed);
      };
      for (const chunk of chunks) {
        const isBoard = chunk.facadeModuleId?.endsWith('/board.svelte') ?? false;
        if (chunk.isEntry || isBoard) add(chunk.fileName);
      }
      let bytes = 0;
      for (const file of Object.values(bundle)) {
        if (first.has(file.fileName) || file.fileName.endsWith('.css'))
          bytes += gzipSync(file.type === 'chunk' ? file.code : file.source).length;
      }
      console.log(`front page with every board: ${(bytes / 1024).toFixed(1)} KB gzipped of ${MOST_FIRST_LOAD / 1024}`);
      if (bytes > MOST_FIRST_LOAD) throw new Error('the first load of the front page is too heavy');
    },
  };
}

/** The files of a chunk and of all that it needs at once. */
function filesOf(bundle: Rolldown.OutputBundle, name: string, known = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (known.has(name) || chunk?.type !== 'chunk') return known;
  known.add(name);
  for (const needed of chunk.imports) filesOf(bundle, needed, known);
  return known;
}

/** Writes down what each page and each game's board needs, so that the server names it in the document. */
function preloads(): Plugin {
  return {
    name: 'preloads',
    applyToEnvironment: isOfPages,
    generateBundle(_, bundle) {
      const pages: { [page: string]: string[] } = {};
      const games: { [game: string]: string[] } = {};
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const always = new Set<string>();
      for (const { isEntry, fileName } of chunks) if (isEntry) filesOf(bundle, fileName, always);
      for (const { facadeModuleId, fileName } of chunks) {
        const files = [...filesOf(bundle, fileName)].filter((file) => !always.has(file));
        const page = /\/web\/pages\/(\w+)\.svelte$/.exec(facadeModuleId ?? '')?.[1];
        if (page) pages[page] = files;
        const folder = /^(.*\/games\/[^/]+\/)(?:board\.svelte|words\.ts)$/.exec(facadeModuleId ?? '')?.[1];
        if (!folder) continue;
        for (const [, id] of readFileSync(`${folder}game.ts`, 'utf8').matchAll(/^ {2}id: '([^']+)'/gm)) {
          games[id!] = [...new Set([...(games[id!] ?? []), ...files])];
        }
      }
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify({ pages, games }) });
    },
  };
}

/** Pages are drawn by the server: what they look like comes before what they do. */
function looksFirst(): Plugin {
  return {
    name: 'looks-first',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const styles = /\n *<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? '';
        return html
          .replace(styles, '')
          .replace(/(?=\n *<script type="module")/, styles)
          .replaceAll(/(?=(?:src|href)="[^"]*\.js")/g, 'fetchpriority="low" ');
      },
    },
  };
}

/** What nearly every page needs comes in one piece: each request is a wait. */
const BASE =
  /node_modules\/(?:svelte|clsx|esm-env)\/|preload-helper|rolldown[/:]runtime|\/src\/web\/(?:api|first|format|games|keep|live|match-feed|pages|route|wall|wire)\.ts|\/src\/web\/(?:app|pages\/front)\.svelte|\/src\/web\/styles\.css|\/src\/web\/parts\/(?:bring|clock|mark|player|result|small-match|title)\.svelte|\/src\/games\/(?:index\.ts|manifests\.ts|[^/]+\/game\.ts|shared\/(?:board|counted|visible))/;

export default defineConfig({
  root: 'src/web',
  base: './',
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() }), firstLoad(), preloads(), looksFirst()],
  builder: {},
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One file: pages that the server draws have boards of many games, and each file that styles them would be a wait.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        outDir: '../../dist/web',
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } } },
      },
    },
    /** The same pages, for the server to draw. */
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: '../../dist/draw',
        copyPublicDir: false,
        minify: true,
        rolldownOptions: { input: 'src/web/draw.ts', output: { entryFileNames: '[name].js' } },
      },
    },
  },
});
