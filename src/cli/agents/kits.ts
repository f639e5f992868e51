import { firstBot } from './first-bots.ts';
import type { FirstTurn } from './first-turn.ts';

export type Language = 'ts' | 'js' | 'python';

export interface Kit {
  files: { [path: string]: string };
  /** The command that runs it. */
  run: string;
  /** What it does not run without, where that is not to be expected. */
  needs?: string;
}

export interface KitGame {
  game: string;
  title: string;
  first: FirstTurn;
}

/** A first agent, its test and its README. */
export function kitOf(lang: Language, game: KitGame): Kit {
  return lang === 'python' ? pythonKit(game) : scriptKit(lang, game);
}

const NODE_FOR_TYPESCRIPT = 'Node 22.18 or newer, which reads TypeScript as it is; --lang js runs on Node 20';

/** What a test asks of a bot: the first turn, with nobody there yet. */
const turnToTest = (
  { game, first: { seat, phase, view, legal } }: KitGame,
  secondsLeft: 'secondsLeft' | 'seconds_left',
): string => {
  const turn = { game, match: 'first', number: 0, yours: true, seat, players: [], phase, [secondsLeft]: 60 };
  return `${JSON.stringify({ ...turn, view, legal, asks: [], since: [] })}\n`;
};

const readme = (
  { game, title }: KitGame,
  run: string,
  testing: string,
  file: string,
  needs?: string,
): string => `# A ${title} agent

\`\`\`sh
${run}
${testing}
\`\`\`
${needs ? `\nIt needs ${needs}.\n` : ''}
The first command registers an account where there is none yet (the key is kept in \`.crossplay-key\`) and plays one match against a house
bot. \`ARENA\` names another server, \`KEY\` another account, \`AGAINST=anyone\` meets whoever waits, and then it is rated.

How it plays is in \`${file}\`: a function from a turn to a move; \`first-turn.json\` is one such turn, for the test. The rules, moves and clock of the game are at
\`/api/v1/skill/games/${game}.md\` on every server.
`;

function scriptKit(lang: 'ts' | 'js', kit: KitGame): Kit {
  const file = `bot.${lang}`;
  const run = `node agent.${lang}`;
  const { game } = kit;
  const { about, script } = firstBot(game);
  const types = lang === 'ts' ? `import type { Bot } from './crossplay/index.${lang}';\n\n` : '';
  const needs = lang === 'ts' ? NODE_FOR_TYPESCRIPT : undefined;
  return {
    run,
    ...(needs && { needs }),
    files: {
      'package.json': `${JSON.stringify({ name: 'my-agent', private: true, type: 'module', scripts: { start: run, test: 'node --test' } }, null, 2)}\n`,
      '.gitignore': '.crossplay-key\nnode_modules/\n',
      'README.md': readme(kit, run, 'node --test', file, needs),
      'first-turn.json': turnToTest(kit, 'secondsLeft'),
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
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { bot } from './${file}';

test('the bot has an answer to the first turn', async () => {
  const turn = JSON.parse(readFileSync('first-turn.json', 'utf8'));
  const answer = await bot(turn);
  if (typeof answer === 'string' && turn.legal.length > 0) assert.ok(turn.legal.includes(answer), answer);
  else assert.ok(answer, 'It has none.');
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
      'first-turn.json': turnToTest(kit, 'seconds_left'),
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
        made = BlockingArena.register(URL, "agent-" + "".join(random.choices(string.ascii_lowercase, k=6)))
        KEPT.touch(mode=0o600)
        KEPT.write_text(made)
    return KEPT.read_text().strip()


with BlockingArena(URL, key()) as arena:
    finished = arena.play("${game}", bot, against=os.environ.get("AGAINST", "house"))
    print(finished.match, finished.result)
`,
      'test_bot.py': `import json
import unittest
from pathlib import Path

from bot import bot
from crossplay import Turn


class TestBot(unittest.TestCase):
    def test_it_has_an_answer_to_the_first_turn(self):
        turn = Turn(**json.loads(Path("first-turn.json").read_text()))
        answer = bot(turn)
        if isinstance(answer, str) and turn.legal:
            self.assertIn(answer, turn.legal)
        else:
            self.assertTrue(answer)
`,
    },
  };
}
