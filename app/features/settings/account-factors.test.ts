import { expect, test } from 'vitest';

import { listAccountFactors, findFreeFactorName, listOfferedFactorTypes } from './account-factors.ts';

test('names a new factor after its type, with a number if the name is taken', () => {
  expect(findFreeFactorName('totp', [])).toBe('Authenticator app');
  expect(findFreeFactorName('totp', [{ name: 'authenticator app' }])).toBe('Authenticator app 2');
  expect(findFreeFactorName('phone', [{ name: 'Phone' }, { name: 'Phone 2' }])).toBe('Phone 3');
  expect(findFreeFactorName('phone', [{ name: 'Phone 2' }])).toBe('Phone');
});

test('offers phones only where text messages can be sent', () => {
  expect(listOfferedFactorTypes(true)).toEqual(['totp', 'webauthn', 'phone']);
  expect(listOfferedFactorTypes(false)).toEqual(['totp', 'webauthn']);
});

test('skips recovery codes, and names a factor without a name after its type', () => {
  const dates = { created_at: '2026-11-20T09:00:00Z', updated_at: '2026-11-20T09:00:00Z' };
  const factors = listAccountFactors({
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
