import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import type { ErrorCode } from '#domain/errors.ts';

import { apiReplays } from '#server/db/schema-api.ts';
import { openProgram } from '#server/testing-api.ts';
import { sellerIdOf } from '#server/testing-plans.ts';
import { openShop } from '#server/testing.ts';

import type { Reference } from './openapi-types.ts';
import { requestHash } from './replays.ts';
import { RIGHT_CALLS, type RightCall } from './testing-contract-calls.ts';
import { REFUSALS } from './testing-contract-refusals.ts';
import {
  filled,
  judgeOf,
  openContractWorld,
  type ContractWorld,
  type Operation,
} from './testing-contract.ts';

/** Brought about for every endpoint that declares them, in the same way. */
const EVERYWHERE: readonly string[] = [
  'invalid_request',
  'unauthorized',
  'scope_missing',
  'body_too_large',
  'unsupported_media_type',
] satisfies ErrorCode[];

/**
 * What the tests of the function behind an endpoint bring about, with the provider's faults and a clock that moves: there
 * the same code is thrown by the same rule. Nothing may be here that is not declared, and nothing else may be missing.
 */
const SHOWN_BY_FUNCTIONS: readonly string[] = [
  'provider_unavailable',
  'provider_refused',
  'storage_full',
  'order_not_paid',
  'refund_under_way',
  'refund_refused',
  'payment_disputed',
  'receipt_not_possible',
  'receipt_bounced',
  'subscription_canceled',
  'plan_change_under_way',
  'downgrade_below_sales',
  'payment_overdue',
  'payment_declined',
  'payment_method_needed',
] satisfies ErrorCode[];

/** The same of single endpoints: the code itself is brought about at another one. */
const SHOWN_ELSEWHERE: readonly string[] = [
  'POST /orders/{orderId}/refunds stripe_not_connected',
  'POST /subscriptions/{subscriptionId}/cancel stripe_not_connected',
  'POST /subscriptions/{subscriptionId}/resume stripe_not_connected',
  'POST /pages/{pageId}/coupons stripe_not_connected',
  'POST /pages/{pageId}/coupons publishing_not_allowed',
  'PATCH /domains/{domainId} plan_needed',
  'POST /imports import_unreadable',
  'POST /imports stripe_not_connected',
  'POST /imports/find import_unreadable',
  'POST /imports/find stripe_not_connected',
  'POST /pages/import image_unreadable',
  'POST /pages/import image_too_large',
  'PUT /pages/{pageId}/file image_unreadable',
  'PUT /pages/{pageId}/file image_too_large',
];

const codesOf = ({ document }: ContractWorld, { responses }: Operation): string[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('4') || status.startsWith('5'))
    .flatMap(([, one]) => {
      const name = (one as Reference).$ref.split('/').at(-1) ?? '';
      return Object.keys(document.components.responses[name]?.content?.['application/json'].examples ?? {});
    });

const NOBODYS: Readonly<Record<string, string>> = { number: '99999', code: 'NOBODYS' };

const nobodys = (path: string): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, NOBODYS[name] ?? randomUUID()]),
  );

/** What is not there: by the address, or by the page that is named. */
async function missing(world: ContractWorld, { name, path }: Operation): Promise<RightCall> {
  const { query, body } = (await RIGHT_CALLS[name]?.(world)) ?? {};
  if (path.includes('{')) return { ids: nobodys(path), ...(query && { query }), body };
  if (name === 'POST /domains') return { body: { host: 'none.till.example.com', pageId: randomUUID() } };
  return { query: `${query ? `${query}&` : '?'}pageId=${randomUUID()}` };
}

test('every declared error of an endpoint can be brought about, and answers as it is promised', async () => {
  const world = await openContractWorld();
  const judge = judgeOf(world.document);
  const wrong: string[] = [];
  const knock = async (operation: Operation, code: string, call: RightCall, headers = {}) => {
    const { ids = {}, query = '', body, program = world.program } = call;
    const path = filled(operation.path, { ...world.ids, ...ids }) + query;
    const answer = await program.ask(operation.method, path, { body, headers });
    const found = answer.body.error?.code ?? answer.status;
    const problem = found === code ? judge(operation, answer) : `answered ${found}`;
    if (problem) wrong.push(`${operation.name} ${code}: ${problem}`);
  };
  const sellerId = await sellerIdOf(world.shop, world.seller);
  await world.program.ask('POST', '/pages', { body: {}, headers: { 'idempotency-key': 'used' } });
  const left: string[] = [];
  for (const operation of world.operations)
    for (const code of codesOf(world, operation)) {
      const place = `${operation.name} ${code}`;
      if (code === 'not_found') await knock(operation, code, await missing(world, operation));
      else if (code === 'idempotency_mismatch')
        await knock(operation, code, { body: { a: 1 } }, { 'idempotency-key': 'used' });
      else if (code === 'idempotency_under_way') {
        const key = randomUUID();
        const request = requestHash(operation.method, `/api/v1${filled(operation.path, world.ids)}`, '{}');
        const createdAt = world.shop.context.realNow();
        await world.shop.context.db
          .insert(apiReplays)
          .values({ id: randomUUID(), sellerId, key, request, createdAt });
        await knock(operation, code, { body: {} }, { 'idempotency-key': key });
      } else if (!REFUSALS[place] && !EVERYWHERE.includes(code) && code !== 'rate_limited') left.push(place);
    }
  for (const [place, provoke] of Object.entries(REFUSALS)) {
    const code = place.split(' ').at(-1) ?? '';
    const operation = world.operations.find(({ name }) => place === `${name} ${code}`);
    if (!operation || !codesOf(world, operation).includes(code)) wrong.push(`${place} is not declared`);
    else await knock(operation, code, await provoke(world));
  }
  expect(wrong).toEqual([]);
  const unshown = left.filter((place) => !SHOWN_BY_FUNCTIONS.includes(place.split(' ').at(-1) ?? ''));
  expect(unshown.toSorted()).toEqual([...SHOWN_ELSEWHERE].toSorted());
});

test('the pace of a shop holds at every endpoint, and says when it is over', async () => {
  const world = await openContractWorld();
  const judge = judgeOf(world.document);
  const shop = await openShop({ env: { RATE_LIMITS: 'live' } });
  const { ask } = await openProgram(shop, await shop.seller());
  for (let left = 1; left > 0;) {
    const { status, headers } = await ask('GET', '/key');
    expect(status).toBe(200);
    left = Number(headers.get('ratelimit-remaining'));
  }
  const wrong: string[] = [];
  for (const operation of world.operations) {
    const answer = await ask(operation.method, filled(operation.path, world.ids), {
      body: operation.method === 'GET' ? undefined : {},
    });
    const problem = answer.status === 429 ? judge(operation, answer) : `answered ${answer.status}`;
    if (problem) wrong.push(`${operation.name}: ${problem}`);
  }
  expect(wrong).toEqual([]);
});
