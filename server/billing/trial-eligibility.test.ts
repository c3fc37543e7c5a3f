import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createSecrets } from '#server/core/secrets.ts';
import { guardTransactions, type Database } from '#server/db/client.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { runReseal } from '#server/ops/reseal.ts';
import {
  listStripeBilling,
  attachCard,
  listPlanEmails,
  advanceDays,
  sellerIdOf,
  getPlanStatus,
} from '#server/testing/seller-plans.ts';
import { rpcAs, createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

const EMAIL = 'ada@example.com';
const WEBHOOKS = { platform: 'whsec_platform', connect: 'whsec_connect' };
const FORMER_SECRET = 'the secret until now, long enough for it';
const NEW_SECRET = 'the secret from now on, and long enough too';

const startPlan = (seller: TestSeller, planId: 'starter' | 'pro' = 'pro') =>
  seller.rpc('create-subscription', { planId });

async function deleteAccount(app: TestApp, seller: TestSeller): Promise<void> {
  const { status } = await seller.rpc('delete-account', { email: seller.email });
  expect(status).toBe(200);
  await app.waitUntilIdle();
}

/** Creates a seller who starts a trial and deletes the account. */
async function deleteAccountAfterTrial(app: TestApp, email = EMAIL): Promise<TestSeller> {
  const seller = await app.signUpSeller(email);
  expect((await startPlan(seller)).body.status).toMatchObject({ status: 'trialing', trialUsed: false });
  await deleteAccount(app, seller);
  return seller;
}

const UNPAID = {
  hasSubscription: true,
  status: 'past_due',
  access: false,
  trialUsed: true,
  trialEndsAt: null,
};

test('requires payment from a seller who deletes the account and returns', async () => {
  const app = await createTestApp();
  await deleteAccountAfterTrial(app);
  const returning = await app.signUpSeller('ADA+second@example.com');
  expect(await getPlanStatus(returning)).toMatchObject({ hasSubscription: false, trialUsed: true });
  const responses = await Promise.all([startPlan(returning), startPlan(returning), startPlan(returning)]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(responses.filter(({ body }) => body.created)).toHaveLength(1);
  const { body } = await startPlan(returning, 'starter');
  expect(body).toMatchObject({ created: false, status: { ...UNPAID, currentPlan: 'pro' } });
  expect(body.status.due?.url).toMatch(/^http/);
  await app.waitUntilIdle();
  const { subscriptions, chargedAmounts: charged } = await listStripeBilling(app);
  expect(subscriptions.map(({ status }) => status).toSorted()).toEqual(['canceled', 'incomplete']);
  expect(charged).toEqual([]);
  const { db } = app.context;
  expect(
    await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, returning.email), eq(outbox.kind, 'welcome_trial'))),
  ).toEqual([]);

  await attachCard(app, returning, 'pm_card_visa');
  const open = await app.context.stripe.plans.invoices.list({ status: 'open', limit: 1 });
  await app.context.stripe.plans.invoices.pay(open.data[0]?.id ?? '');
  await app.waitUntilIdle();
  expect(await getPlanStatus(returning)).toMatchObject({ status: 'active', access: true, trialUsed: false });
  expect((await listStripeBilling(app)).chargedAmounts).toHaveLength(1);
});

test('expires an unpaid plan without a trial and reactivates it with a card', async () => {
  const app = await createTestApp();
  await deleteAccountAfterTrial(app);
  const returning = await app.signUpSeller(EMAIL);
  await startPlan(returning);
  await advanceDays(app, 1.1);
  expect(await getPlanStatus(returning, true)).toMatchObject({
    status: 'canceled',
    access: false,
    trialUsed: false,
  });
  await attachCard(app, returning, 'pm_card_visa');
  expect((await returning.rpc('reactivate-subscription', {})).body).toEqual({ reactivated: true });
  expect(await getPlanStatus(returning)).toMatchObject({ status: 'active', access: true, trialEndsAt: null });
});

test('recognizes the email address of a deleted account and the Stripe account', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller('first@example.com');
  await startPlan(seller);
  await seller.onboard();
  await deleteAccount(app, seller);
  const otherSeller = await app.signUpSeller('second@example.com');
  expect(await getPlanStatus(otherSeller)).toMatchObject({ trialUsed: false });
  // A Stripe account has one row: it moves to the next seller.
  await app.context.db.update(providerAccounts).set({ sellerId: await sellerIdOf(app, otherSeller) });
  expect(await getPlanStatus(otherSeller)).toMatchObject({ trialUsed: true });
  expect((await startPlan(otherSeller)).body.status).toMatchObject(UNPAID);
});

