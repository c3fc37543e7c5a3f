import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The type of one value, extracted by `scripts/extract-stripe-schema.mjs` from the `stripe` package's declarations. */
export type Schema = {
  type?: 'string' | 'integer' | 'boolean' | 'decimal' | 'array' | 'list' | 'list2' | 'null';
  /** The name of a definition. */
  ref?: string;
  /** The element type of an array or list. */
  items?: Schema;
  enum?: (string | number | boolean)[];
  /** The alternatives of a union. */
  any?: Schema[];
  nullable?: boolean;
};
export type Definition = {
  properties: Record<string, Schema>;
  required: string[];
  /** The type of any additional key, as in metadata. */
  map?: Schema;
};
export type Operation = { method: string; path: string; params: Schema | null; answer: Schema };

type StripeSchema = {
  /** The API version of the package. */
  version: string;
  operations: Operation[];
  defs: Record<string, Definition>;
  /** The type of `data.object`, by event type. */
  events: Record<string, Schema>;
  /** The name of the definition of the fields that all events share. */
  eventBase: string;
  /** Maximum text lengths by operation and parameter, which the declarations do not contain. */
  limits: Record<string, Record<string, number>>;
};

const fileUrl = new URL('stripe-schema.json.gz', import.meta.url);
export const stripeSchema: StripeSchema = JSON.parse(gunzipSync(readFileSync(fileUrl)).toString());

const noDefinition: Definition = { properties: {}, required: [] };
export const definitionOf = (ref: string): Definition => stripeSchema.defs[ref] ?? noDefinition;

const routes = stripeSchema.operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    placeholders: operation.path.split('{').length,
  }))
  // A literal path, such as /v1/invoices/upcoming, is matched before one with a placeholder.
  .toSorted((one, other) => one.placeholders - other.placeholders);

export const findOperation = (method: string, path: string): Operation | undefined =>
  routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;

const flattenedCache = new WeakMap<Schema, Schema[]>();

/** Returns the alternatives of a type, flattened; the type itself when there are none. */
export const alternativesOf = (schema: Schema): Schema[] => {
  const cached = flattenedCache.get(schema);
  if (cached) return cached;
  const alternatives = schema.any ? schema.any.flatMap(alternativesOf) : [schema];
  flattenedCache.set(schema, alternatives);
  return alternatives;
};

const ERROR_TYPE_NAMES = /Last(Payment|Setup|Finalization)Error$/;

/** Error codes that Stripe returns although the package does not list them. */
const ADDITIONAL_CODES = ['subscription_payment_intent_requires_action'];

export const errorCodes: ReadonlySet<unknown> = new Set([
  ...Object.entries(stripeSchema.defs).flatMap(([name, { properties }]) =>
    ERROR_TYPE_NAMES.test(name) ? (properties['code']?.enum ?? []) : [],
  ),
  ...ADDITIONAL_CODES,
]);
