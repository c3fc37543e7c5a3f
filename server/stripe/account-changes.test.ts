import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { attempts, orders } from '#server/db/schema-money.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { accountOf } from '#server/testing-refunds.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { cursorsOf, MINUTE_MS, moveOn, openDeafShop } from '#server/testing-deaf.ts';

async function press(shop: TestShop, path: string, form: Record<string, string> = {}): Promise<void> {
  const init = { method: 'POST', body: new URLSearchParams(form) };
  const { status } = await shop.request(`/sandbox/dashboard/${path}`, init);
  expect(status).toBe(303);
  await shop.settled();
}

const mailsOf = ({ context: { db } }: TestShop) =>
  db.select().from(outbox).where(eq(outbox.kind, 'payments_off'));

const statesOf = async ({ context: { db } }: TestShop) =>
  (await db.select().from(attempts)).map(({ state }) => state);

/** Creates a published page with a buyer on Stripe's payment page. */
async function openWithBuyer(shop: TestShop) {
  const seller = await shop.seller();
  await seller.publish({}, 'once');
  const { body } = await shop.call('create-checkout-session', { slug: 'once' });
  return { seller, url: body.url, account: await accountOf(seller) };
}

test('expires open sessions and emails the seller once when an account is restricted', async () => {
  const shop = await openShop();
  const { seller, account, url } = await openWithBuyer(shop);
  await press(shop, `${account}/settings`, { act: 'restrict' });
  await seller.call('get-connection', { refresh: true });
  expect(await mailsOf(shop)).toMatchObject([
    { recipient: seller.email, props: { cause: 'restricted', reason: expect.any(String) as string } },
  ]);
  await shop.settled();
  expect(await statesOf(shop)).toEqual(['expired']);
  expect((await shop.request(new URL(url).pathname)).status).toBe(200);
  expect(await (await shop.request(new URL(url).pathname)).text()).toContain('expired');
  expect((await shop.call('create-checkout-session', { slug: 'once' })).body.error?.code).toBe(
    'not_accepting_payments',
  );

  await press(shop, `${account}/settings`, { act: 'restore' });
  expect((await shop.call('create-checkout-session', { slug: 'once' })).status).toBe(200);
  await press(shop, `${account}/settings`, { act: 'restrict' });
  expect(await mailsOf(shop)).toHaveLength(2);
});

test('creates an order for a payment just before the restriction', async () => {
  const shop = await openDeafShop();
  const { seller, account, url } = await openWithBuyer(shop);
  await shop.pay(url);
  await press(shop, `${account}/settings`, { act: 'restrict' });
  await seller.call('get-connection', { refresh: true });
  await shop.settled();
  expect(await statesOf(shop)).toEqual(['completed']);
  expect(await shop.context.db.select().from(orders)).toMatchObject([{ state: 'paid' }]);
});

test('emails the seller once, stops visits and ends open attempts when an account is disconnected', async () => {
  const shop = await openShop();
  const { seller, account } = await openWithBuyer(shop);
  await moveOn(shop, 11 * MINUTE_MS);
  expect((await cursorsOf(shop)).has(account)).toBe(true);
  await press(shop, `${account}/disconnect`);
  expect(await mailsOf(shop)).toMatchObject([
    { recipient: seller.email, props: { cause: 'disconnected', reason: null } },
  ]);
  await moveOn(shop, 61 * MINUTE_MS);
  expect((await cursorsOf(shop)).has(account)).toBe(false);
  expect(await statesOf(shop)).toEqual(['expired']);
  expect(await mailsOf(shop)).toHaveLength(1);
});

test('notices a disconnection without an event at the next visit', async () => {
  const shop = await openDeafShop();
  const { account } = await openWithBuyer(shop);
  await press(shop, `${account}/disconnect`);
  expect(await mailsOf(shop)).toEqual([]);
  await moveOn(shop, 20 * MINUTE_MS);
  expect(await mailsOf(shop)).toMatchObject([{ props: { cause: 'disconnected' } }]);
  expect((await cursorsOf(shop)).has(account)).toBe(false);
});
