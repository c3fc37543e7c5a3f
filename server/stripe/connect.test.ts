import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { providerAccounts } from '#server/db/schema-pages.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

import { getConnection } from './connect.ts';

const fetchConnection = async (seller: TestSeller, refresh = true) =>
  (await seller.rpc('get-connection', { refresh })).body;

const accountsAtProvider = async ({ context }: TestApp) =>
  (await context.stripe.accounts.list()).data.map(({ id }) => id);

const submitForm = async (app: TestApp, url: string, action: string) =>
  app.request(new URL(url).pathname, {
    method: 'POST',
    body: new URLSearchParams({ action, business: 'Vane', country: 'US', email: 'vane@example.com' }),
  });

/** Creates a link to the account's onboarding form. */
const createFormLink = async ({ context }: TestApp, account: string) => {
  const base = 'http://localhost:3000/builder';
  const link = { account, type: 'account_onboarding', refresh_url: base, return_url: base } as const;
  return (await context.stripe.accountLinks.create(link)).url;
};

test('reports no account and opens no dashboard before connecting', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  expect(await fetchConnection(seller)).toEqual({
    stripe_account_id: null,
    stripe_onboarding_complete: false,
    state: 'not_started',
    reason: null,
    businessName: null,
    country: null,
    paymentMethods: null,
    canConnectExisting: true,
    former: null,
  });
  expect(await seller.rpc('stripe-connect-dashboard', {})).toMatchObject({
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
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard('later');
  const [account] = await accountsAtProvider(app);
  expect(await fetchConnection(seller)).toMatchObject({
    stripe_account_id: account,
    stripe_onboarding_complete: false,
    state: 'incomplete',
    reason: null,
  });
});

test('reports a restricted account as incomplete with a reason', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard('restricted');
  expect(await fetchConnection(seller)).toMatchObject({
    stripe_onboarding_complete: false,
    state: 'incomplete',
    reason: 'Stripe needs more details before you can accept payments.',
  });
});

test('reports a finished onboarding as complete, offers no further one and opens the dashboard', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard('submit');
  const [account] = await accountsAtProvider(app);
  expect(await fetchConnection(seller, false)).toEqual({
    stripe_account_id: account,
    stripe_onboarding_complete: true,
    state: 'complete',
    reason: null,
    businessName: 'Vane Ceramics',
    country: 'US',
    paymentMethods: {
      on: ['card', 'apple_pay', 'google_pay', 'link'],
      off: expect.arrayContaining(['ideal', 'paypal']),
    },
    canConnectExisting: true,
    former: null,
  });
  expect((await seller.rpc('stripe-connect-onboarding', {})).body).toEqual({ alreadyConnected: true });
  const { body } = await seller.rpc('stripe-connect-dashboard', {});
  expect(body).toEqual({ url: `http://localhost:3000/sandbox/dashboard/${account}` });
});

test('ignores stripe_success in the URL and asks Stripe', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.rpc('stripe-connect-onboarding', {});
  for (let times = 0; times < 2; times++) {
    expect(await fetchConnection(seller)).toMatchObject({
      state: 'incomplete',
      stripe_onboarding_complete: false,
    });
  }
  const response = await seller.rpc('get-connection', { stripe_success: true } as never);
  expect(response.status).toBe(400);
});

test('keeps one account when onboarding is abandoned and restarted', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const urls: string[] = [];
  for (let times = 0; times < 3; times++) {
    const { body } = await seller.rpc('stripe-connect-onboarding', {});
    if (!('url' in body)) throw new Error('No link');
    urls.push(body.url);
  }
  expect(new Set(urls).size).toBe(3);
  expect(await accountsAtProvider(app)).toHaveLength(1);
  await submitForm(app, urls.at(-1) ?? '', 'submit');
  await app.waitUntilIdle();
  expect(await fetchConnection(seller, false)).toMatchObject({ state: 'complete' });
});

