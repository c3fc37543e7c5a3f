import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const POST = 'https://blog.example/post?from=mail';
const embedding = { origins: ['https://blog.example'] };

/** Pays with a `returnTo` address. */
async function createPaidOrder(returnTo: string) {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ embedding }, 'taller');
  const buyers = createPublicServices(app.context);
  const checkout = await buyers.startCheckout({ slug: 'taller', returnTo }, 'unknown');
  if ('error' in checkout) throw new Error(checkout.error.message);
  const session = [...checkout.url.matchAll(/cs_\w+/g)].at(-1)?.[0] ?? '';
  const { stripe_account_id: account } = (await seller.rpc('get-connection', {})).body;
  const { cancel_url: cancelUrl } = await app.context.sellerStripe(account ?? '').sessions.retrieve(session);
  await app.payAtStripe(checkout.url);
  const findOrder = () => buyers.findPaidOrder(checkout.attemptId);
  return { app, cancelUrl, findOrder, token: checkout.attemptId, paid: await findOrder() };
}

test('returns the buyer to the embedding page with a reference to the order', async () => {
  const { cancelUrl, token, paid } = await createPaidOrder(`${POST}#comments`);
  expect(paid?.returnTo).toBe(`${POST}#tillwright=taller.${token}`);
  const query = new URLSearchParams({ canceled: 'true', returnTo: POST });
  expect(cancelUrl).toBe(`http://localhost:3000/c/taller?${query}`);
});

test.for(['https://evil.example/', 'https://blog.example.evil.example/', 'javascript:alert(1)', ''])(
  'ignores the return address %s that the page does not allow',
  async (returnTo) => {
    const { cancelUrl, paid } = await createPaidOrder(returnTo);
    expect(paid).toMatchObject({ state: 'paid', returnTo: null });
    expect(cancelUrl).toBe('http://localhost:3000/c/taller?canceled=true');
  },
);

test('hides the return address from a receipt that is opened later', async () => {
  const { app, findOrder, paid } = await createPaidOrder(POST);
  expect(paid?.returnTo).not.toBeNull();
  const ageAttempt = (minutes: number) =>
    app.context.db
      .update(checkoutAttempts)
      .set({ createdAt: sql`${checkoutAttempts.createdAt} - ${minutes} * interval '1 minute'` });
  await ageAttempt(58);
  expect((await findOrder())?.returnTo).not.toBeNull();
  await ageAttempt(2);
  expect(await findOrder()).toMatchObject({ state: 'paid', returnTo: null });
});
