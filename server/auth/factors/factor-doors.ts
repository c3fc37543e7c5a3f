import type { AuthRoute } from '../door.ts';
import { withSignInLog } from '../log-sign-in.ts';
import { challengeFactor } from './challenge-factor.ts';
import { enrollFactor } from './enroll-factor.ts';
import {
  getRecoveryCodes,
  createRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
} from './recovery-codes.ts';
import { unenrollFactor } from './unenroll-factor.ts';
import { verifyFactor } from './verify-factor.ts';
import { verifyRecoveryCode } from './verify-recovery-code.ts';

// The recovery-code routes come first: otherwise `/factors/:id` would match them.

export const FACTOR_ROUTES: readonly AuthRoute[] = [
  { method: 'GET', path: '/factors/recovery-codes', handler: getRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes', handler: createRecoveryCodes },
  { method: 'DELETE', path: '/factors/recovery-codes', handler: removeRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes/regenerate', handler: regenerateRecoveryCodes },
  {
    method: 'POST',
    path: '/factors/recovery-codes/verify',
    handler: withSignInLog('mfa/recovery_code', verifyRecoveryCode),
  },
  { method: 'POST', path: '/factors', handler: enrollFactor },
  { method: 'DELETE', path: '/factors/:id', handler: unenrollFactor },
  { method: 'POST', path: '/factors/:id/challenge', handler: challengeFactor },
  { method: 'POST', path: '/factors/:id/verify', handler: withSignInLog('mfa', verifyFactor) },
];
