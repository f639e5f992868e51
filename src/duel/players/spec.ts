/** Who plays, as it was written on the command line. */
export type PlayerSpec = { name: string } & (
  | { kind: 'house'; bot: string }
  | { kind: 'module'; file: string }
  | { kind: 'program'; command: string }
  | { kind: 'uci'; command: string; options: [name: string, value: string][] }
  | { kind: 'gtp'; command: string }
  | { kind: 'arena'; command: string }
);

const MODULE = /^\S+\.[cm]?[jt]s$/;
const OPTIONS = /^(.*?)\s*\[([^[\]]*)\]$/s;

/**
 * `house:hard`, `./bot.ts`, `python3 bot.py`, `uci:stockfish[Skill Level=3,nodes=1000]`, `gtp:gnugo --mode gtp`,
 * `arena:node agent.js`. A string is what is wrong with it.
 */
export function readSpec(text: string): PlayerSpec | string {
  const [, prefix, rest = ''] = /^(house|uci|gtp|arena):(.*)$/s.exec(text) ?? [];
  // Where something lies is nobody's name.
  const name = text.replace(/[^\s:[\]=,"']*\/([^\s/])/g, '$1');
  if (prefix && !rest.trim()) return `"${text}" names nothing to play with.`;
  switch (prefix) {
    case 'house':
      return { name, kind: 'house', bot: rest };
    case 'uci': {
      const [, command = rest, list = ''] = OPTIONS.exec(rest) ?? [];
      const options = list.split(',').filter((part) => part.trim());
      const wrong = options.find((part) => !part.includes('='));
      if (wrong) return `"${wrong.trim()}" in "${text}" is no option; write name=value.`;
      return { name, kind: 'uci', command, options: options.map(nameAndValue) };
    }
    case 'gtp':
      return { name, kind: 'gtp', command: rest };
    case 'arena':
      return { name, kind: 'arena', command: rest };
  }
  if (!text.trim()) return 'a player is missing.';
  return MODULE.test(text) ? { name, kind: 'module', file: text } : { name, kind: 'program', command: text };
}

function nameAndValue(option: string): [string, string] {
  const at = option.indexOf('=');
  return [option.slice(0, at).trim(), option.slice(at + 1).trim()];
}
