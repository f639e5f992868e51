import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError } from './config.ts';

/** The words and flags of a command; what it does not know is said with how it is used. */
export function readFlags<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs<T>({ ...config, args: joined(config) });
  } catch (error) {
    const [what] = (error as Error).message.split(/[.\n]/);
    throw new ConfigError(`${what}. Usage: crossplay ${usage}`);
  }
}

/** One in sixty-four tokens begins with a hyphen: after a flag that wants a value it is that value. */
function joined({ args = [], options = {} }: ParseArgsConfig): string[] {
  const shorts = new Set(Object.values(options).map(({ short }) => `-${short}`));
  const end = args.indexOf('--');
  const read: string[] = [];
  for (let i = 0; i < args.length; i++) {
    if (i === end) return [...read, ...args.slice(end)];
    const [arg, next] = [args[i]!, args[i + 1]];
    const wantsValue = arg.startsWith('--') && options[arg.slice(2)]?.type === 'string';
    const isValue = wantsValue && next !== undefined && /^-[^-]/.test(next) && !shorts.has(next);
    read.push(isValue ? `${arg}=${next}` : arg);
    if (isValue) i++;
  }
  return read;
}
