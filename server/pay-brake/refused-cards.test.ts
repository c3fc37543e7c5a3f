import { expect, test } from 'vitest';

import { listMail } from '#server/db/outbox.ts';
import { findPageById } from '#server/db/pages.ts';
import { auditEntries, paymentFailures, payBlocks } from '#server/db/schema-guard.ts';
import type { ShopParts } from '#server/app.ts';
import { attempts, sales } from '#server/db/schema-money.ts';
import { pages } from '#server/db/schema-pages.ts';
import { pageHoldOf } from '#server/functions/page-hold.ts';
import { moveOn, DAY_MS } from '#server/testing-deaf.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';

import { outcomeOf, passTime, press, refuse, REFUSED_CARDS } from './testing-brake.ts';

const HOUR_MS = 3_600_000;
type OnSale = { shop: TestShop; seller: TestSeller; pageId: string };
async function openOnSale(env: Record<string, string> = {}): Promise<OnSale> {
  const shop = await openShop({ env });
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  return { shop, seller, pageId };
}

async function sessionOf(
  shop: TestShop,
  slug: string,
  more: Parameters<typeof press>[2] = {},
): Promise<string> {
  const { body } = await press(shop, slug, more);
  if (!body.url) throw new Error(`No session: ${JSON.stringify(body)}`);
  return body.url;
}

async function holdOf({ shop, pageId }: Pick<OnSale, 'shop' | 'pageId'>) {
  const page = await findPageById(shop.context.db, pageId);
  return page && pageHoldOf(page, shop.context.realNow());
}

const pausesTold = async ({ context: { db } }: TestShop) =>
  (await listMail(db, 100)).filter(({ kind }) => kind === 'page_paused');

const actsIn = async ({ context: { db } }: TestShop) =>
  (await db.select().from(auditEntries).orderBy(auditEntries.at))
    .map(({ act }) => act)
    .filter((act) => /^page_(paused|resumed)/.test(act));

test('pauses a page for six hours after ten declines in a row and sends one email', async () => {
  const on = await openOnSale();
  const { shop } = on;
  const url = await sessionOf(shop, 'taller');
  await refuse(shop, url, 9);
  expect([await holdOf(on), await pausesTold(shop)]).toEqual([null, []]);
  const other = await sessionOf(shop, 'taller', { address: '203.0.113.8' });
  await refuse(shop, url, 1);
  const hold = await holdOf(on);
  expect(hold).toMatchObject({ kind: 'paused', by: 'refusals' });
  const left =
    new Date(hold?.kind === 'paused' ? hold.until : 0).getTime() - shop.context.realNow().getTime();
  expect(Math.round(left / HOUR_MS)).toBe(6);
  expect((await pausesTold(shop)).map(({ props }) => props)).toMatchObject([
    { name: 'Throwing Taller', refused: 10 },
  ]);
  expect(await actsIn(shop)).toEqual(['page_paused']);
  // Open Stripe sessions of the page are expired.
  const states = await shop.context.db.select({ state: attempts.state }).from(attempts);
  expect(states).toEqual([{ state: 'expired' }, { state: 'expired' }]);
  expect(await (await shop.request(new URL(other).pathname)).text()).not.toContain('4242');
});

test("rejects checkout and coupons on a paused page while the seller's other pages sell", async () => {
  const on = await openOnSale();
  const { shop, seller } = on;
  await seller.publish({}, 'smaller');
  await refuse(shop, await sessionOf(shop, 'taller'), 10);
  const { status, body } = await press(shop, 'taller', { address: '203.0.113.8' });
  expect([status, body.error?.code]).toEqual([409, 'page_paused']);
  expect((await shop.call('apply-coupon', { slug: 'taller', code: 'X' })).body.error?.code).toBe(
    'page_paused',
  );
  expect(outcomeOf(await press(shop, 'smaller', { address: '203.0.113.8' }))).toBe('url');
});

