/** A condition on the figures of a run, such as `elo > 0` or `forfeits.a.crash = 0`. */
export interface Expectation {
  text: string;
  /** Undefined: the figure is unknown, as Elo is without games. */
  holds(figures: object): boolean | undefined;
  /** Whether there is such a figure in these, known or not yet. */
  fits(figures: object): boolean;
}

const CONDITION = /^\s*([A-Za-z][\w.]*)\s*(>=|<=|==|=|!=|>|<)\s*(\S+)\s*$/;

const COMPARE: { [operator: string]: (a: number | string, b: number | string) => boolean } = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

/** Any figure of the JSON by its path, compared with a number or a word. Undefined: it is no condition. */
export function readExpectation(text: string): Expectation | undefined {
  const [, path, operator, wanted] = CONDITION.exec(text) ?? [];
  if (!path || !operator || !wanted) return undefined;
  const value = Number.isNaN(Number(wanted)) ? wanted.replace(/^["']|["']$/g, '') : Number(wanted);
  return {
    text: text.trim(),
    fits(figures) {
      const found = at(figures, path.split('.'));
      return found === null ? typeof value === 'string' : typeof found === typeof value;
    },
    holds(figures) {
      const found = at(figures, path.split('.'));
      if (typeof found !== typeof value || Number.isNaN(found)) return undefined;
      return COMPARE[operator]!(found as number | string, value);
    },
  };
}

const at = (value: unknown, [name, ...rest]: string[]): unknown =>
  name === undefined
    ? value
    : value && typeof value === 'object' && Object.hasOwn(value, name)
      ? at((value as { [name: string]: unknown })[name], rest)
      : undefined;
