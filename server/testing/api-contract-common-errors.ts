/** Triggers of errors that work the same way at every endpoint that declares them. For tests only. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import type { ApiErrorCode } from '#domain/api-errors.ts';
import { idempotencyRecords } from '#server/db/schema-api.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';

import { requestHash } from '../api/idempotency.ts';
import { sendWith, createApiClient } from './api-client.ts';
import { VALID_CALLS, type ValidCall } from './api-contract-calls.ts';
import { COUPON, fillPath, cachePerTestEnv, type ContractTestEnv, type Operation } from './api-contract.ts';
import type { Fault } from './faulty-stripe.ts';
import { sellerIdOf } from './seller-plans.ts';

export type ErrorTrigger = (testEnv: ContractTestEnv, operation: Operation) => ValidCall | Promise<ValidCall>;

const MISSING_PARAMS: Readonly<Record<string, string>> = { number: '99999', code: 'NOBODYS' };

const buildMissingParams = (path: string): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, MISSING_PARAMS[name] ?? randomUUID()]),
  );

/** Names something that does not exist, in the path or as a page id. */
const nameMissing: ErrorTrigger = async (testEnv, { name, path }) => {
  const { query, body, headers } = (await VALID_CALLS[name]?.(testEnv)) ?? {};
  if (name === 'GET /webhook-deliveries') return { query: `?endpointId=${randomUUID()}` };
  if (path.includes('{'))
    return { ids: buildMissingParams(path), ...(query && { query }), ...(headers && { headers }), body };
  if (name === 'POST /domains') return { body: { host: 'none.till.example.com', pageId: randomUUID() } };
  return { query: `${query ? `${query}&` : '?'}pageId=${randomUUID()}` };
};

/** Keys with one scope each, which lack all others. */
const getLimitedClients = cachePerTestEnv(async ({ app, seller }) => ({
  analyticsClient: await createApiClient(app, seller, { scopes: ['analytics:read'] }),
  pages: await createApiClient(app, seller, { scopes: ['pages:read'] }),
}));

const withoutScope: ErrorTrigger = async (testEnv, { security }) => {
  const { analyticsClient, pages } = await getLimitedClients(testEnv);
  const needsAnalyticsScope = security.some(({ key }) => key.includes('analytics:read'));
  return { apiClient: needsAnalyticsScope ? pages : analyticsClient };
};

/** An idempotency key that was used to create a page. */
const getUsedKey = cachePerTestEnv(async ({ apiClient }) => {
  const key = randomUUID();
  await apiClient.send('POST', '/pages', { body: {}, headers: { 'idempotency-key': key } });
  return key;
});

const startUnfinishedRequest: ErrorTrigger = async ({ app, seller, ids }, { method, path }) => {
  const key = randomUUID();
  const request = requestHash(method, `/api/v1${fillPath(path, ids)}`, '{}');
  const sellerId = await sellerIdOf(app, seller);
  const createdAt = app.context.realNow();
  await app.context.db.insert(idempotencyRecords).values({ id: randomUUID(), sellerId, key, request, createdAt });
  return { body: {}, headers: { 'idempotency-key': key } };
};

/** Marks an account as unchecked, so that the call fetches it from Stripe. */
const withStaleAccount =
  (call: ValidCall): ErrorTrigger =>
  async ({ app, seller }) => {
    const sellerId = await sellerIdOf(app, seller);
    await app.context.db
      .update(providerAccounts)
      .set({ checkedAt: null })
      .where(eq(providerAccounts.sellerId, sellerId));
    return call;
  };

/** Calls that reach Stripe, for endpoints whose valid call does not. */
const STRIPE_CALLS: Readonly<Record<string, ErrorTrigger>> = {
  'GET /stripe-connection': () => ({ query: '?refresh=true' }),
  'GET /plan': ({ trialClient }) => ({ apiClient: trialClient, query: '?refresh=true' }),
  'POST /imports/preview': () => ({ body: { source: 'stripe' } }),
  'POST /imports': () => ({ body: { source: 'stripe', keys: ['prod_none'] } }),
  'POST /pages/{pageId}/publish': withStaleAccount({ body: {} }),
  'POST /pages/{pageId}/coupons': withStaleAccount({ body: { ...COUPON, code: 'WINTER' } }),
};

/** Makes every call to Stripe fail until the faults are reset. */
const withStripeFault =
  (fault: Fault): ErrorTrigger =>
  async (testEnv, operation) => {
    const { name } = operation;
    const call = (await (STRIPE_CALLS[name] ?? VALID_CALLS[name])?.(testEnv, operation)) ?? {};
    await testEnv.app.waitUntilIdle();
    testEnv.faultyStripe.injectFault(/./, fault, Number.POSITIVE_INFINITY);
    return call;
  };

export const OVERSIZED_BYTES = 64 * 1024 * 1024;

export const COMMON_ERROR_TRIGGERS: Readonly<Partial<Record<ApiErrorCode, ErrorTrigger>>> = {
  invalid_request: () => ({ query: '?nonsense=1' }),
  unauthorized: ({ app }) => ({ apiClient: { send: sendWith(app, null) } }),
  scope_missing: withoutScope,
  not_found: nameMissing,
  body_too_large: () => ({ body: {}, headers: { 'content-length': String(OVERSIZED_BYTES) } }),
  unsupported_media_type: () => ({ body: '{}', headers: { 'content-type': 'text/plain' } }),
  idempotency_mismatch: async (testEnv) => ({
    body: { a: 1 },
    headers: { 'idempotency-key': await getUsedKey(testEnv) },
  }),
  idempotency_in_progress: startUnfinishedRequest,
  stripe_unavailable: withStripeFault('429'),
  stripe_error: withStripeFault('400'),
};
