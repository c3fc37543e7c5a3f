import { expect, test } from 'vitest';

import { listConfirmationRecipients } from './email-section.tsx';

const dates = { created_at: '2026-11-20T09:00:00Z', updated_at: '2026-11-20T09:00:00Z' };
const userWithFactor = (status: 'verified' | 'unverified') => ({
  factors: [{ id: 'a', factor_type: 'totp' as const, status, ...dates }],
});
const currentAccount = { email: 'old@example.com', emailConfirmed: true };

test('requires confirmation from both addresses', () => {
  const recipients = listConfirmationRecipients(currentAccount, userWithFactor('unverified'), 'new@example.com');
  expect(recipients).toEqual(['new@example.com', 'old@example.com']);
});

test('accepts a second factor in place of the current address, and skips an unconfirmed one', () => {
  expect(listConfirmationRecipients(currentAccount, userWithFactor('verified'), 'new@example.com')).toEqual([
    'new@example.com',
  ]);
  expect(listConfirmationRecipients({ ...currentAccount, emailConfirmed: false }, {}, 'new@example.com')).toEqual([
    'new@example.com',
  ]);
});
