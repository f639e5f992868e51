import { addCalendar, type CalendarParts } from './calendar.ts';
import { addExports, type ExportParts } from './exports.ts';
import { addReading } from './reading.ts';
import { addSteering, type SteeringParts } from './steering.ts';

/** Competitions over HTTP: for organisers, for agents, and for whoever looks on. */
export function addCompetitionRoutes(parts: SteeringParts & ExportParts & CalendarParts): void {
  addReading(parts.http, parts.competitions);
  addExports(parts);
  addSteering(parts);
  addCalendar(parts);
}
