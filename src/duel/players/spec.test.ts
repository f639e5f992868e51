import { expect, test } from 'vitest';
import { readSpec } from './spec.ts';

test.each([
  ['house:hard', { kind: 'house', bot: 'hard' }],
  ['./bot.ts', { kind: 'module', file: './bot.ts', name: 'bot.ts' }],
  ['bots/new.mjs', { kind: 'module', file: 'bots/new.mjs', name: 'new.mjs' }],
  ['python3 bot.py', { kind: 'program', command: 'python3 bot.py' }],
  ['node bot.ts', { kind: 'program', command: 'node bot.ts' }],
  ['uci:stockfish', { kind: 'uci', command: 'stockfish', options: [] }],
  [
    'uci:/usr/games/stockfish[Skill Level=3, nodes=1000]',
    {
      kind: 'uci',
      name: 'uci:stockfish[Skill Level=3, nodes=1000]',
      command: '/usr/games/stockfish',
      options: [
        ['Skill Level', '3'],
        ['nodes', '1000'],
      ],
    },
  ],
  ['gtp:gnugo --mode gtp', { kind: 'gtp', command: 'gnugo --mode gtp' }],
  ['arena:node agent.js', { kind: 'arena', command: 'node agent.js' }],
])('%s is a player', (text, spec) => {
  expect(readSpec(text)).toMatchObject({ name: text, ...spec });
});

test.each(['', ' ', 'house:', 'uci: ', 'uci:stockfish[fast]'])('%j is none, and a sentence says why', (text) => {
  expect(readSpec(text)).toMatch(/\.$/);
});
