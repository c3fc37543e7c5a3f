import { expect, test } from 'vitest';

import { createSecrets } from '#server/core/secrets.ts';

import {
  generateLicenseKey,
  hashLicenseKey,
  listLicenseKeyHashes,
  normalizeLicenseKey,
  sealLicenseKey,
  unsealLicenseKey,
} from './license-keys.ts';

const WEBHOOKS = { platform: 'p', connect: 'c' };
const OLD_SECRET = 'the secret until now, long enough for it';
const NEW_SECRET = 'the secret from now on, and long enough too';

test('generates keys with five groups of Crockford letters after the prefix', () => {
  const group = '[0-9A-HJKMNP-TV-Z]{5}';
  expect(generateLicenseKey('PRO')).toMatch(new RegExp(`^PRO(-${group}){5}$`));
  expect(generateLicenseKey('')).toMatch(new RegExp(`^${group}(-${group}){4}$`));
  expect(new Set(Array.from({ length: 100 }, () => generateLicenseKey(''))).size).toBe(100);
});

test.each(['PRO-7K2QX-01AB0', ' pro 7k2qx–O1ABO ', 'PRO7K2QXoiaBo', 'pro-7k2qx-0lab0'])('reads %j as one key', (text) => {
  expect(normalizeLicenseKey(text)).toBe('PR07K2QX01AB0');
});

test('stores a key under a hash of its deliverable, sealed for its row', () => {
  const secrets = createSecrets(OLD_SECRET, WEBHOOKS);
  const key = 'Pro-7K2QX-o1ab0';
  const row = { id: 'row', deliverableId: 'one' };
  const columns = sealLicenseKey({ secrets }, row, key);
  expect(columns.ending).toBe('01AB0');
  expect(columns.keyHash).toBe(hashLicenseKey({ secrets }, 'one', 'PRO7K2QX01AB0'));
  expect(columns.keyHash).not.toBe(hashLicenseKey({ secrets }, 'other', key));
  expect(unsealLicenseKey({ secrets }, { ...row, ...columns })).toBe(key);
  expect(() => unsealLicenseKey({ secrets }, { ...row, ...columns, id: 'another row' })).toThrow();
});

test('finds keys that were stored with the previous secret', () => {
  const [previous, current] = [createSecrets(OLD_SECRET, WEBHOOKS), createSecrets(NEW_SECRET, WEBHOOKS, OLD_SECRET)];
  const hash = hashLicenseKey({ secrets: previous }, 'one', 'KEY-1');
  expect(listLicenseKeyHashes({ secrets: current }, 'one', 'key1')).toContain(hash);
});
