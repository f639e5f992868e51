import { counted } from '../shared/counted.ts';
import type { View } from './rules.ts';

const LONGEST = 160;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

export function told({ messages, phase, totalVotes, votes }: View): string[] {
  if (phase === 'over') return votes ? [`The vote is closed: ${votes[0]} to ${votes[1]}`] : [];
  if (phase === 'vote' && totalVotes > 0) return [`${counted(totalVotes, 'vote')} so far`];
  const last = messages.at(-1);
  const said = last ? [last.late ? 'Missed the turn' : cut(last.text)] : [];
  return phase === 'vote' ? [...said, 'The vote is open'] : said;
}

export function summary({ prompt, messages, phase, toMove, totalVotes, votes }: View, names: string[]): string {
  const last = messages.at(-1);
  const latest = last ? ` ${names[last.seat]} said last: ${last.late ? 'nothing' : last.text}` : '';
  const now =
    phase === 'vote'
      ? `The audience votes, ${totalVotes} so far.`
      : toMove === null
        ? `Over${votes ? `, ${votes[0]} votes to ${votes[1]}` : ''}.`
        : `${names[toMove]} speaks.`;
  return `Debate${prompt ? `: ${prompt.title}` : ''}. ${counted(messages.length, 'message')}. ${now}${latest}`;
}
