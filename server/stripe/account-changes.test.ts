import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#domain/time-units.ts';
import { checkoutAttempts, orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { cursorsByAccount, advanceBusinessClock, createAppWithoutEvents } from '#server/testing/dropped-events.ts';
import { getStripeAccountId } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

async function postToDashboard(app: TestApp, path: string, form: Record<string, string> = {}): Promise<void> {
  const init = { method: 'POST', body: new URLSearchParams(form) };
  const { status } = await app.request(`/sandbox/dashboard/${path}`, init);
  expect(status).toBe(303);
  await app.waitUntilIdle();
}

const mailsOf = ({ context: { db } }: TestApp) => db.select().from(outbox).where(eq(outbox.kind, 'payments_off'));

const statesOf = async ({ context: { db } }: TestApp) =>
  (await db.select().from(checkoutAttempts)).map(({ state }) => state);

/** Creates a published page with a buyer on Stripe's payment page. */
async function createPageWithBuyer(app: TestApp) {
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'once');
  const { body } = await app.rpc('create-checkout-session', { slug: 'once' });
  return { seller, url: body.url, account: await getStripeAccountId(seller) };
}

test('expires open sessions and emails the seller once when an account is restricted', async () => {
  const app = await createTestApp();
  const { seller, account, url } = await createPageWithBuyer(app);
  await postToDashboard(app, `${account}/settings`, { act: 'restrict' });
  await seller.rpc('get-connection', { refresh: true });
  expect(await mailsOf(app)).toMatchObject([
    { recipient: seller.email, props: { cause: 'restricted', reason: expect.any(String) as string } },
  ]);
  await app.waitUntilIdle();
  expect(await statesOf(app)).toEqual(['expired']);
  expect((await app.request(new URL(url).pathname)).status).toBe(200);
  expect(await (await app.request(new URL(url).pathname)).text()).toContain('expired');
  expect((await app.rpc('create-checkout-session', { slug: 'once' })).body.error?.code).toBe('not_accepting_payments');

  await postToDashboard(app, `${account}/settings`, { act: 'restore' });
  expect((await app.rpc('create-checkout-session', { slug: 'once' })).status).toBe(200);
  await postToDashboard(app, `${account}/settings`, { act: 'restrict' });
  expect(await mailsOf(app)).toHaveLength(2);
});

test('creates an order for a payment just before the restriction', async () => {
  const app = await createAppWithoutEvents();
  const { seller, account, url } = await createPageWithBuyer(app);
  await app.payAtStripe(url);
  await postToDashboard(app, `${account}/settings`, { act: 'restrict' });
  await seller.rpc('get-connection', { refresh: true });
  await app.waitUntilIdle();
  expect(await statesOf(app)).toEqual(['completed']);
  expect(await app.context.db.select().from(orders)).toMatchObject([{ state: 'paid' }]);
});

test('emails the seller once, stops visits and ends open attempts when an account is disconnected', async () => {
  const app = await createTestApp();
  const { seller, account } = await createPageWithBuyer(app);
  await advanceBusinessClock(app, 11 * MINUTE_MS);
  expect((await cursorsByAccount(app)).has(account)).toBe(true);
  await postToDashboard(app, `${account}/disconnect`);
  expect(await mailsOf(app)).toMatchObject([
    { recipient: seller.email, props: { cause: 'disconnected', reason: null } },
  ]);
  await advanceBusinessClock(app, 61 * MINUTE_MS);
  expect((await cursorsByAccount(app)).has(account)).toBe(false);
  expect(await statesOf(app)).toEqual(['expired']);
  expect(await mailsOf(app)).toHaveLength(1);
});

test('notices a disconnection without an event at the next visit', async () => {
  const app = await createAppWithoutEvents();
  const { account } = await createPageWithBuyer(app);
  await postToDashboard(app, `${account}/disconnect`);
  expect(await mailsOf(app)).toEqual([]);
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  expect(await mailsOf(app)).toMatchObject([{ props: { cause: 'disconnected' } }]);
  expect((await cursorsByAccount(app)).has(account)).toBe(false);
});
