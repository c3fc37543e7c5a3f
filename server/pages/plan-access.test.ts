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

/** Stands for the built routes: a document says whether its page can be paid. */
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
/** What a sync of the seller's plan would write. */
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

/** The same of a seller in their trial. */
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

test('publishing asks for Stripe first and then for a plan', async () => {
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

test('a plan that is lost closes the pages and nothing else, and its return opens them as they were', async () => {
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

test('the kept document of a page hears of a plan that is lost and of its return', async () => {
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

test('a subscription that the provider ends closes the pages by its event, and a new one opens them', async () => {
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

test('a trial ends by the clock, at once for whoever pays, though no event ever comes', async () => {
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

test('a kept document ends with its access, even when nobody tells of that end', async () => {
  const { shop } = await openPage();
  const end = new Date(shop.context.now().getTime() + DAY_MS);
  // As if it had been told already: the workers have no business with this row any more.
  await shop.context.db.update(planSubscriptions).set({ accessUntil: end, accessTold: false });
  await shop.settled();
  expect(await documentOf(shop)).toBe('open');
  shop.sandbox?.clock.moveTo(end);
  shop.advance(DAY_MS);
  expect(await documentOf(shop)).toBe('closed');
});

test('a page that its seller took off sale stays off sale when the plan returns', async () => {
  const { shop, seller, pageId } = await openPage();
  await seller.call('unpublish-page', { pageId });
  await setAccess(shop, ENDED);
  await setAccess(shop, FOREVER);
  expect(await found(shop)).toMatchObject({ page: { onSale: false, acceptingPayments: false } });
  expect((await press(shop)).body.error?.message).toBe('This page is not on sale at the moment.');
});

test('a plan of one mode gives nothing in another', async () => {
  const { shop } = await openPage();
  const move = (mode: Mode) => shop.context.db.update(planSubscriptions).set({ mode });
  await move('live');
  await expectClosed(shop);
  await move('sandbox');
  await expectOpen(shop);
});

test('a plan of another seller gives nothing to this one', async () => {
  const { shop } = await openPage();
  await setAccess(shop, ENDED);
  await (await shop.seller()).publish({}, 'another');
  await expectClosed(shop);
  expect(await found(shop, 'another')).toMatchObject(OPEN);
});

test('a buyer who stands at the provider’s page when the plan ends is served to the end', async () => {
  const { shop, seller } = await openPage();
  const { body } = await press(shop);
  await setAccess(shop, ENDED);
  const paid = await shop.pay(body.url);
  expect((await seller.call('list-orders', {})).body.orders).toMatchObject([{ total: 2900, state: 'paid' }]);
  const token = new URL(paid.headers.get('location') ?? '').searchParams.get('t') ?? '';
  expect(await publicShop(shop.context).findPaidOrder(token)).toMatchObject({ order: { total: 2900 } });
});

test('the sitemap and the social picture leave out a page without a plan', async () => {
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

test('a page, its account and its plan are read with one query', async () => {
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
