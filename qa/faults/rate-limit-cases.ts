// One row per rate limit of the RPC functions and the API: the request, the limit, and the subject that it counts.
import { randomUUID } from 'node:crypto';

import { createEmptyConfig } from '#domain/checkout-page.ts';
import type { RpcName } from '#domain/rpc-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';

import type { TestRequest } from './rate-limit-test-env.ts';

export const QUARTER_MS = 15 * MINUTE_MS;

export type RequestVariables = {
  index: number;
  /** A word that is constant for the counted subject, and different each time where addresses are counted. */
  name: string;
  /** The counted seller, or another one each time. */
  token: string;
  email: string;
  refreshToken: string;
  apiKey: string;
  /** Slugs of published pages: the first two and the next two belong to one seller each, the last to another. */
  slugs: readonly string[];
  /** 1: another subject, with an unused limit. */
  subject: 0 | 1;
};

export type LimitCase = {
  /** The name in `limitsInCode`. */
  of: string;
  limit: number;
  windowMs: number;
  /** Counted per address (an IPv6 /64), per subject from any address, per both together, or globally. */
  counts: 'address' | 'subject' | 'both' | 'everybody';
  createRequest: (at: RequestVariables) => Omit<TestRequest, 'address'>;
  code: string;
  /** Another limit allows this many in this time: the clock is advanced in between. */
  step?: { every: number; ms: number };
  /** Uses dedicated users, who sign in again instead of refreshing. */
  own?: boolean;
  /** The row takes long although the limit is low. */
  long?: boolean;
  /** The rejection redirects to a page that shows it. */
  leads?: boolean;
};

const id = randomUUID;
const call = (name: RpcName, body: object, token?: string): Omit<TestRequest, 'address'> => ({
  path: `/functions/v1/${name}`,
  body,
  token,
});

const listPagesOverApi = (token: string) => ({ method: 'GET' as const, path: '/api/v1/pages', token });

/** A chunk of an upload that does not exist. */
const sendChunk = (token: string) => ({
  method: 'PATCH' as const,
  path: `/uploads/${id()}`,
  headers: { 'upload-offset': '0' },
  token,
});

/** Limits per seller, from any address. */
const seller = (
  of: string,
  limit: number,
  windowMs: number,
  name: RpcName,
  body: object | (() => object) = {},
  more: Partial<LimitCase> = {},
): LimitCase => ({
  of,
  limit,
  windowMs,
  counts: 'subject',
  code: 'rate_limited',
  createRequest: ({ token }) => call(name, typeof body === 'function' ? body() : body, token),
  ...more,
});

/** Uses dedicated sellers, because the limit needs a recent reauthentication or is used up over minutes. */
const own = { own: true };
/** The clock is advanced by a minute after this many requests. */
const perMinute = (every: number) => ({ step: { every, ms: MINUTE_MS } });

const page = { pageId: id() };
const coupon = { ...page, code: 'NONE' };
const save = { ...page, config: createEmptyConfig() };
const publish = { ...save, slug: 'limits' };
const products = { source: 'gumroad', csv: '' };
const refund = { orderId: id(), paymentId: id(), reason: 'duplicate', request: id() };
const upgrade = { targetPlan: 'pro', userId: 'nobody' };