test('lets the seller resume a page and no longer counts earlier declines', async () => {
  const on = await openOnSale();
  const { shop, seller, pageId } = on;
  await refuse(shop, await sessionOf(shop, 'taller'), 10);
  expect((await seller.call('resume-page', { pageId })).body).toEqual({ hold: null });
  expect((await seller.call('resume-page', { pageId })).body).toEqual({ hold: null });
  expect(await actsIn(shop)).toEqual(['page_paused', 'page_resumed']);
  passTime(shop);
  const url = await sessionOf(shop, 'taller');
  await refuse(shop, url, 9);
  expect(await holdOf(on)).toBeNull();
  await shop.pay(await sessionOf(shop, 'taller'));
  await refuse(shop, url, 1);
  expect(await holdOf(on)).toBeNull();
});

test('ends a pause by itself and needs ten new declines for the next one', async () => {
  const on = await openOnSale();
  const { shop } = on;
  await refuse(shop, await sessionOf(shop, 'taller'), 10);
  const over = new Date(shop.context.realNow().getTime() - 1);
  await shop.context.db.update(pages).set({ pausedUntil: over });
  expect(await holdOf(on)).toBeNull();
  const url = await sessionOf(shop, 'taller', { address: '203.0.113.8' });
  await refuse(shop, url, 9);
  expect(await holdOf(on)).toBeNull();
  await refuse(shop, url, 1);
  expect((await holdOf(on))?.kind).toBe('paused');
  expect(await pausesTold(shop)).toHaveLength(2);
});

test('counts declines only since the last payment, even if its event is delayed', async () => {
  let silent = false;
  const aroundEvents: ShopParts['aroundEvents'] = (next) => (to, event) =>
    silent && !event.body.includes('payment_failed') ? Promise.resolve({ status: 200 }) : next(to, event);
  const shop = await openShop({ aroundEvents });
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  const [url, paying] = [await sessionOf(shop, 'taller'), await sessionOf(shop, 'taller')];
  await refuse(shop, url, 5);
  passTime(shop);
  silent = true;
  await shop.pay(paying);
  expect(await shop.context.db.select().from(sales)).toEqual([]);
  await refuse(shop, url, 9);
  expect(await holdOf({ shop, pageId })).toBeNull();
  await refuse(shop, url, 1);
  expect((await holdOf({ shop, pageId }))?.kind).toBe('paused');
});

test('pauses once for ten declines and never for nine, whatever the order of events', async () => {
  const held: (() => Promise<unknown>)[] = [];
  let silent = false;
  const aroundEvents: ShopParts['aroundEvents'] = (next) => (to, event) => {
    if (!silent) return next(to, event);
    held.push(() => next(to, event));
    return Promise.resolve({ status: 200 });
  };
  const shop = await openShop({ aroundEvents });
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  const other = await seller.publish({}, 'smaller');
  const [url, otherUrl] = [await sessionOf(shop, 'taller'), await sessionOf(shop, 'smaller')];
  silent = true;
  await refuse(shop, url, 10);
  await refuse(shop, otherUrl, 9);
  expect(await holdOf({ shop, pageId })).toBeNull();
  silent = false;
  await Promise.all([...held.toReversed(), ...held].map((tell) => tell()));
  await shop.settled();
  for (const tell of held) await tell();
  await shop.settled();
  expect((await holdOf({ shop, pageId }))?.kind).toBe('paused');
  expect(await holdOf({ shop, pageId: other.pageId })).toBeNull();
  expect(await pausesTold(shop)).toHaveLength(1);
  expect(await shop.context.db.select().from(paymentFailures)).toHaveLength(19);
});

test('blocks a visitor for a day after four different declined cards', async () => {
  const { shop } = await openOnSale({ RATE_LIMITS: 'live' });
  const url = await sessionOf(shop, 'taller');
  await refuse(shop, url, 4);
  for (const card of REFUSED_CARDS.slice(1, 3)) await refuse(shop, url, 1, card);
  expect(outcomeOf(await press(shop, 'taller'))).toBe('url');
  await refuse(shop, url, 1, REFUSED_CARDS[3]);
  const { status, body } = await press(shop, 'taller');
  expect([status, body.error?.code, body.error?.message]).toEqual([
    429,
    'pay_blocked',
    'Too many payments were tried from here. Please try again tomorrow, or ask the seller.',
  ]);
  expect(outcomeOf(await press(shop, 'taller', { address: '203.0.113.8' }))).toBe('url');
  shop.advance(24 * HOUR_MS + 1000);
  expect(outcomeOf(await press(shop, 'taller'))).toBe('url');
});

