import { expect, test } from 'vitest';

import { isEmailed, isSecurityEventKind, securityEventTitle, type SecurityEventKind } from './security-event.ts';

test('accepts only known kinds, whatever a row contains', () => {
  for (const kind of ['signed_in', 'factor_removed', 'account_exported']) expect(isSecurityEventKind(kind)).toBe(true);
  for (const kind of ['', 'SIGNED_IN', 'constructor', '__proto__', 'toString'])
    expect(isSecurityEventKind(kind)).toBe(false);
});

test.each<SecurityEventKind>([
  'signed_in_new_device',
  'token_reused',
  'email_change_requested',
  'email_changed',
  'password_changed',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'identity_linked',
  'identity_unlinked',
  'account_exported',
])('%s affects access or identity and sends an email', (kind) => {
  expect(isEmailed(kind)).toBe(true);
});

test.each<SecurityEventKind>(['signed_in', 'signed_out', 'sign_in_failed', 'session_ended', 'recovery_requested'])(
  '%s is frequent or can be caused by strangers and sends no email',
  (kind) => {
    expect(isEmailed(kind)).toBe(false);
  },
);

test('gives similar events different titles', () => {
  expect(securityEventTitle('signed_in')).not.toBe(securityEventTitle('signed_in_new_device'));
  expect(securityEventTitle('factor_added')).not.toBe(securityEventTitle('passkey_added'));
});
