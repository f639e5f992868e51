import { type Shape, unionOf } from './shape.ts';

interface Schema {
  type?: string | string[];
  const?: string | number | boolean;
  enum?: (string | number | boolean)[];
  anyOf?: Schema[];
  items?: Schema | Schema[];
  properties?: { [name: string]: Schema };
  patternProperties?: { [pattern: string]: Schema };
  additionalProperties?: Schema | boolean;
  required?: string[];
}

/** The shape of what a JSON schema lets through. */
export function shapeOfSchema(schema: Schema): Shape {
  if (schema.const !== undefined) return { kind: 'literal', value: schema.const };
  if (schema.enum) return unionOf(schema.enum.map((value) => ({ kind: 'literal', value })));
  if (schema.anyOf) return unionOf(schema.anyOf.map(shapeOfSchema));
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return { kind: schema.type };
    case 'integer':
    case 'number':
      return { kind: 'number' };
    case 'array':
      if (Array.isArray(schema.items)) return { kind: 'tuple', items: schema.items.map(shapeOfSchema) };
      return { kind: 'list', items: schema.items ? shapeOfSchema(schema.items) : { kind: 'unknown' } };
    case 'object':
      return objectOf(schema);
    default:
      return { kind: 'unknown' };
  }
}

function objectOf({ properties, patternProperties, additionalProperties, required = [] }: Schema): Shape {
  if (properties && Object.keys(properties).length > 0) {
    const fields = Object.entries(properties).map(([name, schema]) => [
      name,
      { shape: shapeOfSchema(schema), optional: !required.includes(name) },
    ]);
    return { kind: 'object', fields: Object.fromEntries(fields) };
  }
  const values = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
  return { kind: 'record', values: typeof values === 'object' ? shapeOfSchema(values) : { kind: 'unknown' } };
}
