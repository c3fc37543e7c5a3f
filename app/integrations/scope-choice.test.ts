import { expect, test } from 'vitest';

import { API_SCOPE_NAMES } from '#domain/api-key.ts';

import { PRESETS, presetOf, READING, scopesText } from './scope-choice.ts';

test('includes only read scopes in the read-only preset', () => {
  expect(READING.length).toBeGreaterThan(2);
  expect(READING.some((scope) => scope.endsWith(':write'))).toBe(false);
  expect(presetOf([...READING].reverse())).toBe('reading');
  expect(PRESETS.everything.scopes).toEqual(API_SCOPE_NAMES);
});

test('summarizes scopes by preset, else one by one in catalog order', () => {
  expect(scopesText(API_SCOPE_NAMES)).toBe('Everything');
  expect(scopesText(READING)).toBe('Read only');
  expect(scopesText(['orders:read', 'pages:read'])).toBe('pages:read, orders:read');
});
