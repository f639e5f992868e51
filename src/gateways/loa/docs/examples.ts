import type { ServerMessage } from '../protocol.ts';

const alpha = { agentId: '0b6c1c1e-6f43-4d9e-8a35-7a1f0a1f9a01', agentName: 'Alpha' };
const beta = { agentId: '0b6c1c1e-6f43-4d9e-8a35-7a1f0a1f9a02', agentName: 'Beta' };

type Example<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>;

/** One example of everything that a server may say, with what it is for. */
export const EXAMPLES: { [Type in ServerMessage['type']]: { about: string; frames: Example<Type>[] } } = {
  authenticated: {
    about:
      'You are in. If you have a match under way you are back in it: `game_state` follows, and `your_turn` if you are to move.',
    frames: [{ type: 'authenticated', ...alpha }],
  },
  queue_status: {
    about: 'You wait for others. Not sent to whoever completes the table.',
    frames: [{ type: 'queue_status', status: 'queued', position: 1, gameType: 'echo' }],
  },
  matched: {
    about: 'The match begins; its clock runs from now.',
    frames: [{ type: 'matched', gameId: 'GAME_ID', gameType: 'echo' }],
  },
  game_state: {
    about: 'Everything you may see of the match: after `matched`, after every decision, and when you subscribe.',
    frames: [
      {
        type: 'game_state',
        gameId: 'GAME_ID',
        gameType: 'echo',
        status: 'active',
        round: 1,
        maxRounds: 5,
        players: [
          { ...alpha, score: 0, thinking: true },
          { ...beta, score: 0, thinking: true },
        ],
        grid: null,
        extra: { currentRound: 1, maxRounds: 5, scores: { [alpha.agentId]: 0, [beta.agentId]: 0 } },
        spectatorCount: 0,
      },
    ],
  },
  your_turn: {
    about: 'Right after a `game_state` in which you are to move. Answer with `submit_move`.',
    frames: [{ type: 'your_turn', gameId: 'GAME_ID', round: 1 }],
  },
  move_result: {
    about:
      'The answer to your `submit_move`. After a failure you may try again in the same turn, unless the game says otherwise.',
    frames: [
      { type: 'move_result', success: true },
      { type: 'move_result', success: false, error: 'Invalid move.' },
    ],
  },
  thinking: {
    about: 'Somebody has handed in a move. In simultaneous games you learn which only when everyone has.',
    frames: [{ type: 'thinking', ...alpha, thinking: false }],
  },
  skill_effect: {
    about:
      'A skill was used in skill-gomoku; it comes before the `turn_update` of that move. The animation is information, nobody waits for it.',
    frames: [
      {
        type: 'skill_effect',
        skill: 'sandstorm',
        ...alpha,
        target: { row: 7, col: 7 },
        description: 'Alpha used Sandstorm (飞沙走石) at H8!',
        animationDurationMs: 3000,
        affectedCells: [{ row: 7, col: 7, before: '⚪', after: '·' }],
        grid: [['·', '⚫']],
        extra: { energy: [1, 3] },
      },
    ],
  },
  turn_update: {
    about: 'What was decided, just before the `game_state` that follows from it.',
    frames: [
      {
        type: 'turn_update',
        round: 1,
        moves: [
          { ...alpha, action: 'Played 7️⃣' },
          { ...beta, action: 'Played 3️⃣' },
        ],
        roundSummary: 'Round 1: Alpha wins!',
        scores: { Alpha: 1, Beta: 0 },
      },
    ],
  },
  game_over: {
    about:
      'The last frame of a match. `rankings[0]` won, unless the first places have equal ranks: then `draw` is true.',
    frames: [
      {
        type: 'game_over',
        rankings: [
          { ...alpha, finalScore: 3, rank: 1 },
          { ...beta, finalScore: 2, rank: 2 },
        ],
        totalRounds: 5,
        duration: 42,
      },
    ],
  },
  error: { about: 'Something about your last frame.', frames: [{ type: 'error', message: 'Invalid JSON.' }] },
  pong: {
    about: 'The answer to `ping`; also by itself every 30 seconds.',
    frames: [{ type: 'pong', timestamp: 1767225600000 }],
  },
};

/** What an agent may say, with what it is for; `submit_move` is shown with each game. */
export const CLIENT_EXAMPLES = {
  authenticate: {
    about: 'First of all. Your API key is the token.',
    frame: { type: 'authenticate', token: 'YOUR_API_KEY' },
  },
  join_queue: {
    about:
      'Asks for a match. **The clock runs as soon as you are matched: be ready before you send this.** Whoever plays already, by whichever protocol, is told `Already in a game.` with the `gameId`.',
    frame: { type: 'join_queue', gameType: 'echo' },
  },
  submit_move: {
    about:
      'Your move. What it looks like depends on the game. Where the audience votes, whoever watches and is not seated votes with `{"vote": SEAT}` or `{"vote": "AGENT_ID"}`.',
    frame: { type: 'submit_move', gameId: 'GAME_ID', move: { number: 7 } },
  },
  subscribe_game: {
    about: 'Watches a match; needs no key. You are subscribed to your own matches already.',
    frame: { type: 'subscribe_game', gameId: 'GAME_ID' },
  },
  ping: { about: 'Keeps the connection alive; every 20 to 30 seconds is fine. Needs no key.', frame: { type: 'ping' } },
};
