// Generates sandbox/testing/schema/stripe-schema.json.gz from the declarations of the installed `stripe` package, which Stripe
// generates from its API specification. Run it after an update of the package.
//
//   npm install --no-save --prefix /tmp/typescript-5 typescript@5
//   TYPESCRIPT_5=/tmp/typescript-5 node scripts/extract-stripe-schema.mjs [further families, as in: quotes payouts]
//
// It needs TypeScript 5, because the project's TypeScript 7 has no compiler API. It keeps the operations of the families
// (/v1/<family>/…) that the file has now and of those that are named, all events, and whatever these refer to. Lengths of
// texts are not declared: those of the present file remain (from Stripe's OpenAPI specification of 2023-09-12).
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const folder = process.env.TYPESCRIPT_5;
if (!folder) {
  console.error('Set TYPESCRIPT_5 to a folder in which TypeScript 5 is installed; see the head of this file.');
  process.exit(1);
}
const ts = createRequire(path.resolve(folder, 'package.json'))('typescript');
const file = 'sandbox/testing/schema/stripe-schema.json.gz';
const root = path.resolve('node_modules/stripe/esm');
const sources = globSync('resources/**/*.d.ts', { cwd: root }).map((name) => path.join(root, name));
const options = {
  strict: true,
  skipLibCheck: true,
  allowJs: true,
  types: [],
  target: 99,
  module: 199,
  moduleResolution: 99,
};
const scripts = sources.map((name) => name.replace(/\.d\.ts$/, '.js'));
const program = ts.createProgram(sources, options);
const checker = program.getTypeChecker();

// --- types

/** Definitions by name, and the names of the types that have one. */
const definitions = new Map();
const names = new Map();

/** `Checkout/Sessions#Session.BrandingSettings`: the file, then the name within it. */
const qualifiedName = (symbol) => {
  const parts = [];
  for (let one = symbol; one && !one.escapedName.startsWith('"'); one = one.parent) parts.unshift(one.name);
  const declared = path.relative(root, symbol.declarations?.[0]?.getSourceFile().fileName ?? '');
  return `${declared.replace(/^resources\//, '').replace(/\.d\.ts$/, '')}#${parts.join('.')}`;
};

const nameOf = (type) => {
  const isNamed = type.symbol && type.symbol.name !== '__type';
  // Two types can share a symbol, such as one generic type with different arguments.
  const base = isNamed ? qualifiedName(type.symbol) : `${type.symbol ? qualifiedName(type.symbol) : '#'}@${names.size}`;
  return definitions.has(base) ? `${base}@${names.size}` : base;
};

const isMethod = (property) =>
  property.declarations?.some((one) => ts.isMethodSignature(one) || ts.isMethodDeclaration(one)) ?? false;

const define = (type) => {
  const known = names.get(type);
  if (known !== undefined) return { ref: known };
  const name = nameOf(type);
  names.set(type, name);
  const definition = { properties: {}, required: [] };
  definitions.set(name, definition);
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  if (index) definition.map = toSchema(index.type);
  for (const property of checker.getPropertiesOfType(type)) {
    if (isMethod(property)) continue;
    const { isAbsent, ...schema } = toSchema(checker.getTypeOfSymbol(property));
    // `deleted?: void` says that the property is never there.
    if (isAbsent && Object.keys(schema).length === 0) continue;
    definition.properties[property.name] = schema;
    if (!(property.flags & ts.SymbolFlags.Optional)) definition.required.push(property.name);
  }
  return { ref: name };
};

const argumentsOf = (type) => type.aliasTypeArguments ?? checker.getTypeArguments(type);

/** Types of the package that need a special schema. */
const special = {
  Decimal: () => ({ type: 'decimal' }),
  DecimalImpl: () => ({ type: 'decimal' }),
  Date: () => ({ type: 'integer' }),
  Partial: () => ({}),
  Response: (type) => toSchema(argumentsOf(type)[0]),
  Promise: (type) => toSchema(argumentsOf(type)[0]),
  ApiList: (type) => ({ type: 'list', items: toSchema(argumentsOf(type)[0]) }),
  ApiListPromise: (type) => ({ type: 'list', items: toSchema(argumentsOf(type)[0]) }),
  ApiSearchResult: (type) => ({ type: 'list2', items: toSchema(argumentsOf(type)[0]) }),
  ApiSearchResultPromise: (type) => ({ type: 'list2', items: toSchema(argumentsOf(type)[0]) }),
};

const flagSchemas = [
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, {}],
  [ts.TypeFlags.String, { type: 'string' }],
  [ts.TypeFlags.Number, { type: 'integer' }],
  [ts.TypeFlags.Boolean, { type: 'boolean' }],
  [ts.TypeFlags.Null, { nullable: true }],
  [ts.TypeFlags.Undefined | ts.TypeFlags.Void, { isAbsent: true }],
];

const toSchema = (type) => {
  if (!type) return {};
  const make = special[type.aliasSymbol?.name] ?? special[type.symbol?.name];
  if (make) return make(type);
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { enum: [checker.typeToString(type) === 'true'] };
  if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
  if (type.isUnion()) return unionSchema(type.types);
  if (type.isStringLiteral() || type.isNumberLiteral()) return { enum: [type.value] };
  const [, simple] = flagSchemas.find(([flags]) => type.flags & flags) ?? [];
  if (simple) return { ...simple };
  // `OtherString` is `string & Record<never, never>`: any text beside the values that are named.
  if (type.isIntersection()) return type.types.some((one) => one.flags & ts.TypeFlags.String) ? { isOpen: true } : {};
  if (checker.isArrayType(type)) return { type: 'array', items: toSchema(checker.getTypeArguments(type)[0]) };
  return type.flags & ts.TypeFlags.Object ? define(type) : {};
};

