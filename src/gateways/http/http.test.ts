// Longer than most files: the calls of a whole match in the order of SPEC.md, with what is wrong with each.
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { offers, sums } from '../../../test/toys.ts';
import { writeAnchors } from '../../core/anchors.ts';
import { faultOfShape } from '../../core/verify/shape.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { Picture, Plays, Refusal } from '../held/json.ts';
import { GRACE, makeWorld, matched } from './fixture.ts';

test('2.1 5.1 a whole match by a few calls, and its picture is as its schema says at every moment', async () => {
  const world = await makeWorld();
  const { ann, bob, a, b } = await matched(world, 'ttt');
  let seen = await ann.look(a);
  expect(seen).toMatchObject({ id: a, status: 'playing', seat: 0, game: 'ttt', cursor: '0', result: null });
  expect(seen.players).toEqual([
    { seat: 0, name: 'ann-ttt', kind: 'agent', via: 'http', rating: 1500 },
    { seat: 1, name: 'bob-ttt', kind: 'agent', via: 'http', rating: 1500 },
  ]);
  expect(seen.turn).toEqual({ number: 0, yours: true, phase: null, secondsLeft: 15 });
  for (const [turn, cell] of ['0', '4', '1', '5', '2'].entries()) {
    const [who, id] = turn % 2 === 0 ? [ann, a] : [bob, b];
    const answer = await who.move(id, { turn, text: cell });
    expect(answer.status).toBe(200);
    seen = answer.body;
    expect(Check(Picture, seen)).toBe(true);
    expect(seen.since).toMatchObject([{ step: turn + 1, seat: turn % 2, text: cell }]);
  }
  expect(seen).toMatchObject({
    status: 'over',
    turn: null,
    result: { rank: 1, ranks: [1, 2], rating: 1516, change: 16, sure: { rating: 1662, change: 162 }, unrated: null },
  });
  expect((await bob.look(b, '?cursor=3')).since).toHaveLength(2);
  expect(await bob.look(b)).toMatchObject({ id: b, result: { rank: 2, rating: 1484, change: -16 } });
  const { body: list } = await bob.call('GET', 'play');
  expect(Check(Plays, list)).toBe(true);
  expect(list.plays).toMatchObject([{ id: b, status: 'over' }]);
});

test('1.1 1.2 whoever is not let in, and whatever cannot be read, is told in one form', async () => {
  const world = await makeWorld({ games: [ticTacToe] });
  const ann = await world.agent('ann');
  const { id } = await ann.play({ game: 'ttt' });
  const refused = async (status: number, ...call: Parameters<typeof ann.call>) => {
    const answer = await ann.call(...call);
    expect([call, answer.status, Check(Refusal, answer.body)]).toEqual([call, status, true]);
    return answer;
  };
  const wishes = [{}, [], 'null', '{', { game: 7 }, { game: 'nope' }, { game: 'ttt', rated: 'yes' }];
  const strange = [{ game: 'ttt', other: 1 }, '{"game":"ttt","__proto__":{"rated":true}}'];
  const rivals = [
    { game: 'ttt', against: 'nobody' },
    { game: 'ttt', against: 'ann' },
    { game: 'ttt', against: 'house:none' },
  ];
  for (const wish of [...wishes, ...strange, ...rivals]) {
    await refused(400, 'POST', 'play', wish);
  }
  for (const move of [{}, { turn: 0 }, { turn: 0, move: 1, text: '1' }, { turn: -1, text: '1' }, { text: '1' }]) {
    await refused(400, 'POST', `play/${id}/moves`, move);
  }
  await refused(409, 'POST', `play/${id}/moves`, { turn: 0, text: '4' });
  await refused(409, 'POST', `play/${id}/resign`);
  const optioned = await refused(400, 'POST', 'play', { game: 'ttt', options: { size: 4 } });
  expect(optioned.body.error).toBe('ttt has no options.');
  await refused(404, 'GET', 'play/nothing');
  await refused(404, 'POST', 'challenges/nothing/accept');
  await refused(404, 'POST', 'challenges/nothing/decline');
  await refused(400, 'GET', `play/${id}?wait=soon`);
  await refused(400, 'GET', `play/${id}?wait=-1`);
  await refused(413, 'POST', 'play', 'x'.repeat(70_000));
  const stranger = await world.agent('eve');
  expect((await stranger.call('GET', `play/${id}`)).status).toBe(404);
  const none = await world.http.inject({ url: '/api/v1/play' });
  expect([none.statusCode, none.json().error]).toEqual([401, expect.stringMatching(/^Send your API key/)]);
  const wrong = await world.http.inject({ url: '/api/v1/play', headers: { authorization: 'Bearer wrong' } });
  expect([wrong.statusCode, wrong.json()]).toMatchObject([
    401,
    { code: 'unauthorized', error: 'This is not a valid API key.' },
  ]);
  await world.accounts.ban((await world.accounts.byName('eve'))!.id);
  expect((await stranger.call('GET', 'play')).status).toBe(403);
  expect(await ann.look(id)).toMatchObject({ id, status: 'waiting' });
  expect(world.faults).toEqual([]);
});

