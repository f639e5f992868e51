import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Static, TSchema } from 'typebox';
import { sent, shaped } from '../held/reading.ts';
import { isTrouble, type Trouble } from '../held/trouble.ts';

/** TypeBox schemas as the library takes them: what checks is what is published. */

export const inputSchema = <Schema extends TSchema>(schema: Schema) => standardSchema(schema, sent(schema));

/** Of what is answered, where null is null. */
export const outputSchema = <Schema extends TSchema>(schema: Schema) => standardSchema(schema, shaped(schema));

function standardSchema<Schema extends TSchema>(
  schema: Schema,
  check: (value: unknown) => Static<Schema> | Trouble,
): StandardSchemaWithJSON<Static<Schema>> {
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
