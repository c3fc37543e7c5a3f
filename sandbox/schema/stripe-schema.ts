import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The type of one value, extracted from the declarations of the `stripe` package (`scripts/extract-stripe-schema.mjs`). */
export type Schema = {
  type?: 'string' | 'integer' | 'boolean' | 'decimal' | 'array' | 'list' | 'list2' | 'null';
  /** The name of a definition. */
  ref?: string;
  /** Of an array or a list. */
  items?: Schema;
  enum?: (string | number | boolean)[];
  /** Alternatives. */
  any?: Schema[];
  nullable?: boolean;
};
export type Definition = {
  properties: Record<string, Schema>;
  required: string[];
  /** Any further key, as in metadata. */
  map?: Schema;
};
export type Operation = { method: string; path: string; params: Schema | null; answer: Schema };

type StripeSchema = {
  /** The API version that the package pins. */
  version: string;
  operations: Operation[];
  defs: Record<string, Definition>;
  /** The type of `data.object`, by the event's type. */
  events: Record<string, Schema>;
  /** The definition of what all events have. */
  eventBase: string;
  /** Greatest lengths of texts, by operation and parameter: the declarations do not have them. */
  limits: Record<string, Record<string, number>>;
};

const file = new URL('stripe-schema.json.gz', import.meta.url);
export const stripeSchema: StripeSchema = JSON.parse(gunzipSync(readFileSync(file)).toString());

const noDefinition: Definition = { properties: {}, required: [] };
export const definitionOf = (ref: string): Definition => stripeSchema.defs[ref] ?? noDefinition;

const routes = stripeSchema.operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    placeholders: operation.path.split('{').length,
  }))
  // A literal path, as in /v1/invoices/upcoming, goes before one with a placeholder.
  .toSorted((one, other) => one.placeholders - other.placeholders);

export const findOperation = (method: string, path: string): Operation | undefined =>
  routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;

const flattened = new WeakMap<Schema, Schema[]>();

/** The alternatives of a type, those of alternatives included; the type itself where there are none. */
export const alternativesOf = (schema: Schema): Schema[] => {
  const known = flattened.get(schema);
  if (known) return known;
  const alternatives = schema.any ? schema.any.flatMap(alternativesOf) : [schema];
  flattened.set(schema, alternatives);
  return alternatives;
};

const namesOfErrors = /Last(Payment|Setup|Finalization)Error$/;

/** Codes of errors that the package does not list but that Stripe is known to answer. */
const furtherCodes = ['subscription_payment_intent_requires_action'];

export const errorCodes: ReadonlySet<unknown> = new Set([
  ...Object.entries(stripeSchema.defs).flatMap(([name, { properties }]) =>
    namesOfErrors.test(name) ? (properties['code']?.enum ?? []) : [],
  ),
  ...furtherCodes,
]);