test('1.2 a field that is null counts as left out, and whatever is wrong is named', async () => {
  const world = await makeWorld({ games: [ticTacToe] });
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')];
  const { id } = await ann.play({ game: 'ttt', against: null, options: null, rated: null });
  await bob.play({ game: 'ttt' });
  const move = { turn: 0, move: null, text: '4', ref: null };
  expect(await ann.call('POST', `play/${id}/moves`, move)).toMatchObject({ status: 200 });
  const strange = Object.fromEntries([...'abcdefghijkl'].map((name) => [name, 1]));
  const { body } = await ann.call('POST', 'play', { game: 'ttt', ...strange });
  expect(body.error).toMatch(/^unknown field a/);
});

test('3.2 a wait ends when the seat is to decide, when the match is over, or after at most 25 seconds', async () => {
  const world = await makeWorld({ games: [ticTacToe], terms: { clock: { each: 600_000 } } });
  const { ann, bob, a, b } = await matched(world, 'ttt');
  let answered: string[] = [];
  const wait = (seconds: string) =>
    bob.look(b, `?wait=${seconds}&cursor=0`).then((picture) => answered.push(`${picture.turn?.number ?? 'over'}`));
  wait('31536000');
  wait('3');
  await world.clock.pass(2900);
  expect(answered).toEqual([]);
  await world.clock.pass(200);
  expect(answered).toEqual(['0']);
  await world.clock.pass(22_000);
  expect(answered).toEqual(['0', '0']);
  answered = [];
  wait('25');
  await world.settle();
  await ann.move(a, { turn: 0, text: '4' });
  await world.settle();
  expect(answered).toEqual(['1']);
  await bob.move(b, { turn: 1, text: '0' });
  wait('25');
  await world.settle();
  await ann.call('POST', `play/${a}/resign`);
  await world.settle();
  expect(answered).toEqual(['1', 'over']);
});

test('4.3 nothing is legal before the first turn has begun', async () => {
  const world = await makeWorld({ games: [ticTacToe], terms: { countdown: 3000 } });
  const { ann, a } = await matched(world, 'ttt');
  expect(await ann.look(a)).toMatchObject({ status: 'playing', turn: { number: 0, yours: false }, legal: null });
  await world.clock.pass(3000);
  expect(await ann.look(a)).toMatchObject({ turn: { number: 0, yours: true }, legal: expect.arrayContaining(['4']) });
});

test('3.4 a seat is here for a minute after the last call, then the terms decide', async () => {
  const world = await makeWorld({
    games: [ticTacToe],
    terms: { clock: { each: 600_000 }, away: { pause: 0, tell: 0, forfeit: 5000, restart: 60_000 } },
  });
  const { ann, bob, a, b } = await matched(world, 'ttt');
  await world.clock.pass(GRACE - 1000);
  await bob.look(b);
  await world.clock.pass(5000);
  expect(await bob.look(b)).toMatchObject({ status: 'playing' });
  await world.clock.pass(2000);
  expect(await bob.look(b)).toMatchObject({ status: 'over', result: { rank: 1 } });
  expect(await ann.look(a)).toMatchObject({ status: 'over', result: { rank: 2 } });
});

