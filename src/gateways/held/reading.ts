import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { type Trouble, trouble } from './trouble.ts';

const TOLD = 3;

/** Takes what is of that shape, or says what is wrong with it. */
export function shaped<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> | Trouble {
  const validator = Compile(schema);
  return (value) => (validator.Check(value) ? value : trouble('bad-request', `${wrongIn(validator.Errors(value))}.`));
}

/** The first few things that are wrong, in words. */
const wrongIn = (errors: TLocalizedValidationError[]): string =>
  errors
    .filter(({ keyword }) => keyword !== 'boolean')
    .slice(0, TOLD)
    .map((error) =>
      error.keyword === 'additionalProperties'
        ? `unknown field ${error.params.additionalProperties.join(', ').slice(0, 100)}`
        : `${error.instancePath.slice(1) || 'the body'} ${error.message}`,
    )
    .join('; ');
