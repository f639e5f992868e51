import { randomInt } from 'node:crypto';

/** Where a document that is kept has a name for an agent. */
export const NAME = '{{name}}';

/** Each reader is shown names that nobody has taken: what is copied from a page works for the second one too. */
export const withFreeNames = (text: string): string =>
  text.replaceAll(
    NAME,
    () =>
      `my-agent-${randomInt(36 ** 5)
        .toString(36)
        .padStart(5, '0')}`,
  );