const SELLERS: LimitCase[] = [
  seller('publish:*', 20, MINUTE_MS, 'save-checkout-page', publish),
  seller('publish-hour:*', 200, HOUR_MS, 'save-checkout-page', publish, { ...perMinute(20), ...own }),
  seller('draft:*', 120, MINUTE_MS, 'save-draft', save),
  seller('slug:*', 30, MINUTE_MS, 'check-slug', { slug: 'limits' }),
  seller('versions:*', 120, MINUTE_MS, 'list-versions', page),
  seller('deliverable:*', 120, MINUTE_MS, 'remove-deliverable', { deliverableId: id() }),
  seller('counts:*', 120, MINUTE_MS, 'get-page-counts', page),
  seller('page-action:*', 120, MINUTE_MS, 'unpublish-page', page),
  seller('checkout-link:*', 300, MINUTE_MS, 'create-checkout', page),
  seller('duplicate:*', 30, MINUTE_MS, 'duplicate-page', page),
  seller('duplicate-hour:*', 200, HOUR_MS, 'duplicate-page', page, { ...perMinute(30), ...own }),
  seller('export:*', 60, MINUTE_MS, 'export-page', page),
  seller('import:*', 30, HOUR_MS, 'import-page', { file: {} }),
  seller('find-products:*', 60, HOUR_MS, 'find-products', products),
  seller('import-products:*', 60, HOUR_MS, 'import-products', { ...products, keys: ['x'] }),
  seller('export-orders:*', 200, MINUTE_MS, 'export-orders'),
  seller('export-customers:*', 200, MINUTE_MS, 'export-customers', {}, own),
  seller('export-customer:*', 60, MINUTE_MS, 'export-customer', { customerId: id() }, own),
  seller('delete-customer:*', 60, MINUTE_MS, 'delete-customer', { customerId: id(), email: '' }, own),
  seller('export-analytics:*', 60, MINUTE_MS, 'export-analytics', { period: 'today' }),
  seller('refund:*', 60, MINUTE_MS, 'refund-order', refund),
  seller('access:*', 60, MINUTE_MS, 'revoke-entitlement', { entitlementId: id() }),
  seller('receipt:*:*', 3, HOUR_MS, 'resend-receipt', { orderId: id() }),
  seller('receipts:*', 100, HOUR_MS, 'resend-receipt', () => ({ orderId: id() }), own),
  seller('delivery-batch:*', 3, DAY_MS, 'send-delivery-emails', { orderIds: [id()] }),
  seller('delivery-email:*:*', 3, HOUR_MS, 'send-delivery-email', { orderId: id() }),
  seller('delivery-emails:*', 100, HOUR_MS, 'send-delivery-email', () => ({ orderId: id() }), own),
  seller('buyer-subscription:*', 60, MINUTE_MS, 'resume-buyer-subscription', { subscriptionId: id() }),
  seller('coupons:*', 60, MINUTE_MS, 'delete-coupon', coupon),
  seller('coupons-hour:*', 600, HOUR_MS, 'delete-coupon', coupon, { ...perMinute(60), ...own }),
  seller('image:*', 30, HOUR_MS, 'upload-image', { image: 'none', use: 'logo' }),
  seller('upload:*', 100, HOUR_MS, 'start-upload', { ...page, fileName: 'Limits', bytes: 1 }),
  seller(
    'upload-chunk:*',
    600,
    MINUTE_MS,
    'list-pages',
    {},
    { createRequest: ({ token }) => sendChunk(token), ...own },
  ),
  seller('set-time-zone:*', 20, 10 * MINUTE_MS, 'set-time-zone', { timeZone: 'Europe/Vienna' }),
  seller('domain-add:*', 10, HOUR_MS, 'add-domain', { host: 'limits.example' }),
  seller('domain-check:*', 30, HOUR_MS, 'check-domain', { domainId: id() }),
  seller('webhook:*', 20, HOUR_MS, 'create-webhook-endpoint', { url: 'none' }, own),
  seller('webhook-test:*', 30, HOUR_MS, 'send-test-webhook', { endpointId: id() }),
  seller('webhook-redeliver:*', 30, HOUR_MS, 'redeliver-webhooks', { endpointId: id(), deliveryIds: [id()] }),
  seller('api-key:*', 20, HOUR_MS, 'create-api-key', { name: '', scopes: ['pages:read'] }, own),
  seller('connection:*', 60, HOUR_MS, 'get-connection', { refresh: true }),
  seller('dashboard:*', 60, HOUR_MS, 'stripe-connect-dashboard'),
  seller('plan-refresh:*', 30, MINUTE_MS, 'check-subscription-status', { refresh: true }),
  seller('plan-invoices:*', 120, HOUR_MS, 'list-invoices'),
  seller('plan-portal:*', 10, HOUR_MS, 'customer-portal'),
  seller('plan-trial:*', 10, HOUR_MS, 'create-subscription', { planId: 'starter' }),
  seller('plan-change:*', 10, HOUR_MS, 'upgrade-subscription', upgrade),
  seller('plan-reactivate:*', 10, HOUR_MS, 'reactivate-subscription'),
  seller('plan-cancel:*', 10, HOUR_MS, 'cancel-subscription'),
  seller('plan-onboarding:*', 10, HOUR_MS, 'stripe-connect-onboarding'),
  seller('plan-authorize:*', 10, HOUR_MS, 'stripe-connect-authorize'),
  seller('plan-authorized:*', 10, HOUR_MS, 'stripe-connect-complete', { state: 'none', code: 'none' }),
  seller('plan:ip:*', 30, HOUR_MS, 'reactivate-subscription', {}, { counts: 'address' }),
  seller('hourlyLimit account-export', 5, HOUR_MS, 'export-account', {}, own),
  seller('hourlyLimit account-delete', 10, HOUR_MS, 'delete-account', { email: 'somebody@example.com' }, own),
  seller('any:user:*', 120, MINUTE_MS, 'list-pages'),
  seller('api:*', 300, MINUTE_MS, 'list-pages', {}, { createRequest: ({ apiKey }) => listPagesOverApi(apiKey) }),
];

