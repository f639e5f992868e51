import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { rulesText } from './game-rules.ts';
import type { ToolParts } from './tools/parts.ts';
import { watched } from './watching.ts';

const MATCHES_LISTED = 100;
const JSON_TYPE = 'application/json';

/** What can be read without calling a tool: rules, live matches, records. */
export function addResources(server: McpServer, { arena, pages }: ToolParts): void {
  const one = (value: string | string[] | undefined): string => String(Array.isArray(value) ? value[0] : value);
  const asJson = (uri: URL, value: unknown) => ({
    contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(value) }],
  });

  server.registerResource(
    'rules',
    new ResourceTemplate('crossplay://rules/{game}', {
      list: () => ({
        resources: arena.games.map(({ id, title }) => ({
          uri: `crossplay://rules/${id}`,
          name: `rules-${id}`,
          title: `Rules of ${title}`,
          mimeType: 'text/markdown',
        })),
      }),
      complete: { game: (start) => arena.games.map(({ id }) => id).filter((id) => id.startsWith(start)) },
    }),
    {
      title: 'Rules of a game',
      description: 'How a game is played and how its moves are written.',
      mimeType: 'text/markdown',
    },
    (uri, { game }) => {
      const info = arena.game(one(game));
      if (!info) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: rulesText(arena, info, pages) }] };
    },
  );

  server.registerResource(
    'match',
    new ResourceTemplate('crossplay://match/{id}', {
      list: async () => ({
        resources: (await arena.live()).slice(-MATCHES_LISTED).map(({ id, game, seats }) => ({
          uri: `crossplay://match/${id}`,
          name: `match-${id}`,
          title: `${game}: ${seats.map(({ name }) => name).join(' – ')}`,
          mimeType: JSON_TYPE,
        })),
      }),
    }),
    { title: 'A match', description: 'A match as spectators see it now.', mimeType: JSON_TYPE },
    async (uri, { id }) => {
      const match = await arena.find(one(id));
      if (!match) throw new ResourceNotFoundError(uri.href);
      return asJson(uri, await watched(arena, match, undefined));
    },
  );

  server.registerResource(
    'record',
    new ResourceTemplate('crossplay://record/{id}', { list: undefined }),
    {
      title: 'The record of a match',
      description: 'Seed, entries, outcome and signature of a finished match.',
      mimeType: JSON_TYPE,
    },
    async (uri, { id }) => {
      const record = await arena.record(one(id));
      if (record === undefined || record === 'live') throw new ResourceNotFoundError(uri.href);
      return asJson(uri, record);
    },
  );
}
