import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { guarded, type Database } from '#server/db/client.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { operatorProof } from '#server/operator/operator-proof.ts';
import { secretsFrom } from '#server/secrets.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { atProvider, giveCard, mailsOf, passDays, sellerIdOf, statusOf } from '#server/testing-plans.ts';
import { callAs, openShop, type TestSeller, type TestShop } from '#server/testing.ts';

const EMAIL = 'ada@example.com';
const WEBHOOKS = { platform: 'whsec_platform', connect: 'whsec_connect' };
const FORMER = 'the secret until now, long enough for it';
const NEW = 'the secret from now on, and long enough too';

const start = (seller: TestSeller, planId: 'starter' | 'pro' = 'pro') =>
  seller.call('create-subscription', { planId });

async function deleteAccount(shop: TestShop, seller: TestSeller): Promise<void> {
  const { status } = await seller.call('delete-account', { email: seller.email });
  expect(status).toBe(200);
  await shop.settled();
}

/** Creates a seller who starts a trial and deletes the account. */
async function leaveAfterTrial(shop: TestShop, email = EMAIL): Promise<TestSeller> {
  const seller = await shop.seller(email);
  expect((await start(seller)).body.status).toMatchObject({ status: 'trialing', trialUsed: false });
  await deleteAccount(shop, seller);
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
  const shop = await openShop();
  await leaveAfterTrial(shop);
  const again = await shop.seller('ADA+second@example.com');
  expect(await statusOf(again)).toMatchObject({ hasSubscription: false, trialUsed: true });
  const answers = await Promise.all([start(again), start(again), start(again)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
  const { body } = await start(again, 'starter');
  expect(body).toMatchObject({ created: false, status: { ...UNPAID, currentPlan: 'pro' } });
  expect(body.status.due?.url).toMatch(/^http/);
  await shop.settled();
  const { subscriptions, charged } = await atProvider(shop);
  expect(subscriptions.map(({ status }) => status).toSorted()).toEqual(['canceled', 'incomplete']);
  expect(charged).toEqual([]);
  const { db } = shop.context;
  expect(
    await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, again.email), eq(outbox.kind, 'welcome_trial'))),
  ).toEqual([]);

  await giveCard(shop, again, 'pm_card_visa');
  const open = await shop.context.stripe.plans.invoices.list({ status: 'open', limit: 1 });
  await shop.context.stripe.plans.invoices.pay(open.data[0]?.id ?? '');
  await shop.settled();
  expect(await statusOf(again)).toMatchObject({ status: 'active', access: true, trialUsed: false });
  expect((await atProvider(shop)).charged).toHaveLength(1);
});

test('expires an unpaid plan without a trial and reactivates it with a card', async () => {
  const shop = await openShop();
  await leaveAfterTrial(shop);
  const again = await shop.seller(EMAIL);
  await start(again);
  await passDays(shop, 1.1);
  expect(await statusOf(again, true)).toMatchObject({ status: 'canceled', access: false, trialUsed: false });
  await giveCard(shop, again, 'pm_card_visa');
  expect((await again.call('reactivate-subscription', {})).body).toEqual({ reactivated: true });
  expect(await statusOf(again)).toMatchObject({ status: 'active', access: true, trialEndsAt: null });
});

test('recognizes the email address of a deleted account and the Stripe account', async () => {
  const shop = await openShop();
  const seller = await shop.seller('first@example.com');
  await start(seller);
  await seller.onboard();
  await deleteAccount(shop, seller);
  const other = await shop.seller('second@example.com');
  expect(await statusOf(other)).toMatchObject({ trialUsed: false });
  // A Stripe account has one row: it moves to the next seller.
  await shop.context.db.update(providerAccounts).set({ sellerId: await sellerIdOf(shop, other) });
  expect(await statusOf(other)).toMatchObject({ trialUsed: true });
  expect((await start(other)).body.status).toMatchObject(UNPAID);
});

test('gives each seller one trial and ignores repeated requests', async () => {
  const shop = await openShop();
  const [one, other] = [await shop.seller('one@example.com'), await shop.seller('other@example.com')];
  for (const seller of [one, other]) expect((await start(seller)).body.status.status).toBe('trialing');
  expect((await start(one)).body.status).toMatchObject({ status: 'trialing', trialUsed: false });
  await shop.settled();
  expect(await mailsOf(shop)).toEqual(['welcome_trial', 'welcome_trial']);
});

test('creates one unpaid plan when a returning seller starts in two processes at once', async () => {
  const database = await openTestDatabase();
  const first = await openShop({ database });
  const second = await openShop({
    database: { ...database, close: () => Promise.resolve() },
    aroundProvider: (own) => first.sandbox?.api ?? own,
  });
  await leaveAfterTrial(first);
  const again = await first.seller(EMAIL);
  const elsewhere = callAs(second.request, again.session.access_token);
  const answers = await Promise.all([
    start(again),
    elsewhere('create-subscription', { planId: 'pro' }),
    start(again),
    elsewhere('create-subscription', { planId: 'pro' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
  for (const { body } of answers) expect(body.status).toMatchObject(UNPAID);
  expect((await atProvider(first)).subscriptions).toHaveLength(2);
});

test('gives one of two sellers with the same address a trial when both start at once', async () => {
  const shop = await openShop();
  const sellers = [await shop.seller('eve+1@example.com'), await shop.seller('eve+2@example.com')];
  const answers = await Promise.all(sellers.map((seller) => start(seller)));
  expect(new Set(answers.map(({ body }) => body.status.status))).toEqual(new Set(['past_due', 'trialing']));
});

test('stores no readable email address or Stripe account', async () => {
  const shop = await openShop();
  await leaveAfterTrial(shop);
  const { rows } = (await shop.context.db.execute(sql`select key_hash from used_trials`)) as {
    rows: { key_hash: string }[];
  };
  expect(rows).toEqual([{ key_hash: expect.stringMatching(/^[\w-]{43}$/) as string }]);
});

const processWith = (database: Database, secret: string, also: string | null = null): Promise<TestShop> =>
  openShop({
    database: { ...database, db: guarded(database.db), close: () => Promise.resolve() },
    secrets: secretsFrom(secret, WEBHOOKS, also),
    env: { AUTH_SECRET: secret, ...(also && { AUTH_SECRET_ALSO: also }) },
  });

test('starts no second trial after a change of AUTH_SECRET', async () => {
  const database = await openTestDatabase();
  await leaveAfterTrial(await processWith(database, FORMER));
  const both = await processWith(database, NEW, FORMER);
  expect(await statusOf(await both.seller(EMAIL))).toMatchObject({ trialUsed: true });
  const proof = operatorProof(both.context.secrets, 'reseal', both.context.realNow());
  await both.request('/operator/reseal', {
    method: 'POST',
    headers: { Authorization: `Bearer ${proof}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ words: [] }),
  });
  const after = await processWith(database, NEW);
  expect(await statusOf(await after.seller('ada+again@example.com'))).toMatchObject({ trialUsed: true });
});

test('starts trials without the former AUTH_SECRET and recognizes used ones again when it is restored', async () => {
  const database = await openTestDatabase();
  await leaveAfterTrial(await processWith(database, FORMER));
  const cut = await processWith(database, NEW);
  const other = await cut.seller('other@example.com');
  expect((await start(other)).body.status).toMatchObject({ status: 'trialing' });
  await cut.settled();
  const restored = await processWith(database, NEW, FORMER);
  expect(await statusOf(await restored.seller(EMAIL))).toMatchObject({ trialUsed: true });
});
