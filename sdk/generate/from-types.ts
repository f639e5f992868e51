import ts from 'typescript';
import { type Shape, unionOf } from './shape.ts';

/** Deeper than any view; a type that holds itself ends here. */
const DEEPEST = 12;

/** The shapes of what the `view` of each exported game returns, by the name of the export. */
export function viewShapes(files: string[]): Map<string, Shape> {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const shapes = new Map<string, Shape>();
  for (const file of files) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!);
    for (const exported of module ? checker.getExportsOfModule(module) : []) {
      const place = exported.valueDeclaration;
      if (!place) continue;
      const view = checker.getTypeOfSymbolAtLocation(exported, place).getProperty('view');
      const [signature] = view ? checker.getTypeOfSymbolAtLocation(view, place).getCallSignatures() : [];
      if (signature) shapes.set(exported.name, shapeOf(checker, place, signature.getReturnType(), 0));
    }
  }
  return shapes;
}

function shapeOf(checker: ts.TypeChecker, place: ts.Node, type: ts.Type, depth: number): Shape {
  const inner = (one: ts.Type) => shapeOf(checker, place, one, depth + 1);
  const { flags } = type;
  if (depth > DEEPEST || flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return { kind: 'unknown' };
  if (flags & ts.TypeFlags.Null) return { kind: 'null' };
  if (type.isStringLiteral() || type.isNumberLiteral()) return { kind: 'literal', value: type.value };
  if (flags & ts.TypeFlags.BooleanLiteral) return { kind: 'literal', value: checker.typeToString(type) === 'true' };
  if (flags & ts.TypeFlags.StringLike) return { kind: 'string' };
  if (flags & ts.TypeFlags.NumberLike) return { kind: 'number' };
  if (type.isUnion()) {
    return unionOf(type.types.filter((one) => !(one.flags & ts.TypeFlags.Undefined)).map(inner));
  }
  if (checker.isTupleType(type)) {
    return { kind: 'tuple', items: checker.getTypeArguments(type as ts.TypeReference).map(inner) };
  }
  if (checker.isArrayType(type) || type.symbol?.name === 'ReadonlyArray') {
    return { kind: 'list', items: inner(checker.getTypeArguments(type as ts.TypeReference)[0]!) };
  }
  const values = type.getStringIndexType();
  const properties = checker.getPropertiesOfType(type);
  if (values && properties.length === 0) return { kind: 'record', values: inner(values) };
  const fields = properties.map((property) => [
    property.name,
    {
      shape: inner(checker.getTypeOfSymbolAtLocation(property, place)),
      optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
    },
  ]);
  return fields.length === 0 ? { kind: 'unknown' } : { kind: 'object', fields: Object.fromEntries(fields) };
}