test('2.6 nobody is paired with someone who has gone, and who comes back waits again', async () => {
  const world = await makeWorld({ games: [ticTacToe] });
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')];
  const { id: a } = await ann.play({ game: 'ttt' });
  await world.clock.pass(GRACE + 1000);
  const { id: b, status } = await bob.play({ game: 'ttt' });
  expect(status).toBe('waiting');
  await ann.look(a);
  await world.settle();
  expect((await ann.look(a)).match).toBe((await bob.look(b)).match);
  expect(await ann.look(a)).toMatchObject({ id: a, status: 'playing' });
});

test('5.3 5.4 a decision that is sent again is answered as before, another one for its turn is too late', async () => {
  const world = await makeWorld({ games: [ticTacToe] });
  const { ann, bob, a, b } = await matched(world, 'ttt');
  expect((await bob.move(b, { turn: 0, text: '0' })).body).toMatchObject({ code: 'not-your-turn' });
  expect((await ann.move(a, { turn: 9, text: '0' })).body).toMatchObject({ code: 'no-such-turn' });
  await ann.move(a, { turn: 0, text: '4' });
  const again = await ann.move(a, { turn: 0, move: { cell: 4 } });
  expect(again).toMatchObject({ status: 200, body: { cursor: '1', since: [{ seat: 0, text: '4' }] } });
  const other = await ann.move(a, { turn: 0, text: '5' });
  expect(other).toMatchObject({ status: 409, body: { code: 'turn-over', turn: 1 } });
  const illegal = await bob.move(b, { turn: 1, text: '4' });
  expect(illegal).toMatchObject({ status: 400, body: { legal: ['0', '1', '2', '3', '5', '6', '7', '8'] } });
  await bob.move(b, { turn: 1, text: '0' });
  expect((await ann.move(a, { turn: 0, text: '4' })).status).toBe(200);
});

test('5.4 a sealed decision too, and no picture has it before its turn is over', async () => {
  const world = await makeWorld({ games: [sums], terms: {} });
  const [ann, bob, cid, dan] = await Promise.all(['ann', 'bob', 'cid', 'dan'].map((name) => world.agent(name)));
  const [a, b] = [(await ann!.play({ game: 'sums' })).id, (await bob!.play({ game: 'sums' })).id];
  for (const one of [cid!, dan!]) await one.play({ game: 'sums' });
  for (let i = 0; i < 2; i++) expect((await ann!.move(a, { turn: 1, move: { add: 7 } })).status).toBe(200);
  expect(await ann!.move(a, { turn: 1, move: { add: 6 } })).toMatchObject({ status: 409, body: { turn: 1 } });
  const picture = await bob!.look(b);
  expect(picture.since).toMatchObject([{ seat: 0, text: null }]);
  expect(JSON.stringify(picture)).not.toContain('add');
});

test('5.5 an action beside the turn is done once by its ref, and who is asked is woken once', async () => {
  const world = await makeWorld({ games: [offers] });
  const { ann, bob, a, b } = await matched(world, 'offers');
  const asked = bob.look(b, '?wait=25&cursor=0');
  await world.settle();
  const offer = { turn: 1, move: { offer: true }, ref: 'mine' };
  expect((await ann.move(a, offer)).status).toBe(200);
  expect((await ann.move(a, offer)).status).toBe(200);
  expect((await ann.move(a, { ...offer, ref: 'another' })).body).toMatchObject({ code: 'offer-open' });
  const { turn, cursor } = await asked;
  expect(turn).toMatchObject({ yours: false, may: true, asks: [{ phase: 'offer' }] });
  let woken = false;
  const next = bob.look(b, `?wait=2&cursor=${cursor}`).then(() => {
    woken = true;
  });
  await world.settle();
  expect(woken).toBe(false);
  await world.clock.pass(2000);
  await next;
});

test('2.5 5.4 5.5 a crash changes nothing for a caller: ids, turns and refs are as they were', async () => {
  const world = await makeWorld({ games: [offers, ticTacToe] });
  const { ann, bob, a, b } = await matched(world, 'offers');
  const waiting = await ann.play({ game: 'ttt' });
  const offer = { turn: 1, move: { offer: true }, ref: 'mine' };
  await ann.move(a, offer);
  await ann.move(a, { turn: 1, move: { go: true } });
  const next = await world.crash();
  ann.world = bob.world = next;
  expect((await ann.move(a, offer)).status).toBe(200);
  expect((await ann.move(a, { turn: 1, move: { go: true } })).status).toBe(200);
  expect(await ann.look(a)).toMatchObject({ id: a, status: 'playing', turn: { number: 2, yours: false } });
  expect((await bob.look(b, '?cursor=0')).since).toHaveLength(2);
  expect(await ann.look(waiting.id)).toMatchObject({ id: waiting.id, status: 'waiting' });
  const { id } = await bob.play({ game: 'ttt' });
  expect((await ann.look(waiting.id)).match).toBe((await bob.look(id)).match);
  expect(next.faults).toEqual([]);
});

