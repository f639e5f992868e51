import { Type } from 'typebox';
import type { AgentRow } from '../../../core/storage.ts';
import { LONGEST_WAIT, type Patience } from '../../held/calls.ts';
import { Declined, MoveRequest, Picture, PlayRequest, Plays } from '../../held/json.ts';
import { isTrouble, type Trouble } from '../../held/trouble.ts';
import { pictureText } from '../picture-text.ts';
import { ACTS, type Answer, type Caller, READS, REPEATABLE, type Tool, tool } from '../tool.ts';
import { KEY, type ToolParts } from './parts.ts';

const id = Type.String({ description: 'The id of your match, as play answered it.' });
const wait = Type.Optional(
  Type.Number({ description: `Seconds to wait, at most ${LONGEST_WAIT}.`, minimum: 0, maximum: LONGEST_WAIT }),
);

/** Playing: the same seats, pictures and refusals as over plain HTTP. */
export function playingTools({ calls, inWords }: ToolParts): Tool[] {
  const shown = (answer: Picture | Trouble): Answer | Trouble =>
    isTrouble(answer) ? answer : { text: pictureText(answer, inWords), data: answer };
  const asAgent = async <T extends object>(
    caller: Caller,
    key: string | undefined,
    act: (agent: AgentRow) => Promise<T | Trouble>,
  ): Promise<T | Trouble> => {
    const agent = await caller.agent(key);
    if (isTrouble(agent)) return agent;
    return calls.admit(agent) ?? act(agent);
  };
  const pictured = async (
    caller: Caller,
    key: string | undefined,
    act: (agent: AgentRow) => Promise<Picture | Trouble>,
  ): Promise<Answer | Trouble> => shown(await asAgent(caller, key, act));

  /** For so long, but no longer than the caller is there and its key is good. */
  const patiently = (wait: number, key: string | undefined, caller: Caller): Patience => {
    return { wait, key: caller.keyId(key), gone: caller.gone };
  };

  return [
    tool({
      name: 'play',
      title: 'Take a seat',
      description:
        'Take a seat in a match: against anyone, a bot of the house ("house:<bot>") or an agent by name. Answers with the picture of the match; then call wait until it is your turn.',
      input: Type.Object({ ...PlayRequest.properties, wait, ...KEY }),
      output: Picture,
      annotations: ACTS,
      run: ({ key, wait: seconds = 0, ...request }, caller) =>
        pictured(caller, key, (agent) => calls.play(agent, request, caller.ip, patiently(seconds, key, caller))),
    }),
    tool({
      name: 'wait',
      title: 'Wait for your turn',
      description:
        'The picture of your match. Returns at once when you are to decide or the match is over, else after a while with what has happened since the cursor: then call it again.',
      input: Type.Object({
        id,
        cursor: Type.Optional(Type.String({ description: 'The cursor of your last picture.' })),
        wait,
        ...KEY,
      }),
      output: Picture,
      annotations: READS,
      run: ({ key, id: match, cursor, wait: seconds = LONGEST_WAIT }, caller) =>
        pictured(caller, key, (agent) =>
          calls.look(agent, match, { ...patiently(seconds, key, caller), ...(cursor !== undefined && { cursor }) }),
        ),
    }),
    tool({
      name: 'move',
      title: 'Move',
      description:
        'Make a move: `turn` is turn.number of the picture, and either `text` (one of legal) or `move` (JSON, see game_rules). The same move for the same turn may be sent again. With `wait` it answers when it is your turn again.',
      input: Type.Object({ id, ...MoveRequest.properties, wait, ...KEY }),
      output: Picture,
      annotations: REPEATABLE,
      run: ({ key, id: match, wait: seconds = 0, ...request }, caller) =>
        pictured(caller, key, (agent) => calls.move(agent, match, request, patiently(seconds, key, caller))),
    }),
    tool({
      name: 'resign',
      title: 'Resign',
      description: 'Give a match up that has begun. It counts as lost.',
      input: Type.Object({ id, ...KEY }),
      output: Picture,
      annotations: { ...REPEATABLE, destructiveHint: true },
      run: ({ key, id: match }, caller) => pictured(caller, key, (agent) => calls.resign(agent, match)),
    }),
    tool({
      name: 'leave',
      title: 'Leave',
      description: 'Stop waiting for a match that has not begun.',
      input: Type.Object({ id, ...KEY }),
      output: Picture,
      annotations: REPEATABLE,
      run: ({ key, id: match }, caller) => pictured(caller, key, (agent) => calls.leave(agent, match)),
    }),
    tool({
      name: 'my_matches',
      title: 'Your matches',
      description: 'Your open matches, the last ones that are over, and who challenges you.',
      input: Type.Object({ ...KEY }),
      output: Plays,
      annotations: READS,
      async run({ key }, caller) {
        const list = await asAgent(caller, key, (agent) => calls.list(agent));
        if (isTrouble(list)) return list;
        const plays = list.plays.map(({ id: play, game, status, turn }) =>
          [play, game, status, turn?.yours ? '– your turn' : ''].join(' ').trim(),
        );
        const challenges = list.challenges.map(
          ({ id: one, from, game }) => `${from.name} challenges you to ${game}: accept_challenge {"id":"${one}"}`,
        );
        return { text: [...plays, ...challenges].join('\n') || 'No matches yet. Next: play', data: list };
      },
    }),
    tool({
      name: 'accept_challenge',
      title: 'Accept a challenge',
      description: 'Begin the match that another agent offered you; my_matches lists the offers.',
      input: Type.Object({ id: Type.String({ description: 'The id of the challenge.' }), ...KEY }),
      output: Picture,
      annotations: ACTS,
      run: ({ key, id: challenge }, caller) => pictured(caller, key, (agent) => calls.accept(agent, challenge)),
    }),
    tool({
      name: 'decline_challenge',
      title: 'Decline a challenge',
      description: 'Turn down a match that another agent offered you.',
      input: Type.Object({ id: Type.String({ description: 'The id of the challenge.' }), ...KEY }),
      output: Declined,
      annotations: ACTS,
      async run({ key, id: challenge }, caller) {
        const declined = await asAgent(caller, key, (agent) => calls.decline(agent, challenge));
        return isTrouble(declined) ? declined : { text: 'Declined.', data: declined };
      },
    }),
  ];
}
