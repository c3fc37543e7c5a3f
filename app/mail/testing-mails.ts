import type { Mail } from '#domain/mail.ts';

const TRIAL_ENDS = '2026-11-27T14:12:00.000Z';
const INVOICE = 'https://invoice.stripe.com/i/acct_1/in_1?s=ap';

/** Every kind of mail, and every turn that the words of one can take. */
export const EVERY_MAIL: readonly Mail[] = [
  { kind: 'welcome_trial', plan: 'starter', trialEndsAt: TRIAL_ENDS, limit: 300_000 },
  { kind: 'welcome_trial', plan: 'pro', trialEndsAt: TRIAL_ENDS, limit: null },
  { kind: 'trial_ends', plan: 'starter', days: 3, trialEndsAt: TRIAL_ENDS },
  { kind: 'trial_ends', plan: 'growth', days: 1, trialEndsAt: TRIAL_ENDS },
  { kind: 'trial_ended', plan: 'starter' },
  {
    kind: 'usage_warning',
    plan: 'starter',
    percentage: 81,
    amount: 243_750,
    limit: 300_000,
    nextPlan: 'growth',
    nextPrice: 2900,
  },
  ...[true, false].map((willCharge): Mail => ({
    kind: 'limit_reached',
    plan: 'growth',
    amount: 1_001_240,
    limit: 1_000_000,
    nextPlan: 'pro',
    nextPrice: 9900,
    willCharge,
  })),
  { kind: 'plan_upgraded', from: 'starter', to: 'growth', charged: 1433, month: '2026-11' },
  { kind: 'plan_upgraded', from: 'growth', to: 'pro', charged: 0, month: '2026-11' },
  { kind: 'upgrade_needs_payment', to: 'growth', reason: 'no_card', url: null },
  { kind: 'upgrade_needs_payment', to: 'growth', reason: 'declined', url: INVOICE },
  { kind: 'payment_failed', plan: 'growth', amount: 2900, url: INVOICE, nextTryAt: TRIAL_ENDS },
  { kind: 'payment_failed', plan: 'growth', amount: 2900, url: null, nextTryAt: null },
  { kind: 'plan_canceled', plan: 'growth', endsAt: TRIAL_ENDS },
  { kind: 'plan_canceled', plan: 'growth', endsAt: null },
];
