import { expect, test } from 'vitest';

import { askedMailboxes, askedWords } from './email-change.ts';

const dates = { created_at: '2026-11-20T09:00:00Z', updated_at: '2026-11-20T09:00:00Z' };
const factor = (status: 'verified' | 'unverified') => ({
  factors: [{ id: 'a', factor_type: 'totp' as const, status, ...dates }],
});
const old = { email: 'old@example.com', emailConfirmed: true };

test('requires confirmation from both addresses', () => {
  const asked = askedMailboxes(old, factor('unverified'), 'new@example.com');
  expect(asked).toEqual(['new@example.com', 'old@example.com']);
  expect(askedWords(asked)).toBe('the mail at new@example.com and the one at old@example.com');
});

test('accepts a second factor in place of the current address, and skips an unconfirmed one', () => {
  expect(askedMailboxes(old, factor('verified'), 'new@example.com')).toEqual(['new@example.com']);
  const unconfirmed = askedMailboxes({ ...old, emailConfirmed: false }, {}, 'new@example.com');
  expect(askedWords(unconfirmed)).toBe('the mail at new@example.com');
});
