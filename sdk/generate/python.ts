import { type GameShapes, nameOf, type Shape } from './shape.ts';
import { HEAD } from './typescript.ts';

/** The views and moves of all games as typed dictionaries for Python 3.9. */
export function pythonOf(games: GameShapes[]): string {
  const module = new Module();
  for (const { id, title, view, move } of games) {
    module.add(`# ${title}`);
    for (const [suffix, shape] of [
      ['View', view],
      ['Move', move],
    ] as const) {
      const name = `${nameOf(id)}${suffix}`;
      const written = module.write(name, shape);
      if (written !== name) module.add(`${name} = ${written}`);
    }
  }
  return `"""${HEAD}"""\n\nfrom typing import Any, Dict, List, Literal, Tuple, TypedDict, Union\n\n${module.text}\n`;
}

class Module {
  readonly #lines: string[] = [];

  get text(): string {
    return this.#lines.join('\n\n');
  }

  add(line: string): void {
    this.#lines.push(line);
  }

  /** @returns how the shape is written; dictionaries are declared under a name of their own first */
  write(name: string, shape: Shape): string {
    switch (shape.kind) {
      case 'unknown':
        return 'Any';
      case 'string':
        return 'str';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'literal':
        return `Literal[${literal(shape.value)}]`;
      case 'list':
        return `List[${this.write(`${name}Item`, shape.items)}]`;
      case 'tuple':
        return `Tuple[${shape.items.map((item, place) => this.write(`${name}Item${place}`, item)).join(', ')}]`;
      case 'record':
        return `Dict[str, ${this.write(`${name}Value`, shape.values)}]`;
      case 'union':
        return `Union[${shape.options.map((option, place) => this.write(`${name}Option${place}`, option)).join(', ')}]`;
      case 'object':
        return this.#declare(name, shape.fields);
    }
  }

  /** By the functional form, since names such as `from` are none in Python. */
  #declare(name: string, fields: { [field: string]: { shape: Shape; optional: boolean } }): string {
    const written = Object.entries(fields).map(([field, { shape, optional }]) => ({
      line: `    ${JSON.stringify(field)}: ${this.write(`${name}${nameOf(field)}`, shape)},`,
      optional,
    }));
    const of = (optional: boolean) => written.filter((one) => one.optional === optional).map(({ line }) => line);
    const [always, sometimes] = [of(false), of(true)];
    if (sometimes.length === 0) {
      this.add(`${name} = TypedDict("${name}", {\n${always.join('\n')}\n})`);
      return name;
    }
    this.add(`_${name}Optional = TypedDict("_${name}Optional", {\n${sometimes.join('\n')}\n}, total=False)`);
    this.add(`_${name}Required = TypedDict("_${name}Required", {\n${always.join('\n')}\n})`);
    this.add(`class ${name}(_${name}Required, _${name}Optional):\n    pass`);
    return name;
  }
}

const literal = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
