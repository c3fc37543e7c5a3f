import { expect, test } from 'vitest';

import { getOrCreateSellerId } from '#server/auth/queries/users.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { ensureAccount } from './connect.ts';

test.for(['time-out before', 'time-out after', '500 after'] as const)(
  'creates one account when Stripe fails during creation (%s)',
  async (faultKind) => {
    const transport = createFaultyStripe();
    const app = await createTestApp({ wrapStripe: transport.wrapStripe });
    const seller = await app.signUpSeller();
    const connect = () => seller.rpc('stripe-connect-onboarding', {});
    transport.injectFault(/^POST \/v1\/accounts$/, faultKind, TRIES);
    expect(await connect()).toMatchObject({
      status: 503,
      body: { error: { code: 'provider_unavailable', title: 'Connection Failed' } },
    });
    const { body } = await seller.rpc('get-connection', {});
    expect(body).toMatchObject({ state: 'not_started' });
    expect((await connect()).status).toBe(200);
    expect((await app.context.stripe.accounts.list()).data).toHaveLength(1);
    expect(await app.context.db.select().from(providerAccounts)).toHaveLength(1);
  },
);

test('retries a rejected account creation with a new key', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  const connect = () => seller.rpc('stripe-connect-onboarding', {});
  transport.rejectOnce(/^POST \/v1\/accounts$/, 'platform_profile', 'Complete your platform profile first.');
  expect(await connect()).toMatchObject({ status: 502, body: { error: { code: 'provider_refused' } } });
  expect((await connect()).status).toBe(200);
  expect((await app.context.stripe.accounts.list()).data).toHaveLength(1);
  expect(await app.context.db.select().from(providerAccounts)).toHaveLength(1);
});

test("uses another key after the seller's email address has changed", async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const { context } = app;
  const { session } = await app.signUpSeller();
  const sellerId = await getOrCreateSellerId(context.db, session.user.id, context.now());
  transport.injectFault(/^POST \/v1\/accounts$/, '500 after', TRIES);
  await expect(ensureAccount(context, sellerId, 'former@example.com')).rejects.toThrow();
  const { accountId } = await ensureAccount(context, sellerId, 'new@example.com');
  expect((await context.stripe.accounts.retrieve(accountId)).email).toBe('new@example.com');
});

test('keeps the account when the creation of the link fails', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  transport.injectFault(/^POST \/v1\/account_links$/, '429', TRIES);
  expect(await seller.rpc('stripe-connect-onboarding', {})).toMatchObject({
    status: 503,
    body: { error: { code: 'provider_unavailable' } },
  });
  expect((await seller.rpc('stripe-connect-onboarding', {})).status).toBe(200);
  expect((await app.context.stripe.accounts.list()).data).toHaveLength(1);
});

test('returns 503 for a refresh while Stripe is unavailable, and otherwise the stored connection', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.onboard('submit');
  transport.injectFault(/^GET \/v1\/accounts\//, 'time-out before', TRIES);
  expect(await seller.rpc('get-connection', { refresh: true })).toMatchObject({
    status: 503,
    body: { error: { code: 'provider_unavailable' } },
  });
  expect((await seller.rpc('get-connection', {})).body.state).toBe('complete');
});
