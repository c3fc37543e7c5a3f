import type { Exchange } from '../core/diagnostics.ts';
import type { SandboxEvent } from '../core/objects.ts';
import { parseForm, type RawParam } from '../core/params.ts';
import { checkExpansion, checkParameters } from './check-request.ts';
import { checkValue, shorten } from './check-response.ts';
import { definitionOf, errorCodes, findOperation, stripeSchema, type Operation } from './stripe-schema.ts';

type JsonObject = Record<string, unknown>;
const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
