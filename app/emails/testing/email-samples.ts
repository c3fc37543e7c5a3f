import type { FieldAnswer } from '#domain/custom-field.ts';
import type { Email, EmailOrder, SellerBranding } from '#domain/email.ts';
import { FONT_PRESETS } from '#domain/fonts.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '#domain/security-event.ts';

import { createDeliveryEmails } from './delivery-samples.ts';

export const SELLER: SellerBranding = {
  name: 'Vane Ceramics',
  logo: `/media/${'ab'.repeat(32)}.webp`,
  accent: '#b4532a',
  fonts: FONT_PRESETS.classic,
  page: '/c/throwing-taller',
};

export const PAY_URL = 'https://invoice.stripe.com/i/acct_2/in_2?s=ap';
export const DISPUTE_URL = 'https://dashboard.stripe.com/acct_1/payments/pi_1';
export const TERMS_URL = 'https://vane.example/terms';
export const PRIVACY_URL = 'https://vane.example/privacy';
export const PURCHASES_LINK = 'https://till.example/purchases/open?token=abc_def-123';
export const ORDER_ID = '7f0c6f5e-6d2c-4a0e-9a3e-1f1f1f1f1f1f';

const PAID_AT = '2026-11-20T09:31:00.000Z';
const NEXT_TRY_AT = '2026-11-27T14:12:00.000Z';

export const ORDER: EmailOrder = {
  id: ORDER_ID,
  number: 1045,
  productName: 'Throwing Taller',
  billing: null,
  currency: 'USD',
  original: 8900,
  discount: 1780,
  paid: 7120,
  couponCode: 'EARLY20',
  paidAt: PAID_AT,
};

export const ANSWERS: FieldAnswer[] = [
  { id: 'a', kind: 'select', label: 'Which size is your apron?', value: 'Large' },
  { id: 'b', kind: 'long', label: 'What have you thrown so far?', value: 'Two bowls.\nA very crooked mug.' },
  { id: 'c', kind: 'checkbox', label: 'I bring my own tools', value: 'No' },
];

const createUndiscountedOrder = (currency: string, paid: number): EmailOrder => ({
  ...ORDER,
  currency,
  original: paid,
  discount: 0,
  paid,
  couponCode: null,
});

const AGREEMENT_URLS = { termsUrl: TERMS_URL, privacyUrl: PRIVACY_URL };
const NO_AGREEMENT_URLS = { termsUrl: '', privacyUrl: '' };

const NAMES = ['Throwing guide', 'Glaze recipes'];