test('gives each seller one trial and ignores repeated requests', async () => {
  const app = await createTestApp();
  const [firstSeller, otherSeller] = [
    await app.signUpSeller('one@example.com'),
    await app.signUpSeller('other@example.com'),
  ];
  for (const seller of [firstSeller, otherSeller])
    expect((await startPlan(seller)).body.status.status).toBe('trialing');
  expect((await startPlan(firstSeller)).body.status).toMatchObject({ status: 'trialing', trialUsed: false });
  await app.waitUntilIdle();
  expect(await listPlanEmails(app)).toEqual(['welcome_trial', 'welcome_trial']);
});

test('creates one unpaid plan when a returning seller starts in two processes at once', async () => {
  const database = await openTestDatabase();
  const first = await createTestApp({ database });
  const second = await createTestApp({
    database: { ...database, close: () => Promise.resolve() },
    wrapStripe: (ownFetch) => first.sandbox?.api ?? ownFetch,
  });
  await deleteAccountAfterTrial(first);
  const returning = await first.signUpSeller(EMAIL);
  const callSecondApp = rpcAs(second.request, returning.session.access_token);
  const responses = await Promise.all([
    startPlan(returning),
    callSecondApp('create-subscription', { planId: 'pro' }),
    startPlan(returning),
    callSecondApp('create-subscription', { planId: 'pro' }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(responses.filter(({ body }) => body.created)).toHaveLength(1);
  for (const { body } of responses) expect(body.status).toMatchObject(UNPAID);
  expect((await listStripeBilling(first)).subscriptions).toHaveLength(2);
});

test('gives one of two sellers with the same address a trial when both start at once', async () => {
  const app = await createTestApp();
  const sellers = [await app.signUpSeller('eve+1@example.com'), await app.signUpSeller('eve+2@example.com')];
  const responses = await Promise.all(sellers.map((seller) => startPlan(seller)));
  expect(new Set(responses.map(({ body }) => body.status.status))).toEqual(new Set(['past_due', 'trialing']));
});

test('stores no readable email address or Stripe account', async () => {
  const app = await createTestApp();
  await deleteAccountAfterTrial(app);
  const { rows } = (await app.context.db.execute(sql`select key_hash from used_trials`)) as {
    rows: { key_hash: string }[];
  };
  expect(rows).toEqual([{ key_hash: expect.stringMatching(/^[\w-]{43}$/) as string }]);
});

const createAppWithSecret = (
  database: Database,
  secret: string,
  formerSecret: string | null = null,
): Promise<TestApp> =>
  createTestApp({
    database: { ...database, db: guardTransactions(database.db), close: () => Promise.resolve() },
    secrets: createSecrets(secret, WEBHOOKS, formerSecret),
    env: { AUTH_SECRET: secret, ...(formerSecret && { AUTH_SECRET_ALSO: formerSecret }) },
  });

test('starts no second trial after a change of AUTH_SECRET', async () => {
  const database = await openTestDatabase();
  await deleteAccountAfterTrial(await createAppWithSecret(database, FORMER_SECRET));
  const bothSecretsApp = await createAppWithSecret(database, NEW_SECRET, FORMER_SECRET);
  expect(await getPlanStatus(await bothSecretsApp.signUpSeller(EMAIL))).toMatchObject({ trialUsed: true });
  await runReseal(bothSecretsApp.context, []);
  const newSecretApp = await createAppWithSecret(database, NEW_SECRET);
  expect(await getPlanStatus(await newSecretApp.signUpSeller('ada+again@example.com'))).toMatchObject({
    trialUsed: true,
  });
});

test('starts trials without the former AUTH_SECRET and recognizes used ones again when it is restored', async () => {
  const database = await openTestDatabase();
  await deleteAccountAfterTrial(await createAppWithSecret(database, FORMER_SECRET));
  const newSecretApp = await createAppWithSecret(database, NEW_SECRET);
  const otherSeller = await newSecretApp.signUpSeller('other@example.com');
  expect((await startPlan(otherSeller)).body.status).toMatchObject({ status: 'trialing' });
  await newSecretApp.waitUntilIdle();
  const restored = await createAppWithSecret(database, NEW_SECRET, FORMER_SECRET);
  expect(await getPlanStatus(await restored.signUpSeller(EMAIL))).toMatchObject({ trialUsed: true });
});