test('2.5 a match that began in the moment of the crash is found again by both', async () => {
  const world = await makeWorld({ games: [ticTacToe] });
  world.storage.held.begin = async () => {};
  const { ann, bob, a, b } = await matched(world, 'ttt');
  const { match } = await ann.look(a);
  const next = await world.crash();
  ann.world = bob.world = next;
  expect(await ann.look(a)).toMatchObject({ id: a, match, status: 'playing', seat: 0 });
  expect(await bob.look(b)).toMatchObject({ id: b, match, status: 'playing', seat: 1 });
});

test('6.3 a person waits for an agent at a table: it finds the challenge, accepts or declines', async () => {
  const world = await makeWorld({ games: [ticTacToe] });
  const bob = await world.agent('bob');
  const { id: agent } = (await world.accounts.byName('bob'))!;
  const dismissed: string[] = [];
  const wait = async () => {
    const label = { invited: { agent }, seat: 1, at: 7 };
    const { id } = world.local.lobby.open({ game: 'ttt', reserved: true, size: 2, label });
    await world.local.lobby.sit(id, {
      agent: 'human:1',
      name: 'Grace',
      kind: 'human',
      via: 'web',
      begin: (match, seat) => void match.watch(seat, () => {}),
      dismiss: (reason) => dismissed.push(reason),
    });
    return id;
  };
  const first = await wait();
  const { body } = await bob.call('GET', 'play');
  expect(Check(Plays, body)).toBe(true);
  expect(body.challenges).toMatchObject([{ id: first, from: { name: 'Grace', rating: null }, game: 'ttt', at: 7 }]);
  expect((await (await world.agent('eve')).call('POST', `challenges/${first}/accept`)).status).toBe(404);
  const accepted = await bob.call('POST', `challenges/${first}/accept`);
  expect(accepted).toMatchObject({ status: 201, body: { status: 'playing', seat: 0 } });
  expect((await bob.call('POST', `challenges/${first}/accept`)).status).toBe(404);
  const second = await wait();
  expect((await bob.call('POST', `challenges/${second}/decline`)).status).toBe(200);
  expect(dismissed).toEqual(['declined']);
  expect((await bob.call('GET', 'play')).body.challenges).toEqual([]);
  expect(world.faults).toEqual([]);
});

test('2.4 6.1 a challenge is found, accepted or declined, and lapses with its maker', async () => {
  const world = await makeWorld({ games: [ticTacToe] });
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')];
  const { id } = await ann.play({ game: 'ttt', against: 'Bob', rated: false });
  const { challenges } = (await bob.call('GET', 'play')).body;
  expect(challenges).toMatchObject([{ id, from: { name: 'ann', rating: 1500 }, game: 'ttt', rated: false }]);
  expect((await ann.call('POST', `challenges/${id}/accept`)).status).toBe(404);
  const accepted = await bob.call('POST', `challenges/${id}/accept`);
  expect(accepted).toMatchObject({ status: 201, body: { status: 'playing', seat: 1 } });
  expect(await ann.look(id)).toMatchObject({ id, status: 'playing', match: accepted.body.match });
  expect((await bob.call('POST', `challenges/${id}/accept`)).status).toBe(404);
  await ann.call('POST', `play/${id}/resign`);
  expect(await bob.look(accepted.body.id)).toMatchObject({ result: { rank: 1, rating: null, change: null } });

  const second = await ann.play({ game: 'ttt', against: 'bob' });
  const declined = await bob.call('POST', `challenges/${second.id}/decline`);
  expect(declined).toMatchObject({ status: 200, body: { id: second.id, declined: true } });
  expect(await ann.look(second.id)).toMatchObject({ status: 'void', result: { reason: 'declined' } });

  await ann.play({ game: 'ttt', against: 'bob' });
  await world.clock.pass(GRACE + 1000);
  expect((await bob.call('GET', 'play')).body.challenges).toEqual([]);

  const waiting = await bob.play({ game: 'ttt' });
  const met = await ann.play({ game: 'ttt', against: 'bob' });
  expect((await bob.look(waiting.id)).match).toBe(met.match);
});

