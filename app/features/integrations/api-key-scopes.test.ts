import { expect, test } from 'vitest';

import { API_SCOPE_NAMES } from '#domain/api-key.ts';

import { SCOPE_PRESETS, getScopePreset, READ_SCOPES, formatScopes } from './api-key-scopes.ts';

test('includes only read scopes in the read-only preset', () => {
  expect(READ_SCOPES.length).toBeGreaterThan(2);
  expect(READ_SCOPES.some((scope) => scope.endsWith(':write'))).toBe(false);
  expect(getScopePreset([...READ_SCOPES].reverse())).toBe('reading');
  expect(SCOPE_PRESETS.everything.scopes).toEqual(API_SCOPE_NAMES);
});

test('includes no change in the preset for reports, and nothing about the account in the one for support', () => {
  expect(SCOPE_PRESETS.reporting.scopes.every((scope) => READ_SCOPES.includes(scope))).toBe(true);
  expect(SCOPE_PRESETS.support.scopes.filter((scope) => /account|webhooks|pages:write/.test(scope))).toEqual([]);
});

test('summarizes scopes by preset, else one by one in catalog order', () => {
  expect(formatScopes(API_SCOPE_NAMES)).toBe('Full access');
  expect(formatScopes(READ_SCOPES)).toBe('Read only');
  expect(formatScopes(['orders:read', 'pages:read'])).toBe('pages:read, orders:read');
});
