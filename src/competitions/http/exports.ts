import type { FastifyInstance } from 'fastify';
import type { Arena } from '../../core/arena.ts';
import type { AnyGame } from '../../core/game.ts';
import { pairingsCsv, standingsCsv } from '../export/csv.ts';
import { exportCompetition } from '../export/json.ts';
import { type Played, pgn } from '../export/pgn.ts';
import { trf } from '../export/trf.ts';
import type { Competitions, Standing } from '../hall/competitions.ts';
import { pairingsOf } from '../state.ts';

export interface ExportParts {
  http: FastifyInstance;
  competitions: Competitions;
  arena: Arena;
  /** The rules by which a match is written down. */
  rules(game: string, version: number): AnyGame | undefined;
}

const FORMATS = ['json', 'csv', 'pairings.csv', 'pgn', 'trf'] as const;
type Format = (typeof FORMATS)[number];

const TYPES: { [format in Format]: string } = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  'pairings.csv': 'text/csv; charset=utf-8',
  pgn: 'application/x-chess-pgn; charset=utf-8',
  trf: 'text/plain; charset=utf-8',
};
const CHESS = 'chess';

/** A competition as files: all of it, its tables, and of chess the games and the report of the tournament. */
export function addExports(parts: ExportParts): void {
  const { http, competitions } = parts;
  http.get<{ Params: { id: string }; Querystring: { format?: string } }>(
    '/api/v1/competitions/:id/export',
    async ({ params: { id }, query }, reply) => {
      const format = FORMATS.find((one) => one === (query.format ?? 'json'));
      if (!format) return reply.code(400).send({ error: `format is one of ${FORMATS.join(', ')}.` });
      const found = await competitions.find(id);
      if (!found) return reply.code(404).send({ error: 'No such competition.' });
      const { competition, state } = found;
      if ((format === 'pgn' || format === 'trf') && competition.game !== CHESS) {
        return reply.code(409).send({ error: `${format} is for competitions of chess.` });
      }
      if (format === 'trf' && state.closedAt === null) {
        return reply.code(409).send({ error: 'There is a report once entry has closed.' });
      }
      const name = `competition-${id}.${format}`;
      return reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(await written(parts, format, found));
    },
  );
}

async function written(parts: ExportParts, format: Format, { competition, state }: Standing): Promise<string> {
  switch (format) {
    case 'json':
      return JSON.stringify(exportCompetition(competition, await parts.competitions.entries(competition.id)));
    case 'csv':
      return standingsCsv(competition, state);
    case 'pairings.csv':
      return pairingsCsv(state);
    case 'trf':
      return trf(competition, state);
    case 'pgn':
      return games(parts, { competition, state });
  }
}

async function games({ arena, rules }: ExportParts, { competition, state }: Omit<Standing, 'live'>): Promise<string> {
  const records = new Map<string, Played>();
  let game: AnyGame | undefined;
  for (const id of pairingsOf(state).flatMap(({ matches }) => matches)) {
    const record = await arena.record(id);
    if (!record || record === 'live') continue;
    game ??= rules(record.game, record.version);
    records.set(id, record);
  }
  return game ? pgn(competition, state, game, (match) => records.get(match)) : '';
}
