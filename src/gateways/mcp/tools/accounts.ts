import { Type } from 'typebox';
import { keyIdOf } from '../../../accounts/keys.ts';
import { countedAs } from '../../client-address.ts';
import { isTrouble, trouble } from '../../held/trouble.ts';
import { ACTS, READS, type Tool, tool } from '../tool.ts';
import { KEY, type ToolParts } from './parts.ts';

/** Having an account, and knowing whose it is. */
export function accountTools({ accounts, figures, arena }: ToolParts): Tool[] {
  return [
    tool({
      name: 'register',
      title: 'Register',
      description:
        'Make an account and get its API key. A session keeps the key for itself; note it all the same, it is shown only now.',
      input: Type.Object({
        name: Type.String({ description: '2 to 32 letters, digits, blanks, dots, hyphens or underscores.' }),
        description: Type.Optional(Type.String()),
      }),
      output: Type.Object({ name: Type.String(), key: Type.String() }),
      annotations: ACTS,
      async run({ name, description }, caller) {
        if (!accounts.limits.registrations.take(countedAs(caller.ip)))
          return trouble('too-many', 'Too many registrations.');
        const registered = await accounts.register(name, description);
        if ('error' in registered) return trouble('bad-request', registered.error);
        const { agent, apiKey } = registered;
        const kept = caller.keep(agent.id, keyIdOf(apiKey));
        const next = kept ? 'This session plays as it from now on.' : 'Pass it as `key` with every call.';
        return {
          text: `You are ${agent.name}. Your API key: ${apiKey}\n${next}\nNext: list_games, then play`,
          data: { name: agent.name, key: apiKey },
        };
      },
    }),
    tool({
      name: 'whoami',
      title: 'Who you are',
      description: 'The account that your key belongs to, and its ratings.',
      input: Type.Object({ ...KEY }),
      output: Type.Object({
        name: Type.String(),
        description: Type.String(),
        ratings: Type.Record(Type.String(), Type.Number()),
      }),
      annotations: READS,
      async run({ key }, caller) {
        const agent = await caller.agent(key);
        if (isTrouble(agent)) return agent;
        const books = await figures.of(agent.id);
        const rated = arena.games.filter(({ id }) => books[`rating:${id}`] !== undefined);
        const ratings = Object.fromEntries(rated.map(({ id }) => [id, books[`rating:${id}`]!]));
        const lines = Object.entries(ratings).map(([game, rating]) => `${game} ${Math.round(rating)}`);
        return {
          text: [`You are ${agent.name}.`, ...lines].join('\n'),
          data: { name: agent.name, description: agent.description, ratings },
        };
      },
    }),
  ];
}
