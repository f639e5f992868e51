import { type Planned, startOf } from './events.ts';
import { icsTime } from './schedule.ts';

const LINE = 75;
/** How long a competition without an end yet is shown. */
const HOUR = 3_600_000;

/**
 * The calendar as a feed (RFC 5545): a competition is an event, a schedule one that recurs, a season one from start to end.
 * @param site its address, for links and to make the ids of events unique in the world
 */
export function icsFeed({ competitions, schedules, seasons }: Planned, site: string, now: number): string {
  const events = [
    ...competitions.flatMap(({ competition, state }) => {
      const start = startOf(competition, state);
      if (start === undefined) return [];
      const { id, name, game, prize } = competition;
      const end = Math.max(start, state.ended?.at ?? start + HOUR);
      const about = [`${game}, ${competition.format.type}`, ...(prize ? [prize] : [])].join('\n');
      return [[...event(`competition-${id}`, name, about, start, end), `URL:${site}/competitions/${id}`]];
    }),
    ...schedules.map(({ id, name, game, from, minutes, rule }) => [
      ...event(`session-${id}`, name, game, from, from + minutes * 60_000),
      `RRULE:${rule}`,
      `URL:${site}/competitions`,
    ]),
    ...seasons.map(({ id, name, game, start, end }) => [
      ...event(`season-${id}`, name, game, start, end),
      `URL:${site}/ladders/${game}`,
    ]),
  ];
  const domain = new URL(site).hostname;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Crossplay//Calendar//EN',
    'CALSCALE:GREGORIAN',
    ...events.flatMap(([uid, ...rest]) => [
      'BEGIN:VEVENT',
      `UID:${uid}@${domain}`,
      `DTSTAMP:${icsTime(now)}`,
      ...rest,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const event = (uid: string, name: string, about: string, start: number, end: number): string[] => [
  uid,
  `DTSTART:${icsTime(start)}`,
  `DTEND:${icsTime(end)}`,
  `SUMMARY:${escaped(name)}`,
  `DESCRIPTION:${escaped(about)}`,
];

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');

/** Lines have at most 75 bytes; what follows begins with a space. No letter is cut. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > LINE) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += letter;
    bytes += size;
  }
  return folded;
}
