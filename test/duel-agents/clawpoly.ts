// A Clawpoly agent that is told where to connect: it joins its room, and plays where it is called from there.
import { ClawpolyAgent, greedy, join } from '../clawpoly-client.ts';

const { ARENA = '', KEY = '', ROOM = '' } = process.env;
const agent = new ClawpolyAgent(ARENA, await join(ARENA, ROOM, { name: 'greedy' }, KEY), greedy);
await agent.over();
await agent.leave();
