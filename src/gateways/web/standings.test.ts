import { expect, test } from 'vitest';
import { writeAnchors } from '../../core/anchors.ts';
import { NEWCOMER, sureAfter, sureEffects } from '../../core/settle/glicko.ts';
import { siteOverHttp } from './fixture-http.ts';

/** Three agents who have met: Ann beats Bob twice, Cat has played nobody. */
async function standings() {
  const made = await siteOverHttp();
  const { accounts, arena, storage } = made;
  const ids: { [name: string]: string } = {};
  for (const name of ['Ann', 'Bob', 'Cat']) {
    const registered = await accounts.register(name);
    if ('error' in registered) throw new Error(registered.error);
    ids[name] = registered.agent.id;
  }
  const seats = (names: string[]) =>
    names.map((name) => ({ agent: ids[name]!, name, kind: 'agent' as const, via: 'test' }));
  for (const [names, loser] of [
    [['Ann', 'Bob'], 1],
    [['Bob', 'Ann'], 0],
  ] as const) {
    const match = await arena.begin({ game: 'ttt', seats: seats([...names]) }, (begun) => {
      for (const seat of [0, 1]) begun.watch(seat, () => {});
    });
    await new Promise<void>((done) => match.forfeit([loser], 'left', undefined, () => done()));
  }
  const [ann, bob] = sureAfter([{ rating: 1700, deviation: 60, volatility: 0.06 }, NEWCOMER], [1, 2]);
  const effects = [
    ...sureEffects(ids.Ann!, 'ttt', NEWCOMER, ann!, 'won'),
    ...sureEffects(ids.Bob!, 'ttt', NEWCOMER, bob!, 'lost'),
  ];
  await storage.figures.post({ figures: [], settle: () => effects }, 0);
  return { ...made, ids };
}

test('9.1, 9.2 the ladder says how sure it is, sorted by what is sure, in whole numbers', async () => {
  const { ask, ids, storage } = await standings();
  await writeAnchors(storage.documents, 'ttt', [{ name: 'hard', rating: 1650.4, deviation: 20.6 }]);
  const { body } = await ask('GET', 'ladders/tic-tac-toe/sure');
  expect(body.ladder).toMatchObject([
    { rank: 1, agent: ids.Ann, name: 'Ann', provisional: false },
    { rank: 2, agent: ids.Bob, name: 'Bob', provisional: true },
  ]);
  expect(body.ladder[0].low).toBeCloseTo(body.ladder[0].rating - 1.96 * body.ladder[0].deviation, -1);
  expect(body.ladder[0]).toMatchObject({ elo: Math.round(body.ladder[0].elo), won: 2, drawn: 0, lost: 0 });
  expect(body.anchors).toEqual([{ name: 'hard', rating: 1650, deviation: 21, low: 1610, high: 1691 }]);
  const { ladders } = (await ask('GET', 'ladders')).body;
  expect(ladders.find(({ game }: { game: string }) => game === 'ttt').surest).toEqual(body.ladder);
  const shown = await ask('GET', 'ladders/ttt/sure?provisional=hide');
  expect(shown.body.ladder).toHaveLength(1);
  expect((await ask('GET', 'ladders/bogus/sure')).status).toBe(404);
});

test('9.2, 10.1 the sure ladder goes on page by page, and hides who is provisional without gaps in the ranks', async () => {
  const { ask, storage } = await standings();
  const known = { rating: 1500, deviation: 50, volatility: 0.06 };
  const effects = ['dan', 'eve'].flatMap((agent, i) =>
    sureEffects(agent, 'ttt', NEWCOMER, { ...known, rating: 1400 - i }, 'won'),
  );
  await storage.figures.post({ figures: [], settle: () => effects }, 0);
  const pages = async (query: string) => {
    const ranks: string[] = [];
    let after = '';
    do {
      const { body } = await ask('GET', `ladders/ttt/sure?limit=1${query}${after}`);
      for (const { rank, name } of body.ladder) ranks.push(`${rank} ${name}`);
      after = body.next === null ? '' : `&after=${encodeURIComponent(body.next)}`;
    } while (after);
    return ranks;
  };
  expect(await pages('')).toEqual(['1 Ann', '2 dan', '3 eve', '4 Bob']);
  expect(await pages('&provisional=hide')).toEqual(['1 Ann', '2 dan', '3 eve']);
  const wrong = await ask('GET', 'ladders/ttt/sure?provisional=banana');
  expect(wrong).toMatchObject({ status: 400, body: { error: '"provisional" is "hide", or left out.' } });
  expect((await ask('GET', 'ladders/ttt/sure?after=bogus')).status).toBe(400);
});

test('9.5 the ladder of the wire says beside each Elo what is sure, where it is known', async () => {
  const { ask } = await standings();
  const { body } = await ask('GET', 'ladders/ttt');
  expect(body.ladder[0]).toMatchObject({ name: 'Ann', sure: { provisional: false, low: expect.any(Number) } });
  expect(Number.isInteger(body.ladder[0].sure.rating)).toBe(true);
});

