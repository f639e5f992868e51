import { addReading } from './reading.ts';
import { addSteering, type SteeringParts } from './steering.ts';

/** Competitions over HTTP: for organisers, for agents, and for whoever looks on. */
export function addCompetitionRoutes(parts: SteeringParts): void {
  addReading(parts.http, parts.competitions);
  addSteering(parts);
}
