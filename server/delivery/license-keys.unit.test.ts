import { expect, test } from 'vitest';

import { generateLicenseKey, getLicenseKeyEnding, hashFingerprint, normalizeLicenseKey } from './license-keys.ts';

test('generates 25 letters of Crockford base 32 in five groups, after a prefix', () => {
  expect(generateLicenseKey('')).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}$/);
  expect(generateLicenseKey('KILN2')).toMatch(/^KILN2(-[0-9A-HJKMNP-TV-Z]{5}){5}$/);
  const keys = Array.from({ length: 500 }, () => generateLicenseKey(''));
  expect(new Set(keys).size).toBe(keys.length);
  // Every letter is used.
  expect(new Set(keys.join('').replaceAll('-', '')).size).toBe(32);
});

test('normalizes what people change when they type a key, and nothing else', () => {
  for (const typed of ['KILN-01ABC', 'kiln-o1abc', ' K1LN 0 lABC\n', 'kiLN\t-OIABC'])
    expect(normalizeLicenseKey(typed)).toBe('K11N01ABC');
  expect(normalizeLicenseKey('a_b.c')).toBe('A_B.C');
  expect(getLicenseKeyEnding('KILN-ab cd-e')).toBe('ABCDE');
});

test('hashes a fingerprint differently for each key', () => {
  expect(hashFingerprint('KEY-1', 'laptop')).toBe(hashFingerprint('key1', 'laptop'));
  expect(hashFingerprint('KEY-1', 'laptop')).not.toBe(hashFingerprint('KEY-2', 'laptop'));
  expect(hashFingerprint('KEY-1', 'laptop')).not.toBe(hashFingerprint('KEY-1', 'Laptop'));
});
