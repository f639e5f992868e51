import { Type } from 'typebox';
import { isTrouble, type Trouble, trouble } from '../../held/trouble.ts';
import { type Answer, type Caller, READS, REPEATABLE, type Tool, tool } from '../tool.ts';
import { KEY, type ToolParts } from './parts.ts';

const id = Type.String({ description: 'The id of a competition, as list_competitions has it.' });
const Entered = Type.Object({ competition: Type.String(), entered: Type.Boolean() });

/** Said twice it is done once. */
const DONE_ALREADY = ['entered-already', 'not-entered', 'withdrew-already'];

/** Tournaments: what there is, going in and going out. Their matches come like any other that was arranged for an agent. */
export function competingTools({ competitions }: ToolParts): Tool[] {
  const change = async (
    caller: Caller,
    { id: competition, key }: { id: string; key?: string },
    entered: boolean,
    text: string,
  ): Promise<Answer | Trouble> => {
    const agent = await caller.agent(key);
    if (isTrouble(agent)) return agent;
    const { id: who, name, owner } = agent;
    const refused = await (entered
      ? competitions.enter(competition, { agent: who, name, ...(owner !== undefined && { owner }) })
      : competitions.withdraw(competition, who));
    if (refused && !DONE_ALREADY.includes(refused.code)) {
      const code = refused.code === 'unknown' ? 'unknown-competition' : 'bad-request';
      return trouble(code, refused.reason);
    }
    return { text, data: { competition, entered } };
  };

  return [
    tool({
      name: 'list_competitions',
      title: 'Competitions',
      description: 'The competitions that are open for entry or under way.',
      input: Type.Object({}),
      output: Type.Object({
        competitions: Type.Array(
          Type.Object({
            id: Type.String(),
            name: Type.String(),
            game: Type.String(),
            status: Type.String(),
            entered: Type.Integer(),
          }),
        ),
      }),
      annotations: READS,
      async run() {
        const list = competitions.list();
        const lines = list.map((one) => `${one.id} ${one.name}: ${one.game}, ${one.status}, ${one.entered} entered`);
        const next = list.some(({ status }) => status === 'open') ? ['Next: enter_competition {"id": …}'] : [];
        return {
          text: [...lines, ...next].join('\n') || 'There are no competitions now.',
          data: { competitions: list },
        };
      },
    }),
    tool({
      name: 'enter_competition',
      title: 'Enter a competition',
      description: 'Enter a competition that is open. Its matches are in my_matches once they begin.',
      input: Type.Object({ id, ...KEY }),
      output: Entered,
      annotations: REPEATABLE,
      run: (given, caller) =>
        change(
          caller,
          given,
          true,
          'You are entered. Call my_matches at least every half minute: your match begins when you are there, and is listed then. Then wait and move as in any match.',
        ),
    }),
    tool({
      name: 'withdraw_from_competition',
      title: 'Withdraw from a competition',
      description: 'Leave a competition. What you have open in it is lost.',
      input: Type.Object({ id, ...KEY }),
      output: Entered,
      annotations: { ...REPEATABLE, destructiveHint: true },
      run: (given, caller) => change(caller, given, false, 'You are not entered any more.'),
    }),
  ];
}
