import type { Email } from '#domain/mail.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '#domain/security-event.ts';

import { MONEY_EMAILS, ORDER_ID } from './testing-money-mails.ts';

const TRIAL_ENDS_AT = '2026-11-27T14:12:00.000Z';
const INVOICE_URL = 'https://invoice.stripe.com/i/acct_1/in_1?s=ap';

export const CONFIRM_LINK = 'https://till.example/auth/confirm?token_hash=abc&type=signup&next=%2Fbuilder';
const LINK_AND_CODE = { link: CONFIRM_LINK, code: '042137' };
const SENT_AT = '2026-11-20T14:12:00.000Z';

const createNotice = (event: SecurityEventKind, detail = ''): Email => ({
  kind: 'security_notice',
  event,
  at: SENT_AT,
  device: 'Firefox on Windows',
  address: '203.0.113.7',
  detail,
});

const ACCOUNT_EMAILS: readonly Email[] = [
  { kind: 'confirm_email', ...LINK_AND_CODE },
  { kind: 'recover_password', ...LINK_AND_CODE },
  { kind: 'change_email', ...LINK_AND_CODE, newEmail: 'vane.new@example.com', to: 'new' },
  { kind: 'change_email', ...LINK_AND_CODE, newEmail: 'vane.new@example.com', to: 'held' },
  { kind: 'confirmation_code', code: '042137' },
  ...SECURITY_EVENTS.map((event) => createNotice(event)),
  createNotice('email_changed', 'vane.new@example.com'),
  createNotice('email_change_asked', 'vane.new@example.com'),
  createNotice('factor_added', 'My phone'),
  createNotice('factor_removed', 'My phone'),
  createNotice('passkey_added', 'Laptop'),
  createNotice('passkey_removed', 'Laptop'),
  createNotice('identity_linked', 'Google'),
  createNotice('identity_unlinked', 'Google'),
  { ...createNotice('password_changed'), device: 'Unknown device', address: null } as Email,
  { kind: 'account_deleted', at: SENT_AT },
];

const DOMAIN_PROBLEMS = ['pay.example.com leads to old.example.net by a CNAME. It should lead to shops.till.example.'];

/** Samples of every kind of email and every variant of its text. */
export const ALL_EMAILS: readonly Email[] = [
  { kind: 'welcome_trial', plan: 'starter', trialEndsAt: TRIAL_ENDS_AT, limit: 300_000 },
  { kind: 'welcome_trial', plan: 'pro', trialEndsAt: TRIAL_ENDS_AT, limit: null },
  { kind: 'trial_ends', plan: 'starter', days: 3, trialEndsAt: TRIAL_ENDS_AT },
  { kind: 'trial_ends', plan: 'growth', days: 1, trialEndsAt: TRIAL_ENDS_AT },
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
  ...[true, false].map((willCharge): Email => ({
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
  { kind: 'plan_price_changes', plan: 'starter', from: 900, to: 1200, beginsAt: TRIAL_ENDS_AT },
  { kind: 'plan_price_changes', plan: 'starter', from: 1200, to: 900, beginsAt: TRIAL_ENDS_AT },
  { kind: 'plan_price_changes', plan: 'starter', from: 900, to: 900, beginsAt: TRIAL_ENDS_AT },
  { kind: 'upgrade_needs_payment', to: 'growth', reason: 'no_card', url: null },
  { kind: 'upgrade_needs_payment', to: 'growth', reason: 'declined', url: INVOICE_URL },
  { kind: 'payment_failed', plan: 'growth', amount: 2900, url: INVOICE_URL, nextTryAt: TRIAL_ENDS_AT },
  { kind: 'payment_failed', plan: 'growth', amount: 2900, url: null, nextTryAt: null },
  { kind: 'plan_canceled', plan: 'growth', endsAt: TRIAL_ENDS_AT },
  { kind: 'plan_canceled', plan: 'growth', endsAt: null },
  { kind: 'domain_failing', name: 'pay.example.com', problems: DOMAIN_PROBLEMS, at: SENT_AT },
  { kind: 'domain_off', name: 'pay.example.com', problems: DOMAIN_PROBLEMS, at: SENT_AT },
  {
    kind: 'page_paused',
    pageId: ORDER_ID,
    name: 'Throwing Taller',
    refused: 10,
    until: SENT_AT,
  },
  {
    kind: 'page_suspended',
    name: 'Throwing Taller',
    reason: 'The page says that it is sold by a bank, and it is not.',
  },
  { kind: 'page_restored', name: 'Throwing Taller' },
  ...[null, 'finder@example.com'].map((email): Email => ({
    kind: 'page_reported',
    slug: 'taller',
    name: 'Throwing Taller',
    reason: 'It pretends to be somebody else',
    words: email ? 'They ask for my PIN.\nSee https://bank.example/warning' : '',
    email,
  })),
  ...ACCOUNT_EMAILS,
  ...MONEY_EMAILS,
];
