import { expect, test } from 'vitest';

import type { Mode } from '#domain/mode.ts';
import { FOREVER } from '#domain/subscription.ts';
import type { PagesEntry, ShopParts } from '#server/app.ts';
import type { Db } from '#server/db/client.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { DAY_MS, giveCard, planRowOf, sellerOnTrial } from '#server/testing-plans.ts';
import { openShop, sellableConfig, type TestSeller, type TestShop } from '#server/testing.ts';

import { publicShop } from './public-shop.ts';

const ENDED = new Date(0);
const COUPON = {
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' as const }],
};
const CLOSED = { kind: 'page', page: { onSale: true, acceptingPayments: false } };
const OPEN = { kind: 'page', page: { onSale: true, acceptingPayments: true } };
const NOT_ACCEPTED = {
  status: 409,
  body: {
    error: {
      code: 'not_accepting_payments',
      message: 'This page is not accepting payments at the moment.',
    },
  },
};

/** Stands in for the built routes: the document says whether its page accepts payments. */
const pagesEntry: PagesEntry = {
  render: async (request, shop) => {
    const { pathname } = new URL(request.url);
    const found = await shop.findPage(pathname.slice('/c/'.length));
    const open = found.kind === 'page' && found.page.acceptingPayments;
    return new Response(open ? 'open' : 'closed', { headers: { 'content-type': 'text/html' } });
  },
};

const found = ({ context }: TestShop, slug = 'taller') => publicShop(context).findPage(slug);
const press = (shop: TestShop) => shop.call('create-checkout-session', { slug: 'taller' });
const tryCoupon = (shop: TestShop) => shop.call('apply-coupon', { slug: 'taller', code: 'SAVE20' });
const documentOf = async (shop: TestShop) => (await shop.request('/c/taller')).text();
/** Writes what a sync of the seller's plan would write. */
const setAccess = ({ context }: TestShop, accessUntil: Date) =>
  context.db.update(planSubscriptions).set({ accessUntil, accessTold: accessUntil > context.now() });
const publishAs = (seller: TestSeller) =>
  seller.call('save-checkout-page', { config: sellableConfig(), slug: 'taller' });

async function openPage(parts: Partial<ShopParts> = {}) {
  const shop = await openShop({ pagesEntry, ...parts });
  const seller = await shop.seller();
  const { pageId } = await seller.publish(COUPON, 'taller');
  return { shop, seller, pageId };
}

/** The same page of a seller in their trial. */
async function openTrialPage(parts: Partial<ShopParts> = {}) {
  const shop = await openShop({ pagesEntry, ...parts });
  const seller = await sellerOnTrial(shop);
  await seller.publish(COUPON, 'taller');
  await shop.settled();
  return { shop, seller };
}

async function expectClosed(shop: TestShop): Promise<void> {
  expect(await found(shop)).toMatchObject(CLOSED);
  expect(await press(shop)).toMatchObject(NOT_ACCEPTED);
  expect(await tryCoupon(shop)).toMatchObject(NOT_ACCEPTED);
}

async function expectOpen(shop: TestShop): Promise<void> {
  expect(await found(shop)).toMatchObject(OPEN);
  expect((await press(shop)).status).toBe(200);
  expect((await tryCoupon(shop)).body).toMatchObject({ total: 2320 });
}

test('requires a Stripe account before a plan when publishing', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  expect((await publishAs(seller)).body.error?.code).toBe('stripe_not_connected');
  await seller.onboard();
  expect(await publishAs(seller)).toMatchObject({
    status: 403,
    body: { error: { code: 'publishing_not_allowed', title: 'Publishing failed' } },
  });
  expect((await seller.call('list-pages', {})).body).toEqual({ pages: [], access: false });
  await seller.takePlan();
  expect((await publishAs(seller)).status).toBe(200);
  expect((await seller.call('list-pages', {})).body).toMatchObject({ pages: [{}], access: true });
});

test('closes only the pages when a plan is lost, and reopens them unchanged when it returns', async () => {
  const { shop, seller, pageId } = await openPage();
  await expectOpen(shop);
  await setAccess(shop, ENDED);
  await expectClosed(shop);
  const config = sellableConfig({ price: '30' });
  expect((await seller.call('save-draft', { config, pageId })).status).toBe(200);
  expect((await publishAs(seller)).body.error?.code).toBe('publishing_not_allowed');
  expect((await seller.call('list-pages', {})).body).toMatchObject({
    access: false,
    pages: [{ state: 'changed', slug: 'taller' }],
  });
  await setAccess(shop, FOREVER);
  await expectOpen(shop);
  expect(await found(shop)).toMatchObject({ page: { version: 1, amount: 2900 } });
});

test('updates the cached document of a page when the plan is lost and when it returns', async () => {
  const { shop } = await openPage();
  await shop.settled();
  expect(await documentOf(shop)).toBe('open');
  await setAccess(shop, ENDED);
  await shop.settled();
  expect(await documentOf(shop)).toBe('closed');
  await setAccess(shop, FOREVER);
  await shop.settled();
  expect(await documentOf(shop)).toBe('open');
});

