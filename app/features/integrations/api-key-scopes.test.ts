import { expect, test } from 'vitest';

import { API_SCOPE_NAMES } from '#domain/api-key.ts';

import { SCOPE_PRESETS, getScopePreset, READ_SCOPES, formatScopes } from './api-key-scopes.ts';

test('includes only read scopes in the read-only preset', () => {
  expect(READ_SCOPES.length).toBeGreaterThan(2);
  expect(READ_SCOPES.some((scope) => scope.endsWith(':write'))).toBe(false);
  expect(getScopePreset([...READ_SCOPES].reverse())).toBe('reading');
  expect(SCOPE_PRESETS.everything.scopes).toEqual(API_SCOPE_NAMES);
});

test('summarizes scopes by preset, else one by one in catalog order', () => {
  expect(formatScopes(API_SCOPE_NAMES)).toBe('Full access');
  expect(formatScopes(READ_SCOPES)).toBe('Read only');
  expect(formatScopes(['orders:read', 'pages:read'])).toBe('pages:read, orders:read');
});
