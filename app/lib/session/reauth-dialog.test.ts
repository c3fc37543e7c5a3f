import type { User } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { listReauthMethods, getReauthMethodLabel } from './reauth-dialog.tsx';

const dates = { created_at: '2026-11-20T09:00:00Z', updated_at: '2026-11-20T09:00:00Z' };
const user: User = {
  id: 'u',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: dates.created_at,
  factors: [
    { id: 'a', factor_type: 'totp', status: 'verified', friendly_name: 'Old phone', ...dates },
    { id: 'b', factor_type: 'phone', status: 'unverified', friendly_name: 'New phone', ...dates },
    { id: 'c', factor_type: 'webauthn', status: 'verified', ...dates },
  ],
};
const account = { email: 'mara@example.com', hasPassword: true, recoveryCodesLeft: 9 };

test('offers the password first and an emailed code second', () => {
  expect(listReauthMethods('first', account, user).map(getReauthMethodLabel)).toEqual([
    'Use your password',
    'Email me a code',
  ]);
});

test('offers verified factors as the second step, and recovery codes while some are left', () => {
  const getLabels = (recoveryCodesLeft: number | null) =>
    listReauthMethods('second', { ...account, recoveryCodesLeft }, user).map(getReauthMethodLabel);
  const verifiedLabels = ['Use a code from Old phone', 'Use Security key'];
  expect(getLabels(9)).toEqual([...verifiedLabels, 'Use a recovery code']);
  expect([getLabels(0), getLabels(null)]).toEqual([verifiedLabels, verifiedLabels]);
});

test('offers an emailed code when the account has no password', () => {
  expect(listReauthMethods('first', { ...account, hasPassword: false }, null).map(({ id }) => id)).toEqual(['mail']);
});
