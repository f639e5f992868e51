declare module '*.svelte' {
  import type { Component } from 'svelte';

  // biome-ignore lint/suspicious/noExplicitAny: each board types its own view and moves
  const component: Component<any>;
  export default component;
}

declare module '*.css';
