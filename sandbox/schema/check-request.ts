import type { RawParam } from '../core/params.ts';
import { alternativesOf, definitionOf, type Operation, type Schema, stripeSchema } from './stripe-schema.ts';

type Form = { [key: string]: RawParam };

const isGroup = (value: RawParam): value is Form => typeof value === 'object' && !Array.isArray(value);

const scalarProblem = (value: string, schema: Schema): string | null => {
  if (schema.enum)
    return schema.enum.map(String).includes(value) ? null : `is "${value}", which is none of ${schema.enum.join(', ')}`;
  if (schema.type === 'integer' && !/^-?\d+(\.\d+)?$/.test(value)) return `is "${value}" and not a number`;
  if (schema.type === 'boolean' && !/^(true|false)$/.test(value)) return `is "${value}" and not a boolean`;
  if (schema.type === 'string' && value === '') return 'is empty, although it cannot be unset';
  return null;
};

const checkGroup = (value: RawParam, ref: string, name: string): string[] => {
  if (!isGroup(value)) return [`${name} must be a group of parameters`];
  const { properties, required, map } = definitionOf(ref);
  if (map) return [];
  const nameOf = (key: string): string => (name === '' ? key : `${name}[${key}]`);
  const missing = required.filter((key) => !(key in value)).map((key) => `${nameOf(key)} is required`);
  const nested = Object.entries(value).flatMap(([key, inner]) => {
    const schema = properties[key];
    return schema ? checkParameter(inner, schema, nameOf(key)) : [`${nameOf(key)} is unknown to Stripe`];
  });
  return [...missing, ...nested];
};

const checkAgainst = (value: RawParam, schema: Schema, name: string): string[] => {
  if (schema.ref) return checkGroup(value, schema.ref, name);
  if (schema.type === 'array') {
    const { items = {} } = schema;
    if (!Array.isArray(value)) return [`${name} must be a list`];
    return value.flatMap((entry, index) => checkParameter(entry, items, `${name}[${index}]`));
  }
  if (typeof value !== 'string') return [`${name} must be a single value`];
  const problem = scalarProblem(value, schema);
  return problem === null ? [] : [`${name} ${problem}`];
};

/** Null is sent as an empty text. With several alternatives, the one with the fewest problems counts. */
const checkParameter = (value: RawParam, schema: Schema, name: string): string[] => {
  if (value === '' && schema.nullable) return [];
  const results = alternativesOf(schema).map((alternative) => checkAgainst(value, alternative, name));
  return results.toSorted((one, other) => one.length - other.length)[0] ?? [];
};

const checkLengths = (value: RawParam, limits: Record<string, number>, name: string): string[] => {
  if (typeof value === 'string') {
    const limit = limits[name.replaceAll(/\[\d+\]/g, '[]')];
    return limit === undefined || value.length <= limit
      ? []
      : [`${name} has ${value.length} characters, of at most ${limit}`];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    checkLengths(inner, limits, name === '' ? key : `${name}[${key}]`),
  );
};

/** Returns the problems for which Stripe would refuse the parameters of a request, except `expand`. */
export const checkParameters = ({ method, path, params }: Operation, form: Form): string[] => {
  const lengths = checkLengths(form, stripeSchema.limits[`${method} ${path}`] ?? {}, '');
  if (params?.ref) return [...checkGroup(form, params.ref, ''), ...lengths];
  return Object.keys(form).map((name) => `${name} is unknown to Stripe`);
};

const MAX_DEPTH = 4;

/** Returns the schemas after one step of an expansion, and whether that property can be expanded. */
const stepInto = (from: Schema, key: string): { to: Schema[]; isExpandable: boolean } => {
  if (from.type === 'list' || from.type === 'list2')
    return key === 'data' && from.items ? { to: alternativesOf(from.items), isExpandable: true } : NO_STEP;
  const definition = from.ref ? definitionOf(from.ref) : undefined;
  const property = definition?.properties[key];
  if (!definition || !property) return NO_STEP;
  const to = alternativesOf(property).flatMap((one) =>
    one.type === 'array' && one.items ? alternativesOf(one.items) : [one],
  );
  const isReference = to.some(({ type }) => type === 'string') && to.some(({ ref }) => ref);
  const isList = to.some(({ type }) => type === 'list');
  return { to, isExpandable: isReference || isList || !definition.required.includes(key) };
};
const NO_STEP = { to: [], isExpandable: false };

/** Returns the problems for which Stripe would refuse one path of `expand`. */
export const checkExpansion = (path: string, answer: Schema): string[] => {
  const keys = path.split('.');
  if (keys.length > MAX_DEPTH) return [`expand: ${path} is deeper than ${MAX_DEPTH} levels`];
  let schemas = alternativesOf(answer);
  let isExpandable = false;
  for (const key of keys) {
    const steps = schemas.map((schema) => stepInto(schema, key));
    schemas = steps.flatMap(({ to }) => to);
    isExpandable = steps.some((one) => one.isExpandable);
    if (schemas.length === 0) return [`expand: ${path} names the property ${key}, which does not exist`];
  }
  return isExpandable ? [] : [`expand: ${path} cannot be expanded`];
};
