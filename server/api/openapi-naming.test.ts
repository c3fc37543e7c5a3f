import { expect, test } from 'vitest';

import { apiErrorCatalog } from '#content/messages/api-error-catalog.ts';
import { getPublicError, listPublicErrors } from '#domain/api-errors.ts';
import { ERROR_CODES } from '#domain/errors.ts';

import { API_ENDPOINTS } from './api-endpoints.ts';
import { listErrors, GENERAL_ERRORS } from './api-error.ts';
import { ENDPOINT_GROUPS } from './define-endpoint.ts';
import { apiDocument } from './openapi-document.ts';
import { TAG_GROUPS } from './openapi-info.ts';

const document = apiDocument('https://shop.example');

type Found = { path: string; name: string; schema: Record<string, unknown> };

/** Every property and parameter of the document, with its schema. */
function listProperties(value: unknown, path = ''): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value as Record<string, unknown>);
  const found = entries.flatMap(([key, child]) => listProperties(child, `${path}/${key}`));
  const { properties, name, schema, in: location } = value as Record<string, unknown>;
  const own = Object.entries((properties ?? {}) as object).map(([key, child]) => ({
    path,
    name: key,
    schema: child as never,
  }));
  const parameter =
    typeof name === 'string' && typeof location === 'string' && schema ? [{ path, name, schema: schema as never }] : [];
  return [...found, ...own, ...parameter];
}

const isDateTime = (schema: unknown): boolean => JSON.stringify(schema ?? '').includes('"format":"date-time"');

/** Names that come from elsewhere: fonts, languages, DNS records, currencies, a header, and attributes with dots. */
const FOREIGN_VALUES = /\/(WebhookEventType|fonts|language)|"TXT"|[a-z]+[:.*]/;

const properties = listProperties(document.paths).concat(listProperties(document.components.schemas));

test('names end in At, After, Before, or Since exactly if they are dates with a time', () => {
  const scalars = properties.filter(({ schema }) => !JSON.stringify(schema).includes('"properties"'));
  const wrong = scalars.filter(({ name, schema }) => /(At|After|Before|Since)$/.test(name) !== isDateTime(schema));
  // The price after a countdown and the text after it are no times, nor is the ID that events are listed after.
  expect(new Set(wrong.map(({ name }) => name))).toEqual(new Set(['textAfter', 'priceAfter', 'retryAfter']));
});

test('property names are in camel case, and no object has a status beside its state', () => {
  const names = [...new Set(properties.map(({ name }) => name))];
  expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name) && name !== 'Idempotency-Key')).toEqual([]);
  expect(names).not.toContain('status');
  expect(names.filter((name) => name.endsWith('Url') || name === 'url').length).toBeGreaterThan(5);
});

test('values of enums are in snake case', () => {
  const values = [...JSON.stringify(document).matchAll(/"enum":(\[[^\]]*\])/g)].map(([, list = '[]']) => list);
  const isForeign = (list: string) => FOREIGN_VALUES.test(list) || list.includes('"Inter"') || list.includes('"pt-BR"');
  const wrong = values.filter((list) => !isForeign(list)).filter((list) => /[^a-z0-9_",[\]]/.test(list));
  expect(wrong).toEqual([]);
});

test('schema names do not collide with those of languages and SDKs', () => {
  const names = Object.keys(document.components.schemas);
  for (const taken of ['Error', 'Page', 'Key', 'Image', 'Point', 'Plan', 'Connection', 'File', 'Event'])
    expect(names).not.toContain(taken);
});

test('operation ids are paths of resources that end in a method, and lists share one envelope', () => {
  for (const { id, isList, response } of API_ENDPOINTS) {
    expect(id).toMatch(/^[a-z][a-zA-Z]*(\.[a-z][a-zA-Z]*){1,2}$/);
    if (isList) expect(Object.keys((response as { shape?: object } | null)?.shape ?? {})).toEqual(['data', 'next']);
  }
  expect(new Set(API_ENDPOINTS.map(({ id }) => id)).size).toBe(API_ENDPOINTS.length);
});

test('every group of endpoints belongs to one group of groups', () => {
  expect(TAG_GROUPS.flatMap(({ tags }) => tags).toSorted()).toEqual(ENDPOINT_GROUPS.toSorted());
});

test('only the error `internal` looks like a fault of the server', () => {
  expect(ERROR_CODES.filter((code) => getPublicError(code).status === 500)).toEqual(['internal']);
});

test('the catalog of errors is what endpoints can answer with, and is documented', () => {
  const answered = new Set(API_ENDPOINTS.flatMap(listErrors).map(({ code }) => code));
  const general = listPublicErrors().filter(({ code }) => !answered.has(code));
  expect(general.map(({ code }) => code)).toEqual(['internal', 'method_not_allowed', 'unavailable']);
  expect(GENERAL_ERRORS.length).toBe(4);
  expect(listPublicErrors().map(({ code }) => code)).toEqual(Object.keys(apiErrorCatalog).toSorted());
  for (const message of Object.values(apiErrorCatalog)) expect(message).not.toMatch(/sign in|screen|please/i);
});
