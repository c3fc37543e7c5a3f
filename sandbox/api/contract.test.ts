// Contract cases that need no hosted page: they hold for the sandbox and for Stripe's test mode.
import { randomUUID } from 'node:crypto';

import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { targets } from '../testing/contract-targets.ts';
import { getError } from '../testing/sandbox-fixture.ts';

const uniqueId = (prefix: string): string => `${prefix}_${randomUUID().slice(0, 12)}`;

test.each(targets)('$name: accepts a chosen coupon id only once', async ({ open }) => {
  const { stripe, close } = open();
  const id = uniqueId('co');
  const coupon = await stripe.coupons.create({
    id,
    amount_off: 500,
    currency: 'usd',
    duration: 'forever',
    name: 'SAVE5',
  });
  expect(coupon).toMatchObject({
    id,
    object: 'coupon',
    amount_off: 500,
    percent_off: null,
    valid: true,
    times_redeemed: 0,
  });
  const error = await getError(stripe.coupons.create({ id, percent_off: 5 }));
  expect(error).toMatchObject({
    type: 'StripeInvalidRequestError',
    code: 'resource_already_exists',
    statusCode: 400,
  });
  expect((await stripe.coupons.update(id, { name: 'SAVE FIVE' })).name).toBe('SAVE FIVE');
  expect(await stripe.coupons.del(id)).toMatchObject({ id, deleted: true });
  expect(await getError(stripe.coupons.retrieve(id))).toMatchObject({
    code: 'resource_missing',
    statusCode: 404,
  });
  await close();
});

test.each(targets)('$name: refuses a coupon name of 41 characters', async ({ open }) => {
  const { stripe, close } = open();
  const error = await getError(stripe.coupons.create({ percent_off: 5, name: 'x'.repeat(41) }));
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param: 'name' });
  await close();
});

test.each(targets)(
  '$name: replays the first response for a key and refuses other parameters with an idempotency error',
  async ({ open }) => {
    const { stripe, close } = open();
    const idempotencyKey = uniqueId('key');
    const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    const second = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    expect(second.id).toBe(first.id);
    const error = await getError(stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey }));
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    await close();
  },
);

test.each(targets)(
  '$name: accepts a key again after its first request failed the parameter check',
  async ({ open }) => {
    const { stripe, close } = open();
    const idempotencyKey = uniqueId('key');
    const invalidParams = { nmae: 'Bo' } as Stripe.CustomerCreateParams;
    expect(await getError(stripe.customers.create(invalidParams, { idempotencyKey }))).toMatchObject({
      code: 'parameter_unknown',
      param: 'nmae',
    });
    expect((await stripe.customers.create({ name: 'Bo' }, { idempotencyKey })).name).toBe('Bo');
    await close();
  },
);

test.each(targets)('$name: lists objects newest first, in pages', async ({ open }) => {
  const { stripe, close } = open();
  const product = await stripe.products.create({ name: 'Course' });
  const createdIds: string[] = [];
  for (const unit_amount of [100, 200, 300])
    createdIds.unshift((await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount })).id);
  const first = await stripe.prices.list({ product: product.id, limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([createdIds.slice(0, 2), true]);
  const nextPage = await stripe.prices.list({
    product: product.id,
    limit: 2,
    starting_after: createdIds[1] ?? '',
  });
  expect([nextPage.data.map(({ id }) => id), nextPage.has_more]).toEqual([createdIds.slice(2), false]);
  const previousPage = await stripe.prices.list({ product: product.id, ending_before: createdIds[2] ?? '' });
  expect(previousPage.data.map(({ id }) => id)).toEqual(createdIds.slice(0, 2));
  const all: string[] = [];
  for await (const price of stripe.prices.list({ product: product.id, limit: 1 })) all.push(price.id);
  expect(all).toEqual(createdIds);
  expect(await getError(stripe.prices.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
  await close();
});

test.each(targets)(
  '$name: expands ids to objects, also inside lists, and refuses unknown properties',
  async ({ open }) => {
    const { stripe, close } = open();
    const lookup_key = uniqueId('starter_monthly');
    const product = await stripe.products.create({ name: 'Starter' });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 900,
      recurring: { interval: 'month' },
      lookup_key,
    });
    expect(price.product).toBe(product.id);
    const listed = await stripe.prices.list({
      lookup_keys: [lookup_key],
      active: true,
      expand: ['data.product'],
    });
    expect(listed.data.map((entry) => entry.product)).toMatchObject([
      { id: product.id, object: 'product', name: 'Starter' },
    ]);
    for (const expandPath of [['colour'], ['nickname'], ['product.default_price.product.default_price.product']]) {
      expect(await getError(stripe.prices.retrieve(price.id, { expand: expandPath }))).toMatchObject({
        type: 'StripeInvalidRequestError',
        statusCode: 400,
      });
    }
    expect((await getError(stripe.prices.list({ expand: ['product'] }))).message).toContain('cannot be expanded');
    const transferred = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 1000,
      recurring: { interval: 'month' },
      lookup_key,
      transfer_lookup_key: true,
    });
    expect((await stripe.prices.list({ lookup_keys: [lookup_key] })).data.map(({ id }) => id)).toEqual([
      transferred.id,
    ]);
    await close();
  },
);

test.each(targets)('$name: merges metadata, unsets empty values and enforces its limits', async ({ open }) => {
  const { stripe, close } = open();
  const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
  expect((await stripe.customers.update(id, { metadata: { b: '', c: '3' } })).metadata).toEqual({
    a: '1',
    c: '3',
  });
  const limits: Record<string, string>[] = [
    { ['k'.repeat(41)]: 'x' },
    { k: 'x'.repeat(501) },
    Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'x'])),
  ];
  for (const metadata of limits)
    expect(await getError(stripe.customers.create({ metadata }))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    });
  expect(await stripe.customers.del(id)).toMatchObject({ id, deleted: true });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
  await close();
});

test.each(targets)('$name: reports a missing dispute and returns an empty list', async ({ open }) => {
  const { stripe, close } = open();
  const missingError = await getError(stripe.disputes.retrieve('du_none'));
  expect(missingError).toMatchObject({ code: 'resource_missing', statusCode: 404, param: 'dispute' });
  const future = Math.floor(Date.now() / 1000) + 3600;
  const emptyList = await stripe.disputes.list({ created: { gte: future }, limit: 3 });
  expect(emptyList).toMatchObject({ object: 'list', data: [], has_more: false, url: '/v1/disputes' });
  expect(await getError(stripe.disputes.close('du_none'))).toMatchObject({ statusCode: 404 });
  await close();
});
