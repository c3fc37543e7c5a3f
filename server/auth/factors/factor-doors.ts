import type { Door } from '../door.ts';
import { signingIn } from '../log-sign-in.ts';
import { challengeFactor } from './challenge-factor.ts';
import { enrollFactor } from './enroll-factor.ts';
import {
  getRecoveryCodes,
  makeRecoveryCodes,
  remakeRecoveryCodes,
  removeRecoveryCodes,
} from './recovery-codes.ts';
import { unenrollFactor } from './unenroll-factor.ts';
import { verifyFactor } from './verify-factor.ts';
import { verifyRecoveryCode } from './verify-recovery-code.ts';

// The recovery-code routes come first: otherwise `/factors/:id` would match them.

export const FACTOR_DOORS: readonly Door[] = [
  { method: 'GET', path: '/factors/recovery-codes', open: getRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes', open: makeRecoveryCodes },
  { method: 'DELETE', path: '/factors/recovery-codes', open: removeRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes/regenerate', open: remakeRecoveryCodes },
  {
    method: 'POST',
    path: '/factors/recovery-codes/verify',
    open: signingIn('mfa/recovery_code', verifyRecoveryCode),
  },
  { method: 'POST', path: '/factors', open: enrollFactor },
  { method: 'DELETE', path: '/factors/:id', open: unenrollFactor },
  { method: 'POST', path: '/factors/:id/challenge', open: challengeFactor },
  { method: 'POST', path: '/factors/:id/verify', open: signingIn('mfa', verifyFactor) },
];