const BUYER_EMAILS: readonly Email[] = [
  {
    kind: 'receipt',
    seller: SELLER,
    order: ORDER,
    renewal: false,
    message: 'Thank you! Your first lesson is in your inbox.\nWedge some clay while it loads.',
    answers: ANSWERS,
    ...AGREEMENT_URLS,
  },
  {
    kind: 'receipt',
    seller: { ...SELLER, name: 'Ötzi & Söhne GmbH & Co. KG', logo: null, accent: '#f7d94c' },
    order: { ...createUndiscountedOrder('EUR', 129_900_00), billing: 'monthly' },
    renewal: true,
    message: '',
    ...NO_AGREEMENT_URLS,
  },
  {
    kind: 'receipt',
    seller: { ...SELLER, accent: '#000000' },
    order: { ...createUndiscountedOrder('JPY', 980_000), billing: 'yearly' },
    renewal: false,
    message: '',
    ...NO_AGREEMENT_URLS,
  },
  {
    kind: 'receipt',
    seller: { ...SELLER, name: 'محل الخزف', accent: '#ffffff' },
    order: { ...createUndiscountedOrder('KWD', 12_340), productName: 'دورة الخزف للمبتدئين' },
    renewal: false,
    message: '',
    ...AGREEMENT_URLS,
  },
  {
    kind: 'receipt',
    seller: SELLER,
    order: { ...ORDER, original: 2900, discount: 2900, paid: 0, couponCode: 'GIFT' },
    renewal: false,
    message: 'Enjoy it.',
    ...NO_AGREEMENT_URLS,
  },
  ...createDeliveryEmails(SELLER, createUndiscountedOrder('USD', 8900)),
  ...[
    { paymentMethod: 'sepa_debit', url: null, expiresAt: null },
    { paymentMethod: 'multibanco', url: PAY_URL, expiresAt: NEXT_TRY_AT },
    { paymentMethod: 'customer_balance', url: PAY_URL, expiresAt: null },
    { paymentMethod: null, url: null, expiresAt: null },
  ].map((pending): Email => ({
    kind: 'order_pending',
    seller: SELLER,
    number: 1045,
    productName: 'Throwing Taller',
    amount: 7120,
    currency: 'EUR',
    pending,
  })),
  {
    kind: 'free_trial_ends',
    seller: SELLER,
    productName: 'Kiln Club',
    amount: 2900,
    currency: 'USD',
    billing: 'monthly',
    trialEndsAt: '2026-12-13T09:31:00.000Z',
    needsCard: true,
  },
  {
    kind: 'free_trial_ends',
    seller: SELLER,
    productName: 'Kiln Club',
    amount: 2900,
    currency: 'USD',
    billing: 'yearly',
    trialEndsAt: '2026-12-13T09:31:00.000Z',
    needsCard: false,
  },
  {
    kind: 'receipt',
    seller: SELLER,
    order: { ...createUndiscountedOrder('USD', 0), productName: 'Kiln Club', billing: 'monthly' },
    renewal: false,
    paymentTerms: '14 days free. Then $29.00 USD/month until you cancel.',
    trialEndsAt: '2026-12-04T09:31:00.000Z',
    message: 'Welcome to the club!',
    ...NO_AGREEMENT_URLS,
  },
  {
    kind: 'payment_not_arrived',
    seller: SELLER,
    number: 1045,
    productName: 'Throwing Taller',
    amount: 7120,
    currency: 'EUR',
  },
  ...[PAY_URL, null].map((payUrl): Email => ({
    kind: 'renewal_failed',
    seller: SELLER,
    productName: 'Clay Club',
    amount: 1200,
    currency: 'EUR',
    payUrl,
    nextTryAt: payUrl && NEXT_TRY_AT,
    isPaymentPlan: payUrl === null,
  })),
  ...[1, 2, 3].map((number): Email => ({
    kind: 'receipt',
    seller: SELLER,
    order: { ...createUndiscountedOrder('USD', 10_500), billing: 'monthly' },
    renewal: number > 1,
    installment: { number, count: 3 },
    paymentTerms: number > 1 ? null : '3 monthly payments of $105.00 USD, $315.00 USD in all. The first is due today.',
    message: '',
    ...NO_AGREEMENT_URLS,
  })),
  ...[true, false].map((whole): Email => ({
    kind: 'refund_made',
    seller: SELLER,
    number: 1045,
    productName: 'Throwing Taller',
    amount: whole ? 7120 : 2500,
    currency: 'GBP',
    whole,
    endedAccess: whole ? NAMES : [],
  })),
  { kind: 'access_ends', seller: SELLER, productName: 'Throwing Taller', names: NAMES, accessUntil: NEXT_TRY_AT },
  ...[
    { endsAt: NEXT_TRY_AT, undone: false },
    { endsAt: null, undone: false },
    { endsAt: null, undone: true },
    { endsAt: null, undone: false, isPaymentPlan: true },
  ].map((overrides): Email => ({
    kind: 'subscription_ends',
    seller: SELLER,
    productName: 'Clay Club',
    ...overrides,
  })),
  { kind: 'purchases_link', link: PURCHASES_LINK },
];

const NOTICE_FIELDS = {
  orderId: ORDER_ID,
  number: 1045,
  productName: 'Throwing Taller',
  buyer: 'Celeste Aumont-Rousseau',
  currency: 'USD',
};

