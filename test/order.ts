import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, longest first, so that nothing long is left for the end, also where nothing has been measured yet. */
const LONG = [
  'web',
  'cluster',
  'site-watching',
  'crash',
  'competition-crash',
  'site',
  'sdk',
  'cluster-desk',
  'playing',
  'site-clawpoly',
  'package',
].map((name) => `/test/end-to-end/${name}.test.ts`);

/** Long files before the others, which keep their order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((path) => moduleId.endsWith(path));
      return found < 0 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
