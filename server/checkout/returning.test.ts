import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { attempts } from '#server/db/schema-money.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop } from '#server/testing.ts';

const POST = 'https://blog.example/post?from=mail';
const embedding = { origins: ['https://blog.example'] };

/** Pays with a `returnTo` address. */
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

test('returns the buyer to the embedding page with a reference to the order', async () => {
  const { cancelUrl, token, paid } = await openOrder(`${POST}#comments`);
  expect(paid?.returnTo).toBe(`${POST}#tillwright=taller.${token}`);
  const query = new URLSearchParams({ canceled: 'true', returnTo: POST });
  expect(cancelUrl).toBe(`http://localhost:3000/c/taller?${query}`);
});

test.for(['https://evil.example/', 'https://blog.example.evil.example/', 'javascript:alert(1)', ''])(
  'ignores the return address %s that the page does not allow',
  async (returnTo) => {
    const { cancelUrl, paid } = await openOrder(returnTo);
    expect(paid).toMatchObject({ state: 'paid', returnTo: null });
    expect(cancelUrl).toBe('http://localhost:3000/c/taller?canceled=true');
  },
);

test('hides the return address from a receipt that is opened later', async () => {
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
