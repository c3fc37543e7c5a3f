import { expect, test } from 'vitest';

import { upsertSeller } from '#server/db/sellers.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { openShop } from '#server/testing.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';

import { ensureAccount } from './connect.ts';

test.for(['time-out before', 'time-out after', '500 after'] as const)(
  'creates one account when Stripe fails during creation (%s)',
  async (fault) => {
    const road = openRoad();
    const shop = await openShop({ aroundProvider: road.aroundProvider });
    const seller = await shop.seller();
    const connect = () => seller.call('stripe-connect-onboarding', {});
    road.break(/^POST \/v1\/accounts$/, fault, TRIES);
    expect(await connect()).toMatchObject({
      status: 503,
      body: { error: { code: 'provider_unavailable', title: 'Connection Failed' } },
    });
    const { body } = await seller.call('get-connection', {});
    expect(body).toMatchObject({ state: 'not_started' });
    expect((await connect()).status).toBe(200);
    expect((await shop.context.stripe.accounts.list()).data).toHaveLength(1);
    expect(await shop.context.db.select().from(providerAccounts)).toHaveLength(1);
  },
);

test('retries a rejected account creation with a new key', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  const connect = () => seller.call('stripe-connect-onboarding', {});
  road.refuse(/^POST \/v1\/accounts$/, 'platform_profile', 'Complete your platform profile first.');
  expect(await connect()).toMatchObject({ status: 502, body: { error: { code: 'provider_refused' } } });
  expect((await connect()).status).toBe(200);
  expect((await shop.context.stripe.accounts.list()).data).toHaveLength(1);
  expect(await shop.context.db.select().from(providerAccounts)).toHaveLength(1);
});

test("uses another key after the seller's email address has changed", async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const { context } = shop;
  const { session } = await shop.seller();
  const sellerId = await upsertSeller(context.db, session.user.id, context.now());
  road.break(/^POST \/v1\/accounts$/, '500 after', TRIES);
  await expect(ensureAccount(context, sellerId, 'former@example.com')).rejects.toThrow();
  const { accountId } = await ensureAccount(context, sellerId, 'new@example.com');
  expect((await context.stripe.accounts.retrieve(accountId)).email).toBe('new@example.com');
});

test('keeps the account when the creation of the link fails', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  road.break(/^POST \/v1\/account_links$/, '429', TRIES);
  expect(await seller.call('stripe-connect-onboarding', {})).toMatchObject({
    status: 503,
    body: { error: { code: 'provider_unavailable' } },
  });
  expect((await seller.call('stripe-connect-onboarding', {})).status).toBe(200);
  expect((await shop.context.stripe.accounts.list()).data).toHaveLength(1);
});

test('returns 503 for a refresh while Stripe is unavailable, and otherwise the stored connection', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  await seller.onboard('submit');
  road.break(/^GET \/v1\/accounts\//, 'time-out before', TRIES);
  expect(await seller.call('get-connection', { refresh: true })).toMatchObject({
    status: 503,
    body: { error: { code: 'provider_unavailable' } },
  });
  expect((await seller.call('get-connection', {})).body.state).toBe('complete');
});
