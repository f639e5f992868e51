import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Static, TSchema } from 'typebox';
import { shaped } from '../held/reading.ts';
import { isTrouble } from '../held/trouble.ts';

/** A TypeBox schema as the library takes it: what checks is what is published. */
export function standardSchema<Schema extends TSchema>(schema: Schema): StandardSchemaWithJSON<Static<Schema>> {
  const check = shaped(schema);
  const json = () => schema as unknown as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'typebox',
      validate(value) {
        const checked: object = check(value) as object;
        return isTrouble(checked) ? { issues: [{ message: checked.error }] } : { value: checked as Static<Schema> };
      },
      jsonSchema: { input: json, output: json },
    },
  };
}
