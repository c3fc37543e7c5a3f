import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { attempts } from '#server/db/schema-money.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop } from '#server/testing.ts';

const POST = 'https://blog.example/post?from=mail';
const embedding = { origins: ['https://blog.example'] };

/** A press of pay that says that its buyer came from somewhere. */
async function openOrder(returnTo: string) {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({ embedding }, 'taller');
  const buyers = publicShop(shop.context);
  const paying = await buyers.pay({ slug: 'taller', returnTo }, 'unknown');
  if ('refused' in paying) throw new Error(paying.refused.message);
  const session = [...paying.url.matchAll(/cs_\w+/g)].at(-1)?.[0] ?? '';
  const { stripe_account_id: account } = (await seller.call('get-connection', {})).body;
  const { cancel_url: cancelUrl } = await shop.context.sellerStripe(account ?? '').sessions.retrieve(session);
  await shop.pay(paying.url);
  const look = () => buyers.findPaidOrder(paying.attemptId);
  return { shop, cancelUrl, look, token: paying.attemptId, paid: await look() };
}

test('a buyer goes back to the page of the site that they came from, with a mark of the order', async () => {
  const { cancelUrl, token, paid } = await openOrder(`${POST}#comments`);
  expect(paid?.returnTo).toBe(`${POST}#tillwright=taller.${token}`);
  const query = new URLSearchParams({ canceled: 'true', returnTo: POST });
  expect(cancelUrl).toBe(`http://localhost:3000/c/taller?${query}`);
});

test.for(['https://evil.example/', 'https://blog.example.evil.example/', 'javascript:alert(1)', ''])(
  'nobody is led to %s, which the page does not name',
  async (returnTo) => {
    const { cancelUrl, paid } = await openOrder(returnTo);
    expect(paid).toMatchObject({ state: 'paid', returnTo: null });
    expect(cancelUrl).toBe('http://localhost:3000/c/taller?canceled=true');
  },
);

test('who opens the address of a receipt later is not told where its buyer came from', async () => {
  const { shop, look, paid } = await openOrder(POST);
  expect(paid?.returnTo).not.toBeNull();
  const longer = (minutes: number) =>
    shop.context.db
      .update(attempts)
      .set({ createdAt: sql`${attempts.createdAt} - ${minutes} * interval '1 minute'` });
  await longer(58);
  expect((await look())?.returnTo).not.toBeNull();
  await longer(2);
  expect(await look()).toMatchObject({ state: 'paid', returnTo: null });
});
