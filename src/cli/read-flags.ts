import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError } from './config.ts';

/** The words and flags of a command; what it does not know is said with how it is used. */
export function readFlags<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [what] = (error as Error).message.split(/[.\n]/);
    throw new ConfigError(`${what}. Usage: crossplay ${usage}`);
  }
}
