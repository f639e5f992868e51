import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { withoutNulls } from '../left-out.ts';
import { type Trouble, trouble } from './trouble.ts';

const TOLD = 3;

/** Takes what is of that shape, or says what is wrong with it. */
export function shaped<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> | Trouble {
  const validator = Compile(schema);
  return (value) => (validator.Check(value) ? value : trouble('bad-request', `${wrongIn(validator.Errors(value))}.`));
}

/** The same for what callers send: a field that is null counts as left out. */
export function sent<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> | Trouble {
  const check = shaped(schema);
  return (value) => check(withoutNulls(value));
}

/** The first few things that are wrong, in words. Where all are unknown fields, the list of errors may end before it sums them up. */
function wrongIn(errors: TLocalizedValidationError[]): string {
  const others = errors.filter(({ keyword }) => keyword !== 'boolean');
  if (others.length === 0) return `unknown field ${errors[0]!.instancePath.slice(1, 100)}`;
  return others
    .slice(0, TOLD)
    .map((error) =>
      error.keyword === 'additionalProperties'
        ? `unknown field ${error.params.additionalProperties.join(', ').slice(0, 100)}`
        : `${error.instancePath.slice(1) || 'the body'} ${error.message}`,
    )
    .join('; ');
}
