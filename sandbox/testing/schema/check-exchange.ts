import type { Exchange } from '../../core/diagnostics.ts';
import { isJsonObject } from '../../core/json.ts';
import type { SandboxEvent } from '../../core/objects.ts';
import { parseForm, type RawParam } from '../../core/params.ts';
import { checkValue, shorten } from './check-response.ts';
import {
  definitionOf,
  errorCodes,
  findOperation,
  stripeSchema,
  type Operation,
  alternativesOf,
  type Schema,
} from './stripe-schema.ts';

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
const checkParameters = ({ method, path, params }: Operation, form: Form): string[] => {
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
const checkExpansion = (path: string, answer: Schema): string[] => {
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

const errorTypes = new Set<unknown>(['api_error', 'card_error', 'idempotency_error', 'invalid_request_error']);
const errorKeys = new Set([
  'advice_code',
  'charge',
  'code',
  'decline_code',
  'doc_url',
  'message',
  'network_advice_code',
  'network_decline_code',
  'param',
  'payment_intent',
  'payment_method',
  'payment_method_type',
  'request_log_url',
  'setup_intent',
  'source',
  'type',
]);

const checkError = (body: unknown): string[] => {
  const error = isJsonObject(body) ? body['error'] : undefined;
  if (!isJsonObject(error)) return ['the error has no error object'];
  const { code, type } = error;
  const problems = Object.keys(error)
    .filter((key) => !errorKeys.has(key))
    .map((key) => `error.${key} does not exist at Stripe`);
  if (!errorTypes.has(type)) problems.push(`error.type is ${shorten(type)}, which Stripe does not have`);
  if (code !== undefined && !errorCodes.has(code))
    problems.push(`error.code is ${shorten(code)}, which Stripe does not have`);
  if (type === 'card_error' && code === 'card_declined' && error['decline_code'] === undefined)
    problems.push('error.decline_code is missing, although Stripe sends it with card_declined');
  return problems;
};

/** Returns whether no part of the path is still the bare id of another object. */
const isExpanded = (value: unknown, keys: string[]): boolean => {
  if (Array.isArray(value)) return value.every((entry) => isExpanded(entry, keys));
  const [key, ...rest] = keys;
  if (key === undefined) return typeof value !== 'string' || !/^[a-z_]+_[A-Za-z0-9]{10,}$/.test(value);
  return isJsonObject(value) ? isExpanded(value[key], rest) : value === null || value === undefined;
};

/** Returns a path of `expand` with all its parent paths. */
const withParents = (path: string): string[] =>
  path.split('.').map((_, index, keys) => keys.slice(0, index + 1).join('.'));

const checkSuccess = (operation: Operation, exchange: Exchange, body: unknown): string[] => {
  const { expand = [], ...form }: { [key: string]: RawParam } = parseForm(exchange.form);
  const paths = Array.isArray(expand) ? expand.filter((path) => typeof path === 'string') : [];
  const expanded = new Set(paths.flatMap(withParents));
  const problems = [
    ...checkParameters(operation, form),
    ...paths.flatMap((path) => checkExpansion(path, operation.answer)),
    ...checkValue(body, operation.answer, 'response', expanded),
    ...paths.filter((path) => !isExpanded(body, path.split('.'))).map((path) => `expand: ${path} was not expanded`),
  ];
  if (operation.answer.type === 'list' && isJsonObject(body) && body['url'] !== exchange.path)
    problems.push(`response.url is ${shorten(body['url'])} and not ${exchange.path}`);
  if (exchange.version !== null && exchange.version !== stripeSchema.version)
    problems.push(`the header Stripe-Version is ${exchange.version} and not ${stripeSchema.version}`);
  return problems;
};

/**
 * Returns how an exchange deviates from Stripe's schema, in sentences. Parameters of failed requests are not checked,
 * because tests send invalid ones on purpose; nor are rules beyond the declarations (exclusive parameters, modes).
 */
export const checkExchange = (exchange: Exchange): string[] => {
  const { method, path, status } = exchange;
  // OAuth uses another host and another error format.
  if (path.startsWith('/oauth/')) return [];
  const isSuccess = status >= 200 && status < 300;
  const operation = findOperation(method, path);
  const body: unknown = JSON.parse(exchange.body);
  const problems = !isSuccess
    ? checkError(body)
    : operation
      ? checkSuccess(operation, exchange, body)
      : ['Stripe has no such operation'];
  const name = `${method} ${operation?.path ?? path} (${status})`;
  return [...new Set(problems)].map((problem) => `${name}: ${problem}.`);
};

/**
 * Event types other than `*.updated` with previous attributes. The declarations describe them for `*.updated` only, but
 * Stripe sends them for a refunded charge and for the customer of a detached payment method.
 */
const EVENTS_WITH_PREVIOUS = new Set(['charge.refunded', 'payment_method.detached']);

/** Returns how an event deviates from Stripe's schema, in sentences. */
export const checkEvent = (event: SandboxEvent): string[] => {
  const { type, data } = event;
  const { properties, required } = definitionOf(stripeSchema.eventBase);
  const problems = required.filter((key) => !(key in event)).map((key) => `event.${key} is missing`);
  for (const key of Object.keys(event)) if (!properties[key]) problems.push(`event.${key} does not exist at Stripe`);
  if (event.api_version !== stripeSchema.version)
    problems.push(`event.api_version is ${event.api_version} and not ${stripeSchema.version}`);
  const schema = stripeSchema.events[type];
  if (!schema) return [...problems, 'Stripe has no such event'].map((problem) => `${type}: ${problem}.`);
  problems.push(...checkValue(data.object, schema, 'data.object', new Set()));
  if (data.previous_attributes && !type.endsWith('.updated') && !EVENTS_WITH_PREVIOUS.has(type))
    problems.push('data.previous_attributes is there, which Stripe sends with *.updated only');
  for (const key of Object.keys(data.previous_attributes ?? {}))
    if (schema.ref && !definitionOf(schema.ref).properties[key])
      problems.push(`data.previous_attributes.${key} does not exist at Stripe`);
  return [...new Set(problems)].map((problem) => `${type}: ${problem}.`);
};