test('2.2 2.3 2.7 bots of the house, tables of one’s own kind, and leaving', async () => {
  const world = await makeWorld({ games: [ticTacToe] });
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')];
  const bots = await ann.play({ game: 'tic-tac-toe', against: 'house:EASY' });
  expect(bots).toMatchObject({ status: 'playing', players: [{ name: 'ann' }, { kind: 'bot', rating: null }] });
  const left = await ann.play({ game: 'ttt', rated: false });
  expect((await ann.call('POST', `play/${left.id}/leave`)).body).toMatchObject({ status: 'void' });
  expect((await ann.call('POST', `play/${left.id}/leave`)).status).toBe(200);
  const [unrated, rated] = [await ann.play({ game: 'ttt', rated: false }), await bob.play({ game: 'ttt' })];
  expect([unrated.status, rated.status]).toEqual(['waiting', 'waiting']);
  expect(await bob.play({ game: 'ttt', rated: false })).toMatchObject({ status: 'playing' });
  expect((await ann.call('POST', `play/${unrated.id}/leave`)).status).toBe(409);
});

test('2.3 4.5 practice counts for the sure rating where the caller asks for it and the bot was measured', async () => {
  const world = await makeWorld({ games: [ticTacToe] });
  const ann = await world.agent('ann');
  const wish = { game: 'ttt', against: 'house:hard', sure: true };
  expect(await ann.call('POST', 'play', wish)).toMatchObject({ status: 409, body: { code: 'unmeasured' } });
  await writeAnchors(world.storage.documents, 'ttt', [{ name: 'hard', rating: 1702.5, deviation: 31 }]);
  for (const wrong of [
    { ...wish, against: 'anyone' },
    { game: 'ttt', sure: true },
  ]) {
    expect(await ann.call('POST', 'play', wrong)).toMatchObject({ status: 400, body: { code: 'bad-request' } });
  }
  const { id, match } = await ann.play(wish);
  const { result } = (await ann.call('POST', `play/${id}/resign`)).body;
  expect(result).toMatchObject({ rank: 2, rating: null, change: null, unrated: 'bot' });
  expect(result.sure).toEqual({
    rating: 1500 + result.sure.change,
    deviation: expect.any(Number),
    change: expect.any(Number),
  });
  expect(result.sure.change).toBeLessThan(0);
  const record = await world.storage.matches.load(match);
  expect(record!.terms.practice).toEqual({ rating: 1702.5, deviation: 31 });
  expect(faultOfShape({ ...record, outcome: { kind: 'void', reason: 'x' } })).toBeUndefined();
  const idle = await ann.play({ ...wish, sure: false });
  expect((await ann.call('POST', `play/${idle.id}/resign`)).body.result).toMatchObject({ sure: null, unrated: 'bot' });
});

test('1.3 one account waits a hundred times at most, and the rest is told to come back', async () => {
  const world = await makeWorld({ games: [ticTacToe] });
  const ann = await world.agent('ann');
  const { id } = await ann.play({ game: 'ttt' });
  const waits = Array.from({ length: 1000 }, () => ann.call('GET', `play/${id}?wait=25`));
  await world.clock.pass(25_000);
  const answers = await Promise.all(waits);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(refused).toHaveLength(900);
  expect(refused[0]!.headers['retry-after']).toBe('1');
  expect(await ann.look(id)).toMatchObject({ status: 'waiting' });
});

test('every game begins, is looked at and resigned', async () => {
  const world = await makeWorld();
  const ann = await world.agent('ann');
  for (const { id: game } of world.local.games) {
    const begun = await ann.play({ game, against: 'house' });
    expect([game, begun.status, Check(Picture, begun)]).toEqual([game, 'playing', true]);
    const { status, body } = await ann.call('POST', `play/${begun.id}/resign`);
    expect([game, status, Check(Picture, body)]).toEqual([game, 200, true]);
  }
  expect(world.faults).toEqual([]);
});
