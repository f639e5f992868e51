export type Parity = 'even' | 'odd';

/** Chooses, and is told afterwards what was drawn. */
export interface Strategy {
  choose(): Parity;
  learn(drawn: Parity): void;
}

const other = (parity: Parity): Parity => (parity === 'even' ? 'odd' : 'even');
const toss = (): Parity => (Math.random() < 0.5 ? 'even' : 'odd');

export const strategies: { [name: string]: () => Strategy } = {
  random: () => ({ choose: toss, learn: () => {} }),
  alternating: () => {
    let next: Parity = 'even';
    return {
      choose() {
        const choice = next;
        next = other(next);
        return choice;
      },
      learn: () => {},
    };
  },
  /** Bets on what was drawn more often so far. */
  frequency: () => {
    const seen = { even: 0, odd: 0 };
    return {
      choose: () => (seen.even === seen.odd ? toss() : seen.even > seen.odd ? 'even' : 'odd'),
      learn(drawn) {
        seen[drawn]++;
      },
    };
  },
};