test('blocks an email address for a day after four different declined cards from any client', async () => {
  const { shop } = await openOnSale();
  for (const [place, card] of REFUSED_CARDS.slice(0, 4).entries()) {
    const from = {
      address: `198.51.100.${place}`,
      email: place % 2 ? 'eve@example.com' : 'Eve+x@example.com',
    };
    await refuse(shop, await sessionOf(shop, 'taller', from), 1, card);
  }
  const [one, other] = [{ address: '203.0.113.9', email: 'eve@example.com' }, { address: '203.0.113.9' }];
  expect(outcomeOf(await press(shop, 'taller', one))).toBe('pay_blocked');
  expect(outcomeOf(await press(shop, 'taller', other))).toBe('url');
});

test('allows every card in a sandbox with wide limits but still pauses pages', async () => {
  const on = await openOnSale({ RATE_LIMITS: 'wide' });
  const { shop } = on;
  const url = await sessionOf(shop, 'taller');
  for (const card of REFUSED_CARDS) await refuse(shop, url, 1, card);
  expect(outcomeOf(await press(shop, 'taller'))).toBe('url');
  await refuse(shop, url, 3);
  expect((await holdOf(on))?.kind).toBe('paused');
});

test('stores only keyed hashes and ignores errors that no bank caused', async () => {
  const { shop } = await openOnSale();
  const url = await sessionOf(shop, 'taller', { email: 'eve@example.com' });
  await refuse(shop, url, 1, '4000 0000 0000 0119');
  expect(await shop.context.db.select().from(paymentFailures)).toEqual([]);
  await refuse(shop, url, 1);
  const [row] = await shop.context.db.select().from(paymentFailures);
  expect(row).toMatchObject({ code: 'card_declined', mode: 'sandbox' });
  for (const key of [row?.cardKey, row?.visitorKey, row?.buyerKey]) expect(key).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(row)).not.toMatch(/eve|203\.0/);
});

test('counts declined cards of a subscription for its page', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const subscription = { paymentType: 'subscription', billingFrequency: 'monthly' } as const;
  const { pageId } = await seller.publish(subscription, 'taller');
  const url = await sessionOf(shop, 'taller', { email: 'buyer@example.com' });
  await refuse(shop, url, 10);
  expect((await holdOf({ shop, pageId }))?.kind).toBe('paused');
});

test('records a failed authentication once per payment', async () => {
  const { shop } = await openOnSale();
  const url = await sessionOf(shop, 'taller');
  const path = new URL(url).pathname;
  await refuse(shop, url, 1, '4000 0000 0000 3220');
  await shop.request(`${path}/3ds`, { method: 'POST', body: new URLSearchParams({ action: 'fail' }) });
  await shop.settled();
  const rows = await shop.context.db.select().from(paymentFailures);
  expect(rows.map(({ code }) => code)).toEqual(['payment_intent_authentication_failure']);
  expect(rows[0]?.chargeId).toMatch(/^pi_/);
});

test('deletes expired blocks at once and declines after 90 days', async () => {
  const { shop } = await openOnSale();
  const { db } = shop.context;
  const url = await sessionOf(shop, 'taller');
  for (const card of REFUSED_CARDS.slice(0, 4)) await refuse(shop, url, 1, card);
  const kept = async () => [await db.$count(paymentFailures), await db.$count(payBlocks)];
  expect(await kept()).toEqual([4, 1]);
  shop.advance(DAY_MS + 1000);
  await moveOn(shop, 2 * HOUR_MS);
  expect(await kept()).toEqual([4, 0]);
  await moveOn(shop, 90 * DAY_MS);
  expect(await kept()).toEqual([0, 0]);
});