const alternativesIn = ({ values, parts, isOpen }) => {
  const isBoolean = values.length === 2 && values.includes(true) && values.includes(false);
  const first = isBoolean
    ? [{ type: 'boolean' }]
    : values.length > 0
      ? [{ enum: values }]
      : isOpen
        ? [{ type: 'string' }]
        : [];
  const unique = new Map([...first, ...parts].map((one) => [JSON.stringify(one), one]));
  return [...unique.values()];
};

/** Enumerations are closed here, although the package leaves them open. */
const unionSchema = (types) => {
  const schemas = types.map(toSchema);
  // One alternative that can be anything makes all of it anything.
  if (schemas.some((one) => Object.keys(one).length === 0)) return {};
  const values = schemas.flatMap((one) => one.enum ?? []);
  const isPart = (one) => !one.enum && !one.isOpen && (one.type || one.ref || one.any);
  const parts = schemas.filter(isPart).flatMap(({ nullable: _, isAbsent: __, ...one }) => one.any ?? [one]);
  const alternatives = alternativesIn({ values, parts, isOpen: schemas.some((one) => one.isOpen) });
  const [only = {}] = alternatives;
  return {
    ...(alternatives.length > 1 ? { any: alternatives } : only),
    ...(schemas.some((one) => one.nullable) && { nullable: true }),
    ...(schemas.some((one) => one.isAbsent) && alternatives.length === 0 && { isAbsent: true }),
  };
};

// --- operations and events

/** HTTP method and path of each request that a method of a resource makes, from the package's JavaScript. */
const requestsIn = (script) => {
  const source = ts.createSourceFile(script, readFileSync(script, 'utf8'), 99, true);
  const requests = [];
  const visit = (node, method) => {
    if (ts.isMethodDeclaration(node)) method = `${node.parent.name.text}.${node.name.text}`;
    if (ts.isCallExpression(node) && node.expression.name?.text === '_makeRequest') {
      const [verb, target] = node.arguments;
      const written = target.getText(source).slice(1, -1);
      const placeholders = written.replaceAll(/\$\{encodeURIComponent\((\w+)\)\}/g, '{$1}');
      requests.push({ name: method, method: verb.text, path: placeholders });
    }
    ts.forEachChild(node, (child) => visit(child, method));
  };
  visit(source, '');
  return requests;
};

/** The declared methods of the resources, by class and name; overloads in order. */
const declaredMethods = () => {
  const methods = new Map();
  for (const source of sources.map((name) => program.getSourceFile(name)))
    for (const one of source.statements.filter(ts.isClassDeclaration))
      for (const member of one.members.filter(ts.isMethodDeclaration))
        methods.set(`${source.fileName} ${one.name.text}.${member.name.text}`, member);
  return methods;
};

const operationsOf = (families) => {
  const methods = declaredMethods();
  return scripts.flatMap((script, index) =>
    requestsIn(script).flatMap(({ name, method, path: target }) => {
      const declared = methods.get(`${sources[index]} ${name}`);
      const [, version, family] = target.split('/');
      if (!declared || version !== 'v1' || !families.has(family)) return [];
      const params = declared.parameters.find((one) => one.name.text === 'params');
      return {
        method,
        path: target,
        params: params ? toSchema(checker.getNonNullableType(checker.getTypeAtLocation(params))) : null,
        answer: toSchema(checker.getTypeAtLocation(declared.type)),
      };
    }),
  );
};

const typeOfProperty = (type, name) => {
  const property = type.getProperty(name);
  return property && checker.getTypeOfSymbol(property);
};

const eventsIn = (source) => {
  const events = {};
  for (const one of source.statements.filter(ts.isInterfaceDeclaration)) {
    const type = checker.getTypeAtLocation(one);
    const name = typeOfProperty(type, 'type');
    const data = typeOfProperty(type, 'data');
    if (one.name.text !== 'EventBase' && name?.isStringLiteral() && data)
      events[name.value] = toSchema(typeOfProperty(data, 'object'));
  }
  return events;
};

// --- the file

const former = JSON.parse(gunzipSync(readFileSync(file)).toString());
const families = new Set([...former.operations.map((one) => one.path.split('/')[2]), ...process.argv.slice(2)]);
const source = program.getSourceFile(path.join(root, 'resources/Events.d.ts'));
const base = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === 'EventBase');
const [, version] = /ApiVersion = '(.*?)'/.exec(readFileSync(path.join(root, 'apiVersion.js'), 'utf8')) ?? [];
const operations = operationsOf(families);
const schema = {
  version,
  operations,
  events: eventsIn(source),
  eventBase: define(checker.getTypeAtLocation(base)).ref,
  defs: Object.fromEntries(definitions),
  limits: former.limits,
};
writeFileSync(file, gzipSync(JSON.stringify(schema), { level: 9 }));
const counts = [operations.length, definitions.size, Object.keys(schema.events).length];
console.log(`Stripe API ${version}: ${counts[0]} operations, ${counts[1]} definitions, ${counts[2]} events.`);
