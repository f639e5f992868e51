export type Verdict = 'held' | 'broken' | 'not checked';

/** What one check found, and a sentence on it. */
export interface Finding {
  verdict: Verdict;
  words: string;
}

export const held = (words: string): Finding => ({ verdict: 'held', words });
export const broken = (words: string): Finding => ({ verdict: 'broken', words });
export const unchecked = (words: string): Finding => ({ verdict: 'not checked', words });
