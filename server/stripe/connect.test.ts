import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { providerAccounts } from '#server/db/schema-pages.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';

import { connectionOf } from './connect.ts';

const connection = async (seller: TestSeller, refresh = true) =>
  (await seller.call('get-connection', { refresh })).body;

const accountsAtProvider = async ({ context }: TestShop) =>
  (await context.stripe.accounts.list()).data.map(({ id }) => id);

const press = async (shop: TestShop, url: string, action: string) =>
  shop.request(new URL(url).pathname, {
    method: 'POST',
    body: new URLSearchParams({ action, business: 'Vane', country: 'US', email: 'vane@example.com' }),
  });

/** Creates a link to the account's onboarding form. */
const linkFor = async ({ context }: TestShop, account: string) => {
  const base = 'http://localhost:3000/builder';
  const link = { account, type: 'account_onboarding', refresh_url: base, return_url: base } as const;
  return (await context.stripe.accountLinks.create(link)).url;
};

test('reports no account and opens no dashboard before connecting', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  expect(await connection(seller)).toEqual({
    stripe_account_id: null,
    stripe_onboarding_complete: false,
    state: 'not_started',
    reason: null,
    businessName: null,
    canConnectExisting: true,
    former: null,
  });
  expect(await seller.call('stripe-connect-dashboard', {})).toMatchObject({
    status: 409,
    body: {
      error: {
        code: 'stripe_not_connected',
        title: 'Failed to Open Dashboard',
        message: 'No Stripe account is connected. Connect one first.',
      },
    },
  });
});

test('reports an interrupted onboarding as incomplete without a reason', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.onboard('later');
  const [account] = await accountsAtProvider(shop);
  expect(await connection(seller)).toMatchObject({
    stripe_account_id: account,
    stripe_onboarding_complete: false,
    state: 'incomplete',
    reason: null,
  });
});

test('reports a restricted account as incomplete with a reason', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.onboard('restricted');
  expect(await connection(seller)).toMatchObject({
    stripe_onboarding_complete: false,
    state: 'incomplete',
    reason: 'Stripe needs more details from you before it lets buyers pay.',
  });
});

test('reports a finished onboarding as complete, offers no further one and opens the dashboard', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.onboard('submit');
  const [account] = await accountsAtProvider(shop);
  expect(await connection(seller, false)).toEqual({
    stripe_account_id: account,
    stripe_onboarding_complete: true,
    state: 'complete',
    reason: null,
    businessName: 'Vane Ceramics',
    canConnectExisting: true,
    former: null,
  });
  expect((await seller.call('stripe-connect-onboarding', {})).body).toEqual({ alreadyConnected: true });
  const { body } = await seller.call('stripe-connect-dashboard', {});
  expect(body).toEqual({ url: `http://localhost:3000/sandbox/dashboard/${account}` });
});

test('ignores stripe_success in the URL and asks Stripe', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.call('stripe-connect-onboarding', {});
  for (let times = 0; times < 2; times++) {
    expect(await connection(seller)).toMatchObject({
      state: 'incomplete',
      stripe_onboarding_complete: false,
    });
  }
  const smuggled = await seller.call('get-connection', { stripe_success: true } as never);
  expect(smuggled.status).toBe(400);
});

test('keeps one account when onboarding is abandoned and restarted', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const urls: string[] = [];
  for (let times = 0; times < 3; times++) {
    const { body } = await seller.call('stripe-connect-onboarding', {});
    if (!('url' in body)) throw new Error('No link');
    urls.push(body.url);
  }
  expect(new Set(urls).size).toBe(3);
  expect(await accountsAtProvider(shop)).toHaveLength(1);
  await press(shop, urls.at(-1) ?? '', 'submit');
  await shop.settled();
  expect(await connection(seller, false)).toMatchObject({ state: 'complete' });
});

test('creates one account for ten concurrent requests', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => seller.call('stripe-connect-onboarding', {})),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await accountsAtProvider(shop)).toHaveLength(1);
  expect(await shop.context.db.select().from(providerAccounts)).toHaveLength(1);
});

test("changes no account when a seller returns from another seller's onboarding", async () => {
  const shop = await openShop();
  const [first, second] = [await shop.seller(), await shop.seller()];
  await first.onboard('submit');
  const before = await connection(first);
  expect(await connection(second)).toMatchObject({ stripe_account_id: null, state: 'not_started' });
  const named = await second.call('get-connection', {
    refresh: true,
    account: before.stripe_account_id,
  } as never);
  expect(named.status).toBe(400);
  expect(await connection(first)).toEqual(before);
});

test('notices a restriction by event, or by a refresh after a day', async () => {
  for (const heard of [true, false]) {
    const shop = await openShop(heard ? {} : { aroundEvents: () => async () => ({ status: 200 }) });
    const seller = await shop.seller();
    await seller.onboard('submit');
    const { stripe_account_id: id } = await connection(seller);
    await press(shop, await linkFor(shop, id ?? ''), 'restricted');
    await shop.settled();
    expect(await connection(seller, false)).toMatchObject({ state: heard ? 'incomplete' : 'complete' });
    if (heard) continue;
    const [row] = await shop.context.db.select().from(providerAccounts);
    shop.advance(25 * 3_600_000);
    expect(await connectionOf(shop.context, row?.sellerId ?? '', false)).toMatchObject({
      chargesEnabled: false,
    });
  }
});

test.for(['the seller’s dashboard', 'the platform'])(
  'stops sales and keeps orders when %s disconnects an account, and creates a new account afterwards',
  async (by) => {
    const shop = await openShop();
    const seller = await shop.seller();
    const { slug } = await seller.publish({}, 'taller');
    const { body } = await shop.call('create-checkout-session', { slug });
    await shop.pay(body.url);
    const { stripe_account_id: account } = await connection(seller);
    if (by === 'the platform') {
      await shop.context.stripe.oauth.deauthorize({ client_id: 'ca_1', stripe_user_id: account ?? '' });
    } else await shop.request(`/sandbox/dashboard/${account}/disconnect`, { method: 'POST' });
    await shop.settled();

    expect(await connection(seller)).toMatchObject({ stripe_account_id: null, state: 'not_started' });
    const pay = () => shop.call('create-checkout-session', { slug });
    expect(await pay()).toMatchObject({ status: 409, body: { error: { code: 'not_accepting_payments' } } });
    expect((await seller.call('list-orders', {})).body.count).toBe(1);

    await seller.onboard('submit');
    const again = await connection(seller);
    expect(again.state).toBe('complete');
    expect(again.stripe_account_id).not.toBe(account);
    expect((await pay()).status).toBe(200);
    const rows = await shop.context.db
      .select({ generation: providerAccounts.generation })
      .from(providerAccounts)
      .where(eq(providerAccounts.mode, 'sandbox'))
      .orderBy(providerAccounts.generation);
    expect(rows).toEqual([{ generation: 1 }, { generation: 2 }]);
  },
);
