import { expect, test } from 'vitest';

import { createDeliverableSettings } from '#domain/deliverable.ts';

import { createValues, toSettings, validateValues, type DeliverableValues } from './deliverable-form.ts';

const KINDS = ['file', 'keys', 'link', 'text'] as const;

test.each(KINDS)('a new deliverable of the kind %s has the default settings and needs only a name', (kind) => {
  const values = createValues(kind, null);
  expect(toSettings(kind, values)).toEqual(createDeliverableSettings(kind));
  expect(validateValues(kind, values)).toEqual({ name: 'Enter a name' });
  expect(validateValues(kind, { ...values, name: 'Guide' })).toEqual({});
});

const errorsOf = (kind: (typeof KINDS)[number], change: Partial<DeliverableValues>) =>
  Object.keys(validateValues(kind, { ...createValues(kind, null), name: 'Guide', ...change }));

test('refuses values outside of their limits, and blank numbers that have to be there', () => {
  expect(errorsOf('file', { maxDownloads: 101, confirmAfterDays: 6 })).toEqual(['maxDownloads', 'confirmAfterDays']);
  expect(errorsOf('file', { maxDownloads: null, confirmAfterDays: null })).toEqual(['confirmAfterDays']);
  expect(errorsOf('keys', { prefix: 'a-b', maxActivations: 1001 })).toEqual(['prefix', 'maxActivations']);
  expect(errorsOf('link', { url: 'http://example.com' })).toEqual(['url']);
  expect(errorsOf('text', { text: 'x'.repeat(4001), validity: 'days', validDays: 0 })).toEqual(['validDays', 'text']);
});

test('replaces an invalid value that is not used', () => {
  const values = { ...createValues('keys', null), source: 'list', prefix: '?', validDays: null } as const;
  expect(errorsOf('keys', { source: 'list', prefix: '?', validDays: null })).toEqual([]);
  expect(toSettings('keys', values)).toMatchObject({ source: 'list', prefix: '', validDays: 365 });
});
