import { expect, onTestFinished, test } from 'vitest';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { Actor, envelope, leagueWorld, playerMeta, post, say, type World } from '../../src/gateways/league/fixture.ts';
import type { TokenRule } from '../../src/gateways/league/manager/inbox.ts';
import { attacked, post as postJson } from './arena.ts';

async function world(tokens: TokenRule): Promise<World> {
  const made = await leagueWorld({ tokens });
  onTestFinished(() => made.stop());
  return made;
}

async function player(at: World, name: string, thinks: boolean): Promise<Actor> {
  const made = await createAccounts({ storage: at.storage, clock: at.clock }).register(name);
  if ('error' in made) throw new Error(made.error);
  const isChoice = (type: string) => type === 'CHOOSE_PARITY_CALL';
  const actor = await new Actor(at.url, {
    answer: ({ message_type }) => (thinks && isChoice(message_type) ? 'receipt' : undefined),
  }).listen();
  onTestFinished(() => actor.close());
  await actor.register(playerMeta(actor.url, { auth: { api_key: made.apiKey } }));
  return actor;
}

test.each(['off', 'queries', 'strict'] as const)(
  'nobody moves for an account’s seat without its token or the call’s conversation, with tokens %s',
  async (tokens) => {
    const at = await world(tokens);
    const victim = await player(at, 'Victim', true);
    const thief = await player(at, 'Thief', false);
    const { match_id, conversation_id } = await victim.hears('CHOOSE_PARITY_CALL');
    const move = (more: object) =>
      post(at.url, {
        ...envelope('CHOOSE_PARITY_RESPONSE', `player:${victim.id}`, {
          match_id,
          player_id: victim.id,
          parity_choice: 'odd',
        }),
        ...more,
      });
    for (const more of [{}, { auth_token: 'guess' }, { auth_token: thief.token }, { conversation_id: 'conv-guess' }]) {
      const { result } = await move(more);
      expect([more, result.message_type]).toEqual([more, 'LEAGUE_ERROR']);
      expect(['E011', 'E012']).toContain(result.error_code);
    }
    const own = tokens === 'strict' ? { auth_token: victim.token } : { conversation_id };
    expect((await move(own)).result).toMatchObject({ message_type: 'MESSAGE_ACK', status: 'received' });
    await victim.hears('LEAGUE_COMPLETED');
  },
);

test('a guest’s seat still takes an answer by match and player alone', async () => {
  const at = await world('queries');
  const [quiet, other] = [
    new Actor(at.url, {
      answer: ({ message_type }) => (message_type === 'CHOOSE_PARITY_CALL' ? 'receipt' : undefined),
    }),
    new Actor(at.url),
  ];
  for (const actor of [quiet, other]) {
    await actor.listen();
    onTestFinished(() => actor.close());
    await actor.register();
  }
  const { match_id } = await quiet.hears('CHOOSE_PARITY_CALL');
  const answer = await say(at.url, 'CHOOSE_PARITY_RESPONSE', `player:${quiet.id}`, {
    match_id,
    player_id: quiet.id,
    parity_choice: 'odd',
  });
  expect(answer.message_type).toBe('MESSAGE_ACK');
});

test('on loopback private addresses are called until a request comes through a proxy, then they are rejected', async () => {
  const { server, end } = await attacked({ CROSSPLAY_LEAGUES: 'a=8,b=8' });
  onTestFinished(end);
  const register = async (league_id: string, headers: { [name: string]: string } = {}) => {
    const params = envelope('LEAGUE_REGISTER_REQUEST', 'player:x', {
      league_id,
      ...playerMeta(`http://127.0.0.1:${league_id.charCodeAt(0)}/mcp`),
    });
    const { json } = await postJson(
      server,
      '/mcp',
      { jsonrpc: '2.0', method: 'register_player', params, id: 1 },
      headers,
    );
    return json.result;
  };
  expect(await register('a')).toMatchObject({ status: 'ACCEPTED' });
  const rejected = { status: 'REJECTED', reason: expect.stringContaining('CROSSPLAY_PRIVATE_CALLS') };
  expect(await register('b', { 'x-forwarded-for': '8.8.8.8' })).toMatchObject(rejected);
  expect(await register('b')).toMatchObject(rejected);
});