test('closes the pages when Stripe ends the subscription, and opens them for a new one', async () => {
  const { shop, seller } = await openTrialPage();
  expect(await documentOf(shop)).toBe('open');
  const { subscriptionId } = await planRowOf(shop, seller);
  await shop.context.stripe.plans.subscriptions.cancel(subscriptionId ?? '');
  await shop.settled();
  expect(await documentOf(shop)).toBe('closed');
  await expectClosed(shop);
  await giveCard(shop, seller, 'pm_card_visa');
  expect((await seller.call('reactivate-subscription', {})).body).toEqual({ reactivated: true });
  await shop.settled();
  expect(await documentOf(shop)).toBe('open');
  await expectOpen(shop);
});

test('ends a trial by the clock for buyers even without an event', async () => {
  const noEvents = () => () => Promise.resolve(new Response(null, { status: 503 }));
  const { shop, seller } = await openTrialPage({ aroundEvents: noEvents });
  expect(await documentOf(shop)).toBe('open');
  const { trialEndsAt: end } = await planRowOf(shop, seller);
  shop.sandbox?.clock.moveTo(new Date((end?.getTime() ?? 0) - 60_000));
  await expectOpen(shop);
  shop.sandbox?.clock.moveTo(end ?? ENDED);
  await expectClosed(shop);
  expect((await publishAs(seller)).body.error?.code).toBe('publishing_not_allowed');
  await shop.settled();
  expect(await documentOf(shop)).toBe('closed');
});

test('expires a cached document when the access ends, even without a notification', async () => {
  const { shop } = await openPage();
  const end = new Date(shop.context.now().getTime() + DAY_MS);
  // Marked as already notified, so that the workers skip this row.
  await shop.context.db.update(planSubscriptions).set({ accessUntil: end, accessTold: false });
  await shop.settled();
  expect(await documentOf(shop)).toBe('open');
  shop.sandbox?.clock.moveTo(end);
  shop.advance(DAY_MS);
  expect(await documentOf(shop)).toBe('closed');
});

test('keeps a page off sale when the plan returns', async () => {
  const { shop, seller, pageId } = await openPage();
  await seller.call('unpublish-page', { pageId });
  await setAccess(shop, ENDED);
  await setAccess(shop, FOREVER);
  expect(await found(shop)).toMatchObject({ page: { onSale: false, acceptingPayments: false } });
  expect((await press(shop)).body.error?.message).toBe('This page is not on sale at the moment.');
});

test('grants no access in another mode', async () => {
  const { shop } = await openPage();
  const move = (mode: Mode) => shop.context.db.update(planSubscriptions).set({ mode });
  await move('live');
  await expectClosed(shop);
  await move('sandbox');
  await expectOpen(shop);
});

test('grants no access from the plan of another seller', async () => {
  const { shop } = await openPage();
  await setAccess(shop, ENDED);
  await (await shop.seller()).publish({}, 'another');
  await expectClosed(shop);
  expect(await found(shop, 'another')).toMatchObject(OPEN);
});

test('completes a payment that was started before the plan ended', async () => {
  const { shop, seller } = await openPage();
  const { body } = await press(shop);
  await setAccess(shop, ENDED);
  const paid = await shop.pay(body.url);
  expect((await seller.call('list-orders', {})).body.orders).toMatchObject([{ total: 2900, state: 'paid' }]);
  const token = new URL(paid.headers.get('location') ?? '').searchParams.get('t') ?? '';
  expect(await publicShop(shop.context).findPaidOrder(token)).toMatchObject({ order: { total: 2900 } });
});

test('omits a page without a plan from the sitemap and the social images', async () => {
  const { shop } = await openPage();
  const page = await found(shop);
  const picture = `/og/${page.kind === 'page' ? page.page.versionId : ''}.png`;
  const sitemap = async () => (await shop.request('/functions/v1/sitemap')).text();
  expect((await shop.request(picture)).status).toBe(200);
  expect(await sitemap()).toContain('/c/taller');
  await setAccess(shop, ENDED);
  expect((await shop.request(picture)).status).toBe(404);
  expect(await sitemap()).not.toContain('/c/taller');
  await setAccess(shop, FOREVER);
  expect((await shop.request(picture)).status).toBe(200);
  expect(await sitemap()).toContain('/c/taller');
});

test('reads a page, its account and its plan with one query', async () => {
  const { shop } = await openPage();
  const asked: PropertyKey[] = [];
  const db: Db = new Proxy(shop.context.db, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value === 'function') asked.push(property);
      return value;
    },
  });
  expect(await publicShop({ ...shop.context, db }).findPage('taller')).toMatchObject(OPEN);
  expect(asked).toEqual(['select']);
});