/** A token that was never issued. */
const forged = () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${id()}.x`;

/** Limits per address, for any user. */
const anyone = (
  of: string,
  limit: number,
  windowMs: number,
  name: RpcName,
  body: (at: RequestVariables) => object,
  more: Partial<LimitCase> = {},
): LimitCase => ({
  of,
  limit,
  windowMs,
  counts: 'address',
  code: 'rate_limited',
  createRequest: (at) => call(name, body(at), forged()),
  ...more,
});

const NO_ID = id();

const needsChallenge = { code: 'puzzle_needed' };
const perSubject = { counts: 'subject' as const };
const pay = (
  of: string,
  limit: number,
  windowMs: number,
  slugOf: (at: RequestVariables) => string | undefined,
  more: Partial<LimitCase> = {},
) => anyone(of, limit, windowMs, 'create-checkout-session', (at) => ({ slug: slugOf(at) ?? '' }), more);
const tryCoupon = (
  of: string,
  limit: number,
  windowMs: number,
  slugOf: (at: RequestVariables) => string | undefined,
  more: Partial<LimitCase> = {},
) => anyone(of, limit, windowMs, 'apply-coupon', (at) => ({ slug: slugOf(at) ?? '', code: 'NONE' }), more);
const report = (slug: string) => ({ slug, reason: 'other', words: '' });
const missing = () => 'nothing-here';

const VISITORS: LimitCase[] = [
  pay('any:ip:*', 600, MINUTE_MS, missing),
  pay('pay:*:*', 6, MINUTE_MS, ({ slugs }) => slugs[0], needsChallenge),
  pay('pay-hour:*:*', 20, HOUR_MS, ({ slugs }) => slugs[0], { ...needsChallenge, ...perMinute(6) }),
  pay('pay-all:*', 60, HOUR_MS, ({ slugs, index }) => slugs[index % 2]),
  pay('pay-page:*', 120, MINUTE_MS, ({ slugs, subject }) => slugs[2 + subject], { ...needsChallenge, ...perSubject }),
  pay('pay-seller:*', 600, HOUR_MS, ({ slugs, subject }) => slugs[subject ? 0 : 4], {
    ...needsChallenge,
    ...perSubject,
    ...perMinute(100),
  }),
  tryCoupon('coupon:*:*', 10, MINUTE_MS, missing),
  tryCoupon('coupon-hour:*:*', 30, HOUR_MS, missing, perMinute(10)),
  tryCoupon('coupon-all:*', 60, HOUR_MS, ({ index }) => `nothing-${index}`),
  tryCoupon('coupon-page:*', 300, HOUR_MS, ({ slugs, subject }) => slugs[subject], {
    ...needsChallenge,
    ...perSubject,
  }),
  anyone('report:*', 5, DAY_MS, 'report-page', ({ index }) => report(`nothing-${index}`)),
  anyone('report-page:*', 100, DAY_MS, 'report-page', ({ name }) => report(name), perSubject),
  anyone('sitemap:ip:*', 60, MINUTE_MS, 'list-pages', () => ({}), {
    createRequest: () => ({ method: 'GET', path: '/functions/v1/sitemap', token: forged() }),
  }),
  anyone('public-api:*', 600, MINUTE_MS, 'list-pages', () => ({}), {
    createRequest: () => ({ method: 'GET', path: '/api/v1/licenses/public-key' }),
  }),
  anyone('license-key:*', 60, MINUTE_MS, 'list-pages', () => ({}), {
    ...perSubject,
    createRequest: ({ name: key }) => ({ path: '/api/v1/licenses/check', body: { key, deliverableId: NO_ID } }),
  }),
  anyone('unidentified:*', 60, MINUTE_MS, 'list-pages', () => ({}), {
    createRequest: () => listPagesOverApi(`twk_${id()}`),
  }),
];

export const FUNCTION_LIMIT_CASES: readonly LimitCase[] = [...SELLERS, ...VISITORS];
