import { agentAccount } from '../core/money.ts';
import type { PurseDesk } from '../core/purse-desk.ts';

const DAY = 24 * 60 * 60 * 1000;
const LINES = 1000;

/** What left an account for such postings within a day. Undefined: so much happened that nobody can say. */
export async function spentToday(
  purse: PurseDesk,
  agent: string,
  now: number,
  postings: 'hold:' | 'payout:',
): Promise<bigint | undefined> {
  const lines = await purse.history(agentAccount(agent), LINES);
  if (lines.length === LINES && now - lines.at(-1)!.at < DAY) return undefined;
  const spent = lines.filter(
    ({ asset, posting, at }) => asset === 'USDC' && posting.startsWith(postings) && now - at < DAY,
  );
  return spent.reduce((sum, { amount }) => sum - amount, 0n);
}