test('9.6 a profile has each sure rating with its history, and what each match changed or why it changed nothing', async () => {
  const { ask, arena, ids } = await standings();
  const bot = { agent: 'bot:ttt:hard:1', name: 'House bot (hard)', kind: 'bot' as const, via: 'house' };
  const own = { agent: ids.Ann!, name: 'Ann', kind: 'agent' as const, via: 'test' };
  const practice = await arena.begin({ game: 'ttt', seats: [own, bot] });
  await new Promise<void>((done) => practice.forfeit([1], 'left', undefined, () => done()));
  const { body } = await ask('GET', 'profiles/Ann');
  const [{ sure }] = body.ratings;
  expect(sure).toMatchObject({ rating: expect.any(Number), deviation: expect.any(Number), provisional: false });
  expect(sure.history.at(0).slice(1)).toEqual([1500, 350]);
  expect(sure.history.at(-1).slice(1)).toEqual([sure.rating, sure.deviation]);
  const [unrated, last, first] = body.recent;
  expect(unrated).toMatchObject({ id: practice.id, unrated: 'bot', change: { elo: null, sure: null } });
  for (const rated of [last, first]) {
    expect(rated).not.toHaveProperty('unrated');
    expect(rated.change.elo).toBeGreaterThan(0);
  }
  expect((await ask('GET', `matches/${practice.id}`)).body.unrated).toBe('bot');
});

test('9.3 the matrix has the points of the best against each other', async () => {
  const { ask } = await standings();
  const { body } = await ask('GET', 'ladders/ttt/matrix');
  expect(body.agents.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Bob']);
  expect(body.results).toEqual([
    [null, { games: 2, score: 2 }],
    [{ games: 2, score: 0 }, null],
  ]);
  expect((await ask('GET', 'ladders/bogus/matrix')).status).toBe(404);
});

test('9.4 a house bot is one opponent however often it was met, and as strong as it was measured', async () => {
  const { ask, arena, ids, storage } = await standings();
  for (const visit of ['first', 'second']) {
    const bot = { agent: `bot:ttt:hard:${visit}`, name: 'House bot (hard)', kind: 'bot' as const, via: 'house' };
    const ann = { agent: ids.Ann!, name: 'Ann', kind: 'agent' as const, via: 'test' };
    const match = await arena.begin({ game: 'ttt', seats: [ann, bot] }, (begun) => {
      for (const seat of [0, 1]) begun.watch(seat, () => {});
    });
    await new Promise<void>((done) => match.forfeit([1], 'left', undefined, () => done()));
  }
  const met = async () =>
    (await ask('GET', 'agents/Ann/opponents')).body.opponents.find(({ name }: { name: string }) => /hard/.test(name));
  const unmeasured = await met();
  expect(unmeasured).toMatchObject({ agent: 'bot:ttt:hard', game: 'ttt', games: 2, score: 2 });
  await writeAnchors(storage.documents, 'ttt', [{ name: 'hard', rating: 3000, deviation: 20 }]);
  expect((await met()).expected).toBeLessThan(unmeasured.expected / 10);
});

test('9.4 an agent’s opponents: games, score, expected score, by seat', async () => {
  const { ask, ids } = await standings();
  const { body } = await ask('GET', 'agents/Ann/opponents');
  expect(body).toMatchObject({
    agent: ids.Ann,
    opponents: [
      {
        name: 'Bob',
        game: 'ttt',
        games: 2,
        score: 2,
        seats: [
          { games: 1, score: 1 },
          { games: 1, score: 1 },
        ],
      },
    ],
  });
  expect(body.opponents[0].expected).toBeGreaterThan(1);
  expect(body.opponents[0].expected).toBeLessThan(2);
  expect((await ask('GET', `agents/${ids.Cat}/opponents`)).body.opponents).toEqual([]);
  expect((await ask('GET', 'agents/Nobody/opponents')).status).toBe(404);
});

test('9.6 a match tells the same ratings as the ladder', async () => {
  const { arena, ask, open, ids } = await standings();
  const { body } = await ask('GET', 'ladders/ttt/sure');
  const page = open();
  const seats = ['Ann', 'Bob'].map((name) => ({ agent: ids[name]!, name, kind: 'agent' as const, via: 'test' }));
  await page.said({ type: 'watch', match: (await arena.begin({ game: 'ttt', seats })).id });
  const told = page.heard().find(({ type }) => type === 'match').seats;
  const known = (name: string) => body.ladder.find((row: { name: string }) => row.name === name).rating;
  expect(told.map(({ rating }: { rating: number }) => rating)).toEqual([known('Ann'), known('Bob')]);
  expect(known('Ann')).toBeGreaterThan(1600);
});
