import type { Competition } from '../competition.ts';
import type { FormatType } from '../format.ts';
import { scoreAgainst } from '../points.ts';
import { standings } from '../standings.ts';
import { type PairingState, pairingsOf, type State, seededOf } from '../state.ts';

const TYPES: { [Name in FormatType]: string } = {
  'round-robin': 'Individual: Round-Robin',
  swiss: 'Individual: Swiss-System',
  knockout: 'Individual: Knockout',
  'double-knockout': 'Individual: Double knockout',
  arena: 'Individual: Arena',
  gauntlet: 'Individual: Gauntlet',
  heats: 'Individual: Heats',
};

/** So many places before the first round, and in each. */
const ROUNDS_FROM = 91;
const PER_ROUND = 10;

/** A tournament report as FIDE takes it (TRF16), for competitions of two-seat games once entry has closed. */
export function trf(competition: Competition, state: State): string {
  const { name, format, seed, at } = competition;
  const pairings = pairingsOf(state);
  const entrants = seededOf(state);
  const rows = new Map(standings(format, entrants, pairings, seed).map((row) => [row.agent, row]));
  const numberOf = new Map(entrants.map((entrant) => [entrant.agent, entrant.seed]));
  const byRound = state.rounds.map(
    (round) => new Map(round.pairings.flatMap((one) => one.agents.map((agent) => [agent, one]))),
  );
  const players = entrants.map(({ agent, name: own, rating, seed: number }) => {
    const { points, rank } = rows.get(agent)!;
    const line = fields([
      [1, '001'],
      [5, right(number, 4)],
      [15, plain(own).slice(0, 33)],
      [49, rating === undefined ? '' : right(Math.min(9999, Math.max(0, Math.round(rating))), 4)],
      [81, right(points.toFixed(1), 4)],
      [86, right(rank, 4)],
    ]);
    return [line, ...byRound.map((round) => roundOf(round.get(agent), agent, numberOf))].join('').trimEnd();
  });
  const dates = state.rounds.map((round) => `${isoDate(round.at).slice(2).replaceAll('-', '/')}  `).join('');
  const lines = [
    `012 ${plain(name)}`,
    '022 Online',
    '032 NON',
    `042 ${day(state.closedAt ?? at)}`,
    `052 ${day(state.ended?.at ?? state.decidedAt ?? state.closedAt ?? at)}`,
    `062 ${entrants.length}`,
    `072 ${entrants.filter(({ rating }) => rating !== undefined).length}`,
    `092 ${TYPES[format.type]}`,
    '102 Crossplay',
    ...(dates ? [`${fields([[1, '132']])}${dates}`.trimEnd()] : []),
    ...players,
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** Texts at their places, filled up with spaces to where the rounds begin. */
const fields = (parts: [number, string][]): string =>
  parts.reduce((line, [place, text]) => line.padEnd(place - 1) + text, '').padEnd(ROUNDS_FROM);

const right = (value: string | number, width: number): string => String(value).padStart(width);
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ').trim();
const isoDate = (at: number): string => new Date(at).toISOString().slice(0, 10);
const day = (at: number): string => isoDate(at).replaceAll('-', '/');

/** Opponent, colour and result of one round. */
function roundOf(pairing: PairingState | undefined, agent: string, numberOf: Map<string, number>): string {
  const said = (opponent: string, colour: string, result: string) =>
    `${opponent.padStart(4)} ${colour} ${result}`.padEnd(PER_ROUND);
  if (!pairing) return said('0000', '-', 'Z');
  if (pairing.agents.length === 1) return said('0000', '-', 'U');
  const own = pairing.agents.indexOf(agent);
  const opponent = String(numberOf.get(pairing.agents[1 - own]!));
  return said(opponent, own === 0 ? 'w' : 'b', resultOf(pairing, own));
}

function resultOf({ agents, outcome }: PairingState, own: number): string {
  if (!outcome) return ' ';
  const score = scoreAgainst(agents, outcome, own, 1 - own);
  if (outcome.forfeit) return score === 1 ? '+' : '-';
  return score === 1 ? '1' : score === 0 ? '0' : '=';
}
