/** Triggers of errors that work the same way at every endpoint that declares them. For tests only. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import type { ErrorCode } from '#domain/errors.ts';

import { apiReplays } from '#server/db/schema-api.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { askWith, openProgram } from '#server/testing-api.ts';
import type { Fault } from '#server/testing-faults.ts';
import { sellerIdOf } from '#server/testing-plans.ts';

import { requestHash } from './replays.ts';
import { RIGHT_CALLS, type RightCall } from './testing-contract-calls.ts';
import { COUPON, filled, inEachWorld, type ContractWorld, type Operation } from './testing-contract.ts';

export type Knock = RightCall & { headers?: Record<string, string> };
export type Provoke = (world: ContractWorld, operation: Operation) => Knock | Promise<Knock>;

const NOBODYS: Readonly<Record<string, string>> = { number: '99999', code: 'NOBODYS' };

const nobodys = (path: string): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, NOBODYS[name] ?? randomUUID()]),
  );

/** Names something that does not exist, in the path or as a page id. */
const missing: Provoke = async (world, { name, path }) => {
  const { query, body } = (await RIGHT_CALLS[name]?.(world)) ?? {};
  if (path.includes('{')) return { ids: nobodys(path), ...(query && { query }), body };
  if (name === 'POST /domains') return { body: { host: 'none.till.example.com', pageId: randomUUID() } };
  return { query: `${query ? `${query}&` : '?'}pageId=${randomUUID()}` };
};

/** Keys with one scope each, which lack all others. */
const weak = inEachWorld(async ({ shop, seller }) => ({
  figures: await openProgram(shop, seller, { scopes: ['analytics:read'] }),
  pages: await openProgram(shop, seller, { scopes: ['pages:read'] }),
}));

const scopeless: Provoke = async (world, { security }) => {
  const { figures, pages } = await weak(world);
  const isForFigures = security.some(({ key }) => key.includes('analytics:read'));
  return { program: isForFigures ? pages : figures };
};

/** An idempotency key that was used to create a page. */
const usedKey = inEachWorld(async ({ program }) => {
  const key = randomUUID();
  await program.ask('POST', '/pages', { body: {}, headers: { 'idempotency-key': key } });
  return key;
});

const underWay: Provoke = async ({ shop, seller, ids }, { method, path }) => {
  const key = randomUUID();
  const request = requestHash(method, `/api/v1${filled(path, ids)}`, '{}');
  const sellerId = await sellerIdOf(shop, seller);
  const createdAt = shop.context.realNow();
  await shop.context.db.insert(apiReplays).values({ id: randomUUID(), sellerId, key, request, createdAt });
  return { body: {}, headers: { 'idempotency-key': key } };
};

/** Marks an account as unchecked, so that the call fetches it from Stripe. */
const stale =
  (call: RightCall): Provoke =>
  async ({ shop, seller }) => {
    const sellerId = await sellerIdOf(shop, seller);
    await shop.context.db
      .update(providerAccounts)
      .set({ checkedAt: null })
      .where(eq(providerAccounts.sellerId, sellerId));
    return call;
  };

/** Calls that reach Stripe, for endpoints whose valid call does not. */
const ASKING: Readonly<Record<string, Provoke>> = {
  'GET /connection': () => ({ query: '?refresh=true' }),
  'GET /plan': ({ onTrial }) => ({ program: onTrial, query: '?refresh=true' }),
  'POST /pages/{pageId}/publish': stale({ body: {} }),
  'POST /pages/{pageId}/coupons': stale({ body: { ...COUPON, code: 'WINTER' } }),
};

/** Makes every call to Stripe fail until the faults are reset. */
const onRoadWith =
  (fault: Fault): Provoke =>
  async (world, operation) => {
    const { name } = operation;
    const call = (await (ASKING[name] ?? RIGHT_CALLS[name])?.(world, operation)) ?? {};
    await world.shop.settled();
    world.road.break(/./, fault, Number.POSITIVE_INFINITY);
    return call;
  };

const MORE_THAN_ANY_TAKES = 64 * 1024 * 1024;

export const EVERYWHERE: Readonly<Partial<Record<ErrorCode, Provoke>>> = {
  invalid_request: () => ({ query: '?nonsense=1' }),
  unauthorized: ({ shop }) => ({ program: { ask: askWith(shop, null) } }),
  scope_missing: scopeless,
  not_found: missing,
  body_too_large: () => ({ body: {}, headers: { 'content-length': String(MORE_THAN_ANY_TAKES) } }),
  unsupported_media_type: () => ({ body: '{}', headers: { 'content-type': 'text/plain' } }),
  idempotency_mismatch: async (world) => ({
    body: { a: 1 },
    headers: { 'idempotency-key': await usedKey(world) },
  }),
  idempotency_under_way: underWay,
  provider_unavailable: onRoadWith('429'),
  provider_refused: onRoadWith('400'),
};
