import type { Answers as CompetitionAnswers } from '../competitions/http/json.ts';
import type { ExportedRecord } from '../core/record.ts';
import type { Answers as LeagueAnswers } from '../gateways/league/wire/json.ts';
import type { UpdateFrame, WholeUpdate } from '../gateways/web/frames.ts';
import type { Answers as WebAnswers } from '../gateways/web/json.ts';

/** The site's only door to the server: what it sends and takes, as types. */
export type {
  CalendarEvent,
  ShownCompetition,
  ShownSchedule,
  ShownSeason,
  ShownSummary,
} from '../competitions/http/json.ts';
export type { LeagueDetails, LeagueFixture, LeagueSummary } from '../gateways/league/wire/json.ts';
export type { FrontNews, Header, PageFrame, PageMessage, UpdateFrame } from '../gateways/web/frames.ts';
export type {
  Account,
  Anchor,
  Deed,
  Done,
  Figures,
  FlaggedPair,
  GameInfo,
  OpenTable,
  OwnMatch,
  OwnResult,
  ParamsOf,
  Profile,
  Purse,
  ResultLine,
  SeatJson,
  Sitter,
  Standing,
  Summary,
  SureRow,
  TableToCome,
  Unrated,
} from '../gateways/web/json.ts';

/** What is answered, by route below `/api/v1/`. */
export type Answers = WebAnswers & LeagueAnswers & CompetitionAnswers & { 'matches/:id/record': ExportedRecord };

/** One step of a match, as the page keeps it. */
export interface Step extends Omit<WholeUpdate, 'type'> {
  /** When it was told, by this browser's clock. */
  came?: number;
}

/** @param before the step whose view a patch builds on */
export function stepOf(frame: UpdateFrame, before: Step | undefined): Step {
  if ('view' in frame) return frame;
  const { patch, gone = [], ...rest } = frame;
  const view = { ...before?.view, ...patch };
  for (const part of gone) delete view[part];
  const broadcast = rest.broadcast ?? (rest.status.kind === 'turn' ? before?.broadcast : undefined);
  return { ...rest, view, ...(broadcast && { broadcast }) };
}