test.for(['submit', 'later'])('returns from onboarding (%s) to the page that was edited', async (action) => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const pageId = crypto.randomUUID();
  const { body } = await seller.rpc('stripe-connect-onboarding', { pageId });
  const answer = await submitForm(app, 'url' in body ? body.url : '', action);
  expect(answer.headers.get('location')).toMatch(
    new RegExp(`/builder\\?page=${pageId}&stripe_(success|refresh)=true$`),
  );
});

test('creates one account for ten concurrent requests', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const responses = await Promise.all(Array.from({ length: 10 }, () => seller.rpc('stripe-connect-onboarding', {})));
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await accountsAtProvider(app)).toHaveLength(1);
  expect(await app.context.db.select().from(providerAccounts)).toHaveLength(1);
});

test("changes no account when a seller returns from another seller's onboarding", async () => {
  const app = await createTestApp();
  const [first, second] = [await app.signUpSeller(), await app.signUpSeller()];
  await first.onboard('submit');
  const before = await fetchConnection(first);
  expect(await fetchConnection(second)).toMatchObject({ stripe_account_id: null, state: 'not_started' });
  const response = await second.rpc('get-connection', {
    refresh: true,
    account: before.stripe_account_id,
  } as never);
  expect(response.status).toBe(400);
  expect(await fetchConnection(first)).toEqual(before);
});

test('notices a restriction by event, or by a refresh after a day', async () => {
  for (const isEventDelivered of [true, false]) {
    const app = await createTestApp(isEventDelivered ? {} : { wrapEventDelivery: () => async () => ({ status: 200 }) });
    const seller = await app.signUpSeller();
    await seller.onboard('submit');
    const { stripe_account_id: id } = await fetchConnection(seller);
    await submitForm(app, await createFormLink(app, id ?? ''), 'restricted');
    await app.waitUntilIdle();
    expect(await fetchConnection(seller, false)).toMatchObject({
      state: isEventDelivered ? 'incomplete' : 'complete',
    });
    if (isEventDelivered) continue;
    const [row] = await app.context.db.select().from(providerAccounts);
    app.advance(25 * 3_600_000);
    expect(await getConnection(app.context, row?.sellerId ?? '', false)).toMatchObject({
      chargesEnabled: false,
    });
  }
});

test.for(['the seller’s dashboard', 'the platform'])(
  'stops sales and keeps orders when %s disconnects an account, and creates a new account afterwards',
  async (initiator) => {
    const app = await createTestApp();
    const seller = await app.signUpSeller();
    const { slug } = await seller.publishPage({}, 'taller');
    const { body } = await app.rpc('create-checkout-session', { slug });
    await app.payAtStripe(body.url);
    const { stripe_account_id: account } = await fetchConnection(seller);
    if (initiator === 'the platform') {
      await app.context.stripe.oauth.deauthorize({ client_id: 'ca_1', stripe_user_id: account ?? '' });
    } else await app.request(`/sandbox/dashboard/${account}/disconnect`, { method: 'POST' });
    await app.waitUntilIdle();

    expect(await fetchConnection(seller)).toMatchObject({ stripe_account_id: null, state: 'not_started' });
    const pay = () => app.rpc('create-checkout-session', { slug });
    expect(await pay()).toMatchObject({ status: 409, body: { error: { code: 'not_accepting_payments' } } });
    expect((await seller.rpc('list-orders', {})).body.count).toBe(1);

    await seller.onboard('submit');
    const reconnected = await fetchConnection(seller);
    expect(reconnected.state).toBe('complete');
    expect(reconnected.stripe_account_id).not.toBe(account);
    expect((await pay()).status).toBe(200);
    const rows = await app.context.db
      .select({ generation: providerAccounts.generation })
      .from(providerAccounts)
      .where(eq(providerAccounts.mode, 'sandbox'))
      .orderBy(providerAccounts.generation);
    expect(rows).toEqual([{ generation: 1 }, { generation: 2 }]);
  },
);
