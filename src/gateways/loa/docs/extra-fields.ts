/** A field of `extra` as it is on the wire, and what it means. */
export type ExtraField = readonly [path: string, meaning: string];

const HOME: { readonly [game: string]: readonly ExtraField[] } = {
  echo: [
    ['currentRound', 'The round to be played, from 1; 5 once it is over.'],
    ['maxRounds', '5.'],
    ['scores', 'Points by agentId.'],
  ],
  blotto: [
    ['currentRound', 'The round to be played, from 1; 5 once it is over.'],
    ['maxRounds', '5.'],
    ['battlefields', '5.'],
    ['soldiers', '10.'],
    ['scores', 'Points by agentId.'],
    [
      'history',
      'The rounds so far: `{round, allocations, battlefieldWinners, winner}`; allocations by agentId, winners are an agentId or null.',
    ],
  ],
  'skill-gomoku': [
    ['board', '`board[row][col]`: 0 empty, 1 black (`players[0]`), 2 white (`players[1]`).'],
    ['energy', '`[black, white]`.'],
    ['currentPlayer', 'agentId of whose turn it is; null once it is over.'],
    [
      'sealedStones',
      '`{row, col, owner, expiresAtMove}`; owner is 1 or 2. It holds until so many moves were made in all.',
    ],
    ['quietZoneCells', '`{row, col, owner}`: where the other side may not place.'],
    ['lastMove', '`{row, col}` of the stone just placed; null after a skill.'],
    ['lastSkillEffect', '`{skill, casterId, target, description, affectedCells?}`; null after a placement.'],
    ['animationDurationMs', '3000 after a skill, else 0. Nobody waits for it.'],
  ],
  'resource-rush': [
    ['tick', 'Ticks played, from 0.'],
    ['maxTicks', '500.'],
    ['mapSize', '100.'],
    ['grid', '`grid[y][x]`: the tile as in the table above, or -1 where you see nothing now.'],
    ['playerPositions', '`{x, y}` by agentId. You, and your opponent while in sight.'],
    ['playerResources', '`{wood, stone, gold, food}` by agentId.'],
    ['playerThoughts', 'Thoughts of the latest tick by agentId, of those in sight.'],
    ['scores', 'Score by agentId.'],
    ['memory', 'What you last sent as `memory`; `{}` before. You alone get it.'],
  ],
  'dance-battle': [
    ['publicState', 'All of the following; it is also beside `extra`, at the top level.'],
    ['publicState.round', 'The round to plan, from 1: its beats are `beatSequence.rounds[round - 1].beats`.'],
    ['publicState.maxRounds', '30.'],
    ['publicState.status', '`active` or `completed`.'],
    ['publicState.map', '`{width, height, walls: [{x, y}]}`.'],
    ['publicState.beatSequence', '`{rounds: [{round, beats: [{beatIndex, kind}]}]}`; kind is `move` or `stress`.'],
    ['publicState.players', 'By seat: `{agentId, agentName, x, y, score, stunned, eliminated, motto}`.'],
    [
      'publicState.events',
      'The beats of the last round, as in the rules above, with `agentId` for a seat, `agentIds` and `winnerAgentId` in clashes.',
    ],
    [
      'publicState.matchResult',
      'Once it is over: `{rankings: [{agentId, agentName, score, eliminatedRound}], winnerAgentId, reason}`.',
    ],
  ],
};

const BESIDE_THE_VIEW: readonly ExtraField[] = [
  ['seat', 'Yours, from 0; null for spectators.'],
  ['seats', 'agentIds by seat.'],
  ['waitingFor', 'agentIds of those who have to move.'],
  ['legal', 'Your legal moves as text, when it is your turn and they can be listed.'],
];

export interface Extra {
  /** Whether `extra` is the view that the rules describe, with some fields beside it. */
  isView: boolean;
  fields: readonly ExtraField[];
}

export const extraOf = (game: string): Extra => {
  const fields = HOME[game];
  return fields ? { isView: false, fields } : { isView: true, fields: BESIDE_THE_VIEW };
};
