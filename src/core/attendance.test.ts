import { expect, it } from 'vitest';
import { fakeClock } from '../../test/clock.ts';
import { Attendance } from './attendance.ts';

function attend() {
  const clock = fakeClock();
  const log: string[] = [];
  const away = { pause: 0, tell: 0, forfeit: 0, restart: 1000 };
  const attendance = new Attendance(clock, away, 2, {
    changed: () => {},
    expired: (seat) => log.push(`${seat} expired`),
    missing: (seats) => log.push(`missing ${seats}`),
  });
  return { clock, log, attendance };
}

it('a seat that leaves forfeits after its time', async () => {
  const { clock, log, attendance } = attend();
  attendance.enter(0);
  attendance.enter(1);
  attendance.leave(0);
  await clock.pass(0);
  expect(log).toEqual(['0 expired']);
});

it('a seat that came back after a restart and went again before the other was there is only missing', async () => {
  const { clock, log, attendance } = attend();
  attendance.awaitReturn();
  attendance.enter(0);
  attendance.leave(0);
  await clock.pass(999);
  expect(log).toEqual([]);
  await clock.pass(1);
  expect(log).toEqual(['missing 0,1']);
});

it('once everyone was back after a restart, leaving forfeits as ever', async () => {
  const { clock, log, attendance } = attend();
  attendance.awaitReturn();
  attendance.enter(0);
  attendance.enter(1);
  attendance.leave(0);
  await clock.pass(1000);
  expect(log).toEqual(['0 expired']);
});
