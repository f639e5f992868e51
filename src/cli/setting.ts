/** A setting that stops the start, said in one line. */
export class ConfigError extends Error {}

export interface Setting {
  flag: string;
  variable: string;
  fallback: string;
  about: string;
  /** Its value is never shown. */
  secret?: true;
}

export const wrong = ({ flag, variable }: Setting, value: string, wants: string): ConfigError =>
  new ConfigError(`${variable} (--${flag}) is "${value}", but must be ${wants}.`);

export function whole(setting: Setting, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw wrong(setting, value, `a whole number from ${least} to ${most}`);
  }
  return number;
}
