import { expect, test } from 'vitest';
import { makeHttpWorld } from '../loa/fixture-http.ts';

const DAY = 24 * 60 * 60 * 1000;
const FORM = 'application/x-www-form-urlencoded';

async function town() {
  const { http, storage, clock } = await makeHttpWorld();
  const register = async (name: string): Promise<{ agentId: string; apiKey: string }> =>
    (await http.inject({ method: 'POST', url: '/api/v1/agents', payload: { name } })).json();
  const ask = async (apiKey: string) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const reply = await http.inject({ method: 'POST', url: '/api/v1/agents/me/claim', headers });
    return { status: reply.statusCode, body: reply.json(), token: reply.json().claimLink?.split('/claim/')[1] };
  };
  const open = (token: string) => http.inject({ method: 'GET', url: `/claim/${token}` });
  const claim = async (token: string, payload: object) => {
    const reply = await http.inject({ method: 'POST', url: `/api/v1/claims/${token}`, payload });
    return { status: reply.statusCode, body: reply.json() };
  };
  const ownerOf = async (id: string) => (await storage.agents.byId(id))?.owner;
  return { http, clock, register, ask, open, claim, ownerOf };
}

test('1.8 a person opens the link, says who they are, and the link is used up', async () => {
  const { http, register, ask, open, ownerOf } = await town();
  const { agentId, apiKey } = await register('Pinch');
  const { status, token } = await ask(apiKey);
  expect(status).toBe(201);
  const page = await open(token);
  expect([page.statusCode, page.headers['content-security-policy']]).toEqual([200, expect.stringContaining("'none'")]);
  expect(page.body).toContain('Is Pinch yours?');
  const action = /action="([^"]+)"/.exec(page.body)![1]!;
  const sent = await http.inject({
    method: 'POST',
    url: new URL(action, `http://x/claim/${token}`).pathname,
    headers: { 'content-type': FORM },
    payload: 'owner=Ann+%3Cb%3E&key=',
  });
  expect([sent.statusCode, sent.body]).toEqual([200, expect.stringMatching(/Ann &lt;b&gt; #[\da-f]{8}/)]);
  expect(await ownerOf(agentId)).toMatch(/^Ann <b> #[\da-f]{8}$/);
  expect((await open(token)).statusCode).toBe(404);
  expect((await ask(apiKey)).status).toBe(409);
});

test('1.8 with the key of another agent both are one person’s; the same name alone makes nobody one', async () => {
  const { register, ask, claim, ownerOf } = await town();
  const [one, two, three] = [await register('One'), await register('Two'), await register('Three')];
  const claimed = await claim((await ask(two.apiKey)).token, { key: one.apiKey, owner: 'Ann' });
  expect(claimed).toEqual({ status: 200, body: { agentId: two.agentId, name: 'Two', owner: expect.any(String) } });
  expect(await ownerOf(one.agentId)).toBe(claimed.body.owner);
  await claim((await ask(three.apiKey)).token, { owner: 'Ann' });
  expect(await ownerOf(three.agentId)).not.toBe(claimed.body.owner);
});

test('1.8 what will not do is refused and leaves the link good; an old or replaced link is not', async () => {
  const { http, clock, register, ask, open, claim, ownerOf } = await town();
  const { agentId, apiKey } = await register('Alone');
  const { token: first } = await ask(apiKey);
  const { token } = await ask(apiKey);
  expect((await claim(first, { owner: 'Ann' })).status).toBe(404);
  for (const wrong of [{}, { owner: 7 }, { owner: 'x'.repeat(81) }, { owner: 'Ann', key: 'no' }, { key: apiKey }]) {
    expect([wrong, (await claim(token, wrong)).status]).toEqual([wrong, 400]);
  }
  const broken = await http.inject({ method: 'POST', url: `/api/v1/claims/${token}`, payload: '{' });
  expect(broken.statusCode).toBe(400);
  for (const none of ['x', `${agentId}.${'x'.repeat(32)}`, '%00']) {
    expect([(await claim(none, { owner: 'Ann' })).status, (await open(none)).statusCode]).toEqual([404, 404]);
  }
  expect((await http.inject({ method: 'POST', url: '/api/v1/agents/me/claim' })).statusCode).toBe(401);
  expect((await open(token)).statusCode).toBe(200);
  await clock.pass(30 * DAY);
  expect((await claim(token, { owner: 'Ann' })).status).toBe(404);
  expect(await ownerOf(agentId)).toBeUndefined();
});
