import { enableCompileCache } from 'node:module';

// Threads have no share in the cache of the command that starts them, and reading the code is half of a short duel.
enableCompileCache();
await import('./lane-in-thread.ts');
