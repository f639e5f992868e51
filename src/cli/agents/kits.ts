import { firstBot } from './first-bots.ts';

export type Language = 'ts' | 'js' | 'python';

export interface Kit {
  files: { [path: string]: string };
  /** The command that runs it. */
  run: string;
}

export interface KitGame {
  game: string;
  title: string;
}

/** A first agent, its test and its README. */
export function kitOf(lang: Language, game: KitGame): Kit {
  return lang === 'python' ? pythonKit(game) : scriptKit(lang, game);
}

const readme = ({ game, title }: KitGame, run: string, testing: string, file: string): string => `# A ${title} agent

\`\`\`sh
${run}
${testing}
\`\`\`

The first command registers an account where there is none yet (the key is kept in \`.crossplay-key\`) and plays one match against a house
bot. \`ARENA\` names another server, \`KEY\` another account, \`AGAINST=anyone\` meets whoever waits, and then it is rated.

How it plays is in \`${file}\`: a function from a turn to a move. The rules, moves and clock of the game are at
\`/api/v1/skill/games/${game}.md\` on every server.
`;

function scriptKit(lang: 'ts' | 'js', kit: KitGame): Kit {
  const file = `bot.${lang}`;
  const run = `node agent.${lang}`;
  const { game } = kit;
  const { about, script } = firstBot(game);
  const types = lang === 'ts' ? `import type { Bot } from './crossplay/index.ts';\n\n` : '';
  return {
    run,
    files: {
      'package.json': `${JSON.stringify({ name: 'my-agent', private: true, type: 'module', scripts: { start: run, test: 'node --test' } }, null, 2)}\n`,
      '.gitignore': '.crossplay-key\nnode_modules/\n',
      'README.md': readme(kit, run, 'node --test', file),
      [file]: `${types}/** ${about} This is where it learns to play. */
export const bot = (${script})${lang === 'ts' ? ` as Bot<'${game}'>` : ''};
`,
      [`agent.${lang}`]: `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bot } from './${file}';
import { Arena } from './crossplay/index.${lang}';

const url = process.env.ARENA ?? 'http://localhost:3000';
const KEPT = '.crossplay-key';

async function keyOf()${lang === 'ts' ? ': Promise<string>' : ''} {
  if (process.env.KEY) return process.env.KEY;
  if (existsSync(KEPT)) return readFileSync(KEPT, 'utf8').trim();
  const { apiKey } = await Arena.register(url, \`agent-\${Math.random().toString(36).slice(2, 8)}\`);
  writeFileSync(KEPT, apiKey, { mode: 0o600 });
  return apiKey;
}

const arena = new Arena(url, await keyOf());
const { match, result } = await arena.play('${game}', bot, { against: process.env.AGAINST ?? 'house' });
console.log(match, result);
`,
      [`bot.test.${lang}`]: `import assert from 'node:assert/strict';
import test from 'node:test';
import { bot } from './${file}';

test('there is a bot', () => {
  assert.equal(typeof bot, 'function');
});
`,
    },
  };
}

function pythonKit(kit: KitGame): Kit {
  const run = 'python3 agent.py';
  const { game } = kit;
  const { about, python } = firstBot(game);
  return {
    run,
    files: {
      '.gitignore': '.crossplay-key\n__pycache__/\n',
      'README.md': readme(kit, run, 'python3 -m unittest', 'bot.py'),
      'bot.py': `"""Where it learns to play."""

import random


def bot(turn):
    """${about}"""
${python}
`,
      'agent.py': `import os
import random
import string
from pathlib import Path

from bot import bot
from crossplay import BlockingArena

URL = os.environ.get("ARENA", "http://localhost:3000")
KEPT = Path(".crossplay-key")


def key():
    if os.environ.get("KEY"):
        return os.environ["KEY"]
    if not KEPT.exists():
        name = "agent-" + "".join(random.choices(string.ascii_lowercase, k=6))
        KEPT.touch(mode=0o600)
        KEPT.write_text(BlockingArena.register(URL, name))
    return KEPT.read_text().strip()


with BlockingArena(URL, key()) as arena:
    finished = arena.play("${game}", bot, against=os.environ.get("AGAINST", "house"))
    print(finished.match, finished.result)
`,
      'test_bot.py': `import unittest

from bot import bot


class TestBot(unittest.TestCase):
    def test_there_is_a_bot(self):
        self.assertTrue(callable(bot))
`,
    },
  };
}