const SELLER_EMAILS: readonly Email[] = [
  {
    kind: 'sale_notice',
    order: {
      ...ORDER,
      items: [
        { name: 'Throwing Taller', quantity: 1, amount: 7000 },
        { name: 'Glaze recipes', quantity: 2, amount: 1900 },
      ],
    },
    renewal: false,
    buyer: 'celeste@atelier.example',
    country: 'FR',
    answers: ANSWERS,
  },
  ...[null, { number: 2, count: 3 }].map((installment): Email => ({
    kind: 'sale_notice',
    order: { ...createUndiscountedOrder('SEK', 99_999_999), billing: 'monthly' },
    renewal: true,
    installment,
    buyer: 'Celeste Aumont-Rousseau',
    country: null,
  })),
  ...[NEXT_TRY_AT, null].map((nextTryAt): Email => ({
    kind: 'renewal_failed_notice',
    ...NOTICE_FIELDS,
    amount: 1200,
    nextTryAt,
    isPaymentPlan: nextTryAt === null,
  })),
  ...['multibanco', null].map((paymentMethod): Email => ({
    kind: 'payment_not_arrived_notice',
    ...NOTICE_FIELDS,
    amount: 7120,
    paymentMethod,
  })),
  ...['lost_or_stolen_card', null].map((reason): Email => ({
    kind: 'refund_failed_notice',
    ...NOTICE_FIELDS,
    amount: 2500,
    reason,
  })),
  { kind: 'license_keys_missing', orderId: ORDER_ID, number: 42, name: 'Pro license' },
  ...(
    [
      [NEXT_TRY_AT, false],
      [null, false],
      [NEXT_TRY_AT, true],
    ] as const
  ).map(([dueBy, inquiry]): Email => ({
    kind: 'dispute_notice',
    inquiry,
    ...NOTICE_FIELDS,
    amount: 7120,
    reason: 'product_not_received',
    dueBy,
    url: DISPUTE_URL,
  })),
  ...(
    [
      ['won', false],
      ['lost', false],
      ['won', true],
    ] as const
  ).map(([outcome, inquiry]): Email => ({
    kind: 'dispute_closed',
    inquiry,
    orderId: ORDER_ID,
    number: 1045,
    outcome,
    amount: 7120,
    currency: 'CHF',
  })),
  { kind: 'payments_off', cause: 'restricted', reason: 'requirements.past_due' },
  { kind: 'payments_off', cause: 'disconnected', reason: null },
  {
    kind: 'webhook_paused',
    endpointId: ORDER_ID,
    url: 'https://hooks.vane.example/till?key=abc',
    since: PAID_AT,
    problem: 'The connection was refused: no server is listening at this URL.',
  },
];

/** Samples of emails to buyers, to sellers about payments, and to the operator. */
export const MONEY_EMAILS: readonly Email[] = [
  ...BUYER_EMAILS,
  ...SELLER_EMAILS,
  {
    kind: 'operator_alert',
    what: '12 Stripe events are no longer retried',
    detail: 'evt_1 (charge.refunded): No such charge\nevt_2 (invoice.paid): timeout',
    remedy: 'Look at last_error in stripe_events, and set status back to received to replay them.',
  },
];

const TRIAL_ENDS_AT = '2026-11-27T14:12:00.000Z';
const INVOICE_URL = 'https://invoice.stripe.com/i/acct_1/in_1?s=ap';

const CONFIRM_LINK = 'https://till.example/auth/confirm?token_hash=abc&type=signup&next=%2Fbuilder';
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
  { kind: 'change_email', ...LINK_AND_CODE, newEmail: 'vane.new@example.com', to: 'current' },
  { kind: 'confirmation_code', code: '042137' },
  ...SECURITY_EVENTS.map((event) => createNotice(event)),
  createNotice('email_changed', 'vane.new@example.com'),
  createNotice('email_change_requested', 'vane.new@example.com'),
  createNotice('factor_added', 'My phone'),
  createNotice('factor_removed', 'My phone'),
  createNotice('passkey_added', 'Laptop'),
  createNotice('passkey_removed', 'Laptop'),
  createNotice('identity_linked', 'Google'),
  createNotice('identity_unlinked', 'Google'),
  { ...createNotice('password_changed'), device: 'Unknown device', address: null } as Email,
  { kind: 'account_deleted', at: SENT_AT },
];

const DOMAIN_PROBLEMS = [
  'The CNAME record of pay.example.com points to old.example.net. It should point to shops.till.example.',
];

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
  { kind: 'license_keys_low', deliverableId: ORDER_ID, name: 'Kiln Planner Pro', unusedKeys: 20 },
  { kind: 'license_keys_low', deliverableId: ORDER_ID, name: 'Kiln Planner Pro', unusedKeys: 0 },
  { kind: 'page_paused', pageId: ORDER_ID, name: 'Throwing Taller', refused: 10, until: SENT_AT },
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
    reason: 'It pretends to be another business',
    words: email ? 'They ask for my PIN.\nSee https://bank.example/warning' : '',
    email,
  })),
  ...ACCOUNT_EMAILS,
  ...MONEY_EMAILS,
];
