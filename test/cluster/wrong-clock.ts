/** Imported before a program: its clock is as many milliseconds ahead as TEST_CLOCK_AHEAD says. */
const RightDate = Date;
const ahead = Number(process.env.TEST_CLOCK_AHEAD);

globalThis.Date = class extends RightDate {
  constructor(...args: [] | ConstructorParameters<typeof RightDate>) {
    if (args.length === 0) super(RightDate.now() + ahead);
    else super(...args);
  }

  static override now(): number {
    return RightDate.now() + ahead;
  }
} as DateConstructor;
