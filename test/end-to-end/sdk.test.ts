import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { generated } from '../../sdk/generate/index.ts';
import { Arena, NobodyThere } from '../../sdk/typescript/src/index.ts';
import { type Serving, serve } from '../serving.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const CROSSPLAY = join(ROOT, 'bin/crossplay.js');
const PYTHON = '/usr/bin/python3';
const folder = mkdtempSync(join(tmpdir(), 'crossplay-sdk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const python = (file: string, args: string[], env: { [name: string]: string } = {}) =>
  run(PYTHON, [file, ...args], { env: { ...process.env, PYTHONPATH: join(ROOT, 'sdk/python'), ...env } });

test('the types of views and moves are those of the games', { timeout: 180_000 }, async () => {
  for (const [path, text] of Object.entries(await generated())) {
    expect(readFileSync(join(ROOT, 'sdk', path), 'utf8'), `sdk/${path} is stale: npm run sdk`).toBe(text);
  }
});

describe('an address where nobody ever answered is given up, and named', () => {
  const NOWHERE = 'http://127.0.0.1:9';

  test('in TypeScript', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    try {
      const given = expect(Arena.register(NOWHERE, 'Ada')).rejects.toThrow(NobodyThere);
      await vi.advanceTimersByTimeAsync(60_000);
      await given;
    } finally {
      vi.unstubAllGlobals();
      vi.useRealTimers();
    }
  });

  test('in Python', async () => {
    const script = `import crossplay.calls as calls
from crossplay import BlockingArena
calls.NOBODY_THERE_AFTER = 0
BlockingArena.register("${NOWHERE}", "Ada")`;
    await expect(python('-c', [script])).rejects.toMatchObject({
      stderr: expect.stringContaining(`ConnectionError: Nobody answers at ${NOWHERE}.`),
    });
  });
});

describe('on a server', () => {
  let server: Serving;
  /** For games that take their time between events. */
  let hasty: Serving;
  beforeAll(async () => {
    server = await serve({ CROSSPLAY_DATA: join(folder, 'data') });
    hasty = await serve({ CROSSPLAY_DATA: join(folder, 'hasty'), CROSSPLAY_TIME_SCALE: '0.02' });
  });
  afterAll(() => Promise.all([server.stop(), hasty.stop()]));

  const keyOf = async (name: string, at = server): Promise<string> => (await Arena.register(at.url, name)).apiKey;
  const lowest = { legal: (legal: string[]) => [...legal].sort()[0]! };

  test('two agents meet, play rated, are watched, and find themselves on the ladder', async () => {
    const [ada, bob] = [new Arena(server.url, await keyOf('Ada')), new Arena(server.url, await keyOf('Bob'))];
    const seen: number[] = [];
    const watching = Promise.withResolvers<void>();
    const watched = (async () => {
      const live = async () => (await ada.matches({ game: 'ttt', status: 'live' }))[0]?.id;
      await expect.poll(live).toBeDefined();
      for await (const { step } of ada.watch((await live())!)) {
        seen.push(step);
        watching.resolve();
      }
    })();
    const onceWatched = async ({ legal }: { legal: string[] }) => {
      await watching.promise;
      return lowest.legal(legal);
    };
    const [one, two] = await Promise.all([ada.play('ttt', onceWatched), bob.play('ttt', onceWatched)]);
    await watched;
    expect(one.match).toBe(two.match);
    expect(one.result!.reason).toBe('three in a row');
    expect([one.result!.rank, two.result!.rank].sort()).toEqual([1, 2]);
    expect(one.result!.change! + two.result!.change!).toBeCloseTo(0);
    expect((await ada.ladder('ttt')).map(({ name }) => name).sort()).toEqual(['Ada', 'Bob']);
    expect((await ada.record(one.match!)).id).toBe(one.match);
    expect(seen).toEqual(seen.map((_, at) => seen[0]! + at));
    expect(seen.length).toBeGreaterThan(5);
  });

  test('a bot whose answer is not taken is asked again and told why; one that fails gives its match up', async () => {
    const arena = new Arena(server.url, await keyOf('Cleo'));
    const refusals: string[] = [];
    const played = arena.play(
      'chess',
      ({ legal, refused }) => {
        if (refused) {
          refusals.push(refused.code);
          return legal[0]!;
        }
        if (refusals.length > 0) throw new Error('out of ideas');
        return 'Ke9';
      },
      { against: 'house:easy' },
    );
    await expect(played).rejects.toThrow('out of ideas');
    expect(refusals).toHaveLength(1);
    const { plays } = await arena.open();
    expect(plays.filter(({ status }) => status === 'playing')).toEqual([]);
  });

  test('many matches at once', async () => {
    const arena = new Arena(server.url, await keyOf('Dora'));
    const reasons: string[] = [];
    const wish = { games: 6, concurrency: 3, against: 'house:easy' };
    for await (const { result } of arena.playMany('ttt', ({ legal }) => legal[0]!, wish)) reasons.push(result!.reason);
    expect(reasons).toHaveLength(6);
  });

  test('a wrong key is an error with its status', async () => {
    await expect(new Arena(server.url, 'nonsense').play('ttt', () => '0')).rejects.toMatchObject({ status: 401 });
  });

  for (const game of ['ttt', 'chess', 'blotto']) {
    test(`the two examples for ${game} play each other`, async () => {
      const keys = [await keyOf(`ts ${game}`), await keyOf(`py ${game}`)] as const;
      const [script, snake] = await Promise.all([
        run(process.execPath, [join(ROOT, `sdk/typescript/examples/${game}.ts`), server.url, keys[0]]),
        python(join(ROOT, `sdk/python/examples/${game}.py`), [server.url, keys[1]]),
      ]);
      expect(script.stdout).toContain('reason');
      expect(snake.stdout).toContain('reason=');
    });
  }

  test('the examples for clawpoly fill a table, two of each', async () => {
    const keys = await Promise.all(['ts 1', 'ts 2', 'py 1', 'py 2'].map((name) => keyOf(`claw ${name}`, hasty)));
    const played = await Promise.all(
      keys.map((key, place) =>
        place < 2
          ? run(process.execPath, [join(ROOT, 'sdk/typescript/examples/clawpoly.ts'), hasty.url, key])
          : python(join(ROOT, 'sdk/python/examples/clawpoly.py'), [hasty.url, key]),
      ),
    );
    for (const { stdout } of played) expect(stdout).toMatch(/turn_limit|last_standing/);
  });

  // From here on each plays a game of its own or against the house, so they wait beside each other.
  const BESIDE = { concurrent: true, timeout: 180_000 };

  test('a Python agent watches, resumes nothing, and reads ladder and record', BESIDE, async () => {
    const code = `
import sys
from crossplay import ArenaError, BlockingArena
key = BlockingArena.register(sys.argv[1], "Snake")
with BlockingArena(sys.argv[1], key) as arena:
    over = arena.play("ttt", lambda turn: turn.legal[0], against="house:easy")
    steps = [step.step for step in arena.watch(over.match)]
    assert steps and arena.resume(lambda turn: None) == [] and arena.challenges() == []
    assert arena.record(over.match)["id"] == over.match
    assert arena.me()["name"] == "Snake"
    many = list(arena.play_many("ttt", lambda turn: turn.legal[0], games=4, concurrency=2, against="house:easy"))
    assert len(many) == 4
    try:
        BlockingArena(sys.argv[1], "nonsense").play("ttt", lambda turn: "0")
    except ArenaError as error:
        print(error.status, len(arena.ladder("ttt")) >= 0)
`;
    const { stdout } = await run(PYTHON, ['-c', code, server.url], {
      env: { ...process.env, PYTHONPATH: join(ROOT, 'sdk/python') },
    });
    expect(stdout.trim()).toBe('401 True');
  });

  const WRITTEN = {
    ts: ['ttt', 'blotto'],
    js: ['ttt', 'clawpoly', 'dance-battle', 'trade_deal'],
    python: ['ttt', 'skill-gomoku', 'even_odd'],
  };
  for (const [lang, games] of Object.entries(WRITTEN)) {
    test(`crossplay new --lang ${lang} writes an agent that plays, with a test that passes`, BESIDE, async () => {
      const made = games.map(async (game) => {
        const home = join(folder, `${lang}-${game}`);
        const { stdout } = await run(process.execPath, [CROSSPLAY, 'new', home, '--lang', lang, '--game', game]);
        expect(stdout).toContain(`cd ${home}`);
        const env = { ...process.env, ARENA: (game === 'clawpoly' ? hasty : server).url };
        const [command, file] = lang === 'python' ? [PYTHON, 'agent.py'] : [process.execPath, `agent.${lang}`];
        const played = await run(command, [file], { cwd: home, env });
        expect(played.stdout, game).toContain('reason');
        const tests = lang === 'python' ? ['-m', 'unittest'] : ['--test'];
        await run(command, tests, { cwd: home, env: { ...env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '' } });
        const again = run(process.execPath, [CROSSPLAY, 'new', home, '--lang', lang]);
        await expect(again).rejects.toMatchObject({ stderr: expect.stringContaining('is there already') });
        expect(statSync(join(home, '.crossplay-key')).mode & 0o077).toBe(0);
        expect(readdirSync(home)).toContain('README.md');
      });
      await Promise.all(made);
    });
  }

  const engine = (game: string, key: string, ...flags: string[]) =>
    run(process.execPath, [CROSSPLAY, 'engine', '--game', game, '--url', server.url, '--key', key, ...flags], {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/games` },
    });

  test('an engine that is not there, or has no key, takes no seat and is told so in one line', BESIDE, async () => {
    const key = await keyOf('Nobody');
    const wrong = async (given: string, command: string, words: RegExp) => {
      const { stderr } = await engine('chess', given, '--uci', command).catch((failed) => failed);
      expect([stderr.trim().split('\n').length, words.test(stderr)]).toEqual([1, true]);
    };
    await wrong(key, 'no-such-engine', /no-such-engine failed: It ended with exit code 127/);
    await wrong('wrong', 'stockfish', /says: This is not a valid API key/);
    expect((await new Arena(server.url, key).open()).plays).toEqual([]);
  });

  test('stockfish plays stockfish, rated', BESIDE, async () => {
    const flags = ['--uci', 'stockfish', '--option', 'nodes=200', '--option', 'Skill Level=3'];
    const [one, two] = await Promise.all([
      engine('chess', await keyOf('Fish 1'), ...flags),
      engine('chess', await keyOf('Fish 2'), ...flags),
    ]);
    expect(one.stdout + two.stdout).toMatch(/rating \d+[\s\S]*rating \d+/);
    expect(one.stdout.split(' ')[0]).toBe(two.stdout.split(' ')[0]);
  });

  test('gnugo plays a program of one line in and one line out, rated', BESIDE, async () => {
    const passes = join(folder, 'passes.py');
    const lines =
      'import json, sys\nfor line in sys.stdin:\n    if json.loads(line)["type"] == "turn":\n        print(json.dumps({"text": "pass"}), flush=True)\n';
    await run('bash', ['-c', `cat > ${passes} <<'END'\n${lines}END`]);
    const [gnu, own] = await Promise.all([
      engine('go', await keyOf('Gnu'), '--gtp', 'gnugo --mode gtp --level 1'),
      engine('go', await keyOf('Passes'), '--program', `${PYTHON} ${passes}`),
    ]);
    expect(gnu.stdout).toMatch(/\+1 =0 -0 {2}rating/);
    expect(own.stdout).toMatch(/\+0 =0 -1 {2}rating/);
  });
});

test('a match between both SDKs goes on through kill -9', async () => {
  const data = join(folder, 'killed');
  let server = await serve({ CROSSPLAY_DATA: data });
  const port = new URL(server.url).port;
  const [ada, bob] = await Promise.all(
    ['Ada', 'Bob'].map(async (name) => (await Arena.register(server.url, name)).apiKey),
  );
  let moves = 0;
  const enough = Promise.withResolvers<void>();
  const played = new Arena(server.url, ada).play('c4', async ({ legal }) => {
    if (++moves === 3) {
      enough.resolve();
      await again.promise;
    }
    return legal[moves % legal.length]!;
  });
  const again = Promise.withResolvers<void>();
  const snake = run(
    PYTHON,
    [
      '-c',
      'import sys\nfrom crossplay import BlockingArena\nprint(BlockingArena(*sys.argv[1:]).play("c4", lambda turn: turn.legal[-1]))',
      server.url,
      bob!,
    ],
    { env: { ...process.env, PYTHONPATH: join(ROOT, 'sdk/python') } },
  );
  await enough.promise;
  await server.stop('SIGKILL');
  server = await serve({ CROSSPLAY_DATA: data, PORT: port });
  again.resolve();
  const { status, result, match } = await played;
  expect(status).toBe('over');
  expect(result!.ranks).not.toBeNull();
  expect((await snake).stdout).toContain(match);
  await server.stop();
});
