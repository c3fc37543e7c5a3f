import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { attempts } from '#server/db/schema-money.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { at, changeDomain, ECHO, prove } from './testing-sites.ts';

const HOST = 'pay.localhost';
const HERE = `http://${HOST}:3000`;
const SHOP = 'http://localhost:3000';

async function openDomain() {
  const shop = await openShop({ pagesEntry: ECHO });
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ productName: 'Throwing Taller' }, 'taller');
  await prove(shop, HOST, pageId);
  return { shop, seller, pageId, visit: at(shop, `${HOST}:3000`) };
}

type Pressed = { url: string };
/** Starts a checkout at a host, with the idempotency token of one order. */
async function press({ shop }: { shop: TestShop }, host: string, attempt: string): Promise<Pressed> {
  const answer = await at(shop, host)('/functions/v1/create-checkout-session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ slug: 'taller', attempt, email: 'buyer@example.com' }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Pressed;
}

const attemptOf = async ({ context: { db } }: TestShop, token: string) =>
  (await db.select().from(attempts).where(eq(attempts.token, token)))[0];

/** Return URLs of the Stripe session. */
async function waysBack(shop: TestShop, token: string) {
  const attempt = await attemptOf(shop, token);
  const session = await shop.context
    .sellerStripe(attempt?.accountId ?? '')
    .sessions.retrieve(attempt?.sessionId ?? '');
  return { success: session.success_url, cancel: session.cancel_url };
}

test('returns the buyer to the site where they paid', async () => {
  const world = await openDomain();
  const [there, here] = [crypto.randomUUID(), crypto.randomUUID()];
  await press(world, `${HOST}:3000`, there);
  await press(world, 'localhost:3000', here);
  const [domains, shops] = [await attemptOf(world.shop, there), await attemptOf(world.shop, here)];
  expect([domains?.host, shops?.host]).toEqual([HOST, null]);
  expect(await waysBack(world.shop, there)).toEqual({
    success: `${HERE}/success?t=${domains?.id}&session_id={CHECKOUT_SESSION_ID}`,
    cancel: `${HERE}/?canceled=true`,
  });
  expect(await waysBack(world.shop, here)).toEqual({
    success: `${SHOP}/success?t=${shops?.id}&session_id={CHECKOUT_SESSION_ID}`,
    cancel: `${SHOP}/c/taller?canceled=true`,
  });
});

test('continues a checkout on another site than the one where it started', async () => {
  const world = await openDomain();
  for (const [first, second, origin] of [
    [`${HOST}:3000`, 'localhost:3000', SHOP],
    ['localhost:3000', `${HOST}:3000`, HERE],
  ] as const) {
    const token = crypto.randomUUID();
    const begun = await press(world, first, token);
    expect(await press(world, second, token)).toEqual(begun);
    await world.shop.pay(begun.url);
    const attempt = await attemptOf(world.shop, token);
    expect(await press(world, second, token)).toEqual({ url: `${origin}/success?t=${attempt?.id}` });
  }
});

test('shows a paid order at the domain and on the main site, but at no other seller’s domain', async () => {
  const world = await openDomain();
  const { shop } = world;
  const token = crypto.randomUUID();
  const { url } = await press(world, `${HOST}:3000`, token);
  await shop.pay(url);
  const { id = '' } = (await attemptOf(shop, token)) ?? {};
  const { pageId } = await (await shop.seller()).publish({}, 'of-another');
  await prove(shop, 'other.localhost', pageId);
  const told = async (name: string) => {
    const site = await shop.context.sites.find(name);
    const found = await publicShop(shop.context, site ?? undefined).findPaidOrder(id);
    return found && { state: found.state, pageUrl: found.pageUrl };
  };
  expect(await told(HOST)).toEqual({ state: 'paid', pageUrl: '/' });
  expect(await told('localhost')).toEqual({ state: 'paid', pageUrl: '/c/taller' });
  expect(await told('other.localhost')).toBeNull();
});

test('redirects a returning buyer to the main site when the domain was removed during payment', async () => {
  const world = await openDomain();
  const { shop, visit } = world;
  const [there, here] = [crypto.randomUUID(), crypto.randomUUID()];
  await shop.pay((await press(world, `${HOST}:3000`, there)).url);
  await shop.pay((await press(world, 'localhost:3000', here)).url);
  await changeDomain(shop, HOST, { provenAt: null, offAt: new Date() });
  const { id } = (await attemptOf(shop, there)) ?? {};
  const led = await visit(`/success?t=${id}&session_id=cs_1`);
  expect([led.status, led.headers.get('location'), led.headers.get('cache-control')]).toEqual([
    302,
    `${SHOP}/success?t=${id}`,
    'no-store',
  ]);
  expect((await shop.request(`/success?t=${id}`)).status).toBe(200);
  expect((await publicShop(shop.context).findPaidOrder(id ?? ''))?.state).toBe('paid');
  const { id: ofTheShop } = (await attemptOf(shop, here)) ?? {};
  for (const [host, token] of [
    [HOST, ofTheShop],
    [HOST, crypto.randomUUID()],
    [HOST, 'x'],
    ['evil.example', id],
  ])
    expect((await at(shop, host ?? '')(`/success?t=${token}`)).status).toBe(421);
});

test('returns to the main site from a session created after the domain was removed', async () => {
  const world = await openDomain();
  const { shop } = world;
  const token = crypto.randomUUID();
  await press(world, `${HOST}:3000`, token);
  const { db } = shop.context;
  // Simulates that Stripe was unreachable the first time.
  await db.update(attempts).set({ state: 'new', id: crypto.randomUUID(), sessionId: null, url: null });
  await changeDomain(shop, HOST, { provenAt: null });
  await press(world, 'localhost:3000', token);
  expect((await waysBack(shop, token)).success).toContain(`${SHOP}/success?t=`);
});
