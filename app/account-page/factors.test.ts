import { expect, test } from 'vitest';

import { factorsOf, freeName, offeredTypes } from './factors.ts';

test('a new second step is called after its kind, and numbered where the name is taken', () => {
  expect(freeName('totp', [])).toBe('Authenticator app');
  expect(freeName('totp', [{ name: 'authenticator app' }])).toBe('Authenticator app 2');
  expect(freeName('phone', [{ name: 'Phone' }, { name: 'Phone 2' }])).toBe('Phone 3');
  expect(freeName('phone', [{ name: 'Phone 2' }])).toBe('Phone');
});

test('phones are offered only where messages can be sent', () => {
  expect(offeredTypes(true)).toEqual(['totp', 'webauthn', 'phone']);
  expect(offeredTypes(false)).toEqual(['totp', 'webauthn']);
});

test('recovery codes are no second step of the list, and a nameless one is called after its kind', () => {
  const dates = { created_at: '2026-11-20T09:00:00Z', updated_at: '2026-11-20T09:00:00Z' };
  const factors = factorsOf({
    factors: [
      { id: 'a', factor_type: 'totp', status: 'verified', friendly_name: 'My phone', ...dates },
      { id: 'b', factor_type: 'webauthn', status: 'unverified', ...dates },
      { id: 'c', factor_type: 'recovery_code', status: 'verified', ...dates },
    ],
  });
  expect(factors.map(({ id, name, verified }) => [id, name, verified])).toEqual([
    ['a', 'My phone', true],
    ['b', 'Security key', false],
  ]);
});
