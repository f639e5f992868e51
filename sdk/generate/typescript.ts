import { type GameShapes, nameOf, type Shape } from './shape.ts';

export const HEAD = 'Made from the games of the server. Do not edit: `npm run sdk` makes it anew.';

/** The views and moves of all games in TypeScript. */
export function typescriptOf(games: GameShapes[]): string {
  const types = games.flatMap(({ id, title, view, move }) => [
    `/** What a player sees of ${title}. */\nexport type ${nameOf(id)}View = ${text(view)};`,
    `/** A move of ${title}. */\nexport type ${nameOf(id)}Move = ${text(move)};`,
  ]);
  const index = games.map(({ id }) => `  '${id}': { view: ${nameOf(id)}View; move: ${nameOf(id)}Move };`);
  return `// ${HEAD}\n\n${types.join('\n\n')}\n\n/** Views and moves by the id of the game. */\nexport interface Games {\n${index.join('\n')}\n}\n`;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const key = (name: string): string => (IDENTIFIER.test(name) ? name : JSON.stringify(name));

function text(shape: Shape): string {
  switch (shape.kind) {
    case 'literal':
      return JSON.stringify(shape.value);
    case 'list':
      return `Array<${text(shape.items)}>`;
    case 'tuple':
      return `[${shape.items.map(text).join(', ')}]`;
    case 'record':
      return `{ [name: string]: ${text(shape.values)} }`;
    case 'object':
      return `{ ${Object.entries(shape.fields)
        .map(([name, { shape: field, optional }]) => `${key(name)}${optional ? '?' : ''}: ${text(field)}`)
        .join('; ')} }`;
    case 'union':
      return shape.options.map((option) => text(option)).join(' | ');
    default:
      return shape.kind;
  }
}
