import { expect, test } from 'vitest';

import type { Mode } from '#domain/payment-mode.ts';
import { FOREVER } from '#domain/subscription.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { PagesEntry, AppOptions } from '#server/app.ts';
import type { Db } from '#server/db/client.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { attachCard, getPlanRow, createTrialSeller } from '#server/testing/seller-plans.ts';
import { createTestApp, sellableConfig, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

import { createPublicServices } from '../routes/public-services.ts';

const ENDED = new Date(0);
const COUPON = {
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' as const }],
};
const CLOSED = { kind: 'page', page: { onSale: true, acceptingPayments: false } };
const OPEN = { kind: 'page', page: { onSale: true, acceptingPayments: true } };
const NOT_ACCEPTING = {
  status: 409,
  body: {
    error: {
      code: 'not_accepting_payments',
      message: 'This page is not accepting payments right now.',
    },
  },
};

/** Stands in for the built routes: the document says whether its page accepts payments. */
const pagesEntry: PagesEntry = {
  render: async (request, services) => {
    const { pathname } = new URL(request.url);
    const pageResult = await services.findPage(pathname.slice('/c/'.length));
    const isOpen = pageResult.kind === 'page' && pageResult.page.acceptingPayments;
    return new Response(isOpen ? 'open' : 'closed', { headers: { 'content-type': 'text/html' } });
  },
};

const findPage = ({ context }: TestApp, slug = 'taller') => createPublicServices(context).findPage(slug);
const startCheckout = (app: TestApp) => app.rpc('create-checkout-session', { slug: 'taller' });
const tryCoupon = (app: TestApp) => app.rpc('apply-coupon', { slug: 'taller', code: 'SAVE20' });
const documentOf = async (app: TestApp) => (await app.request('/c/taller')).text();
/** Writes what a sync of the seller's plan would write. */
const setAccess = ({ context }: TestApp, accessUntil: Date) =>
  context.db.update(planSubscriptions).set({ accessUntil, accessAnnounced: accessUntil > context.now() });
const publishAs = (seller: TestSeller) =>
  seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'taller' });

async function openPage(options: Partial<AppOptions> = {}) {
  const app = await createTestApp({ pagesEntry, ...options });
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage(COUPON, 'taller');
  return { app, seller, pageId };
}

/** The same page of a seller in their trial. */
async function openTrialPage(options: Partial<AppOptions> = {}) {
  const app = await createTestApp({ pagesEntry, ...options });
  const seller = await createTrialSeller(app);
  await seller.publishPage(COUPON, 'taller');
  await app.waitUntilIdle();
  return { app, seller };
}

async function expectClosed(app: TestApp): Promise<void> {
  expect(await findPage(app)).toMatchObject(CLOSED);
  expect(await startCheckout(app)).toMatchObject(NOT_ACCEPTING);
  expect(await tryCoupon(app)).toMatchObject(NOT_ACCEPTING);
}

async function expectOpen(app: TestApp): Promise<void> {
  expect(await findPage(app)).toMatchObject(OPEN);
  expect((await startCheckout(app)).status).toBe(200);
  expect((await tryCoupon(app)).body).toMatchObject({ total: 2320 });
}

test('requires a Stripe account before a plan when publishing', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  expect((await publishAs(seller)).body.error?.code).toBe('stripe_not_connected');
  await seller.onboard();
  expect(await publishAs(seller)).toMatchObject({
    status: 403,
    body: { error: { code: 'publishing_not_allowed', title: 'Publishing failed' } },
  });
  expect((await seller.rpc('list-pages', {})).body).toEqual({ pages: [], access: false });
  await seller.givePlan();
  expect((await publishAs(seller)).status).toBe(200);
  expect((await seller.rpc('list-pages', {})).body).toMatchObject({ pages: [{}], access: true });
});

test('closes only the pages when a plan is lost, and reopens them unchanged when it returns', async () => {
  const { app, seller, pageId } = await openPage();
  await expectOpen(app);
  await setAccess(app, ENDED);
  await expectClosed(app);
  const config = sellableConfig({ price: '30' });
  expect((await seller.rpc('save-draft', { config, pageId })).status).toBe(200);
  expect((await publishAs(seller)).body.error?.code).toBe('publishing_not_allowed');
  expect((await seller.rpc('list-pages', {})).body).toMatchObject({
    access: false,
    pages: [{ state: 'changed', slug: 'taller' }],
  });
  await setAccess(app, FOREVER);
  await expectOpen(app);
  expect(await findPage(app)).toMatchObject({ page: { version: 1, amount: 2900 } });
});

test('updates the cached document of a page when the plan is lost and when it returns', async () => {
  const { app } = await openPage();
  await app.waitUntilIdle();
  expect(await documentOf(app)).toBe('open');
  await setAccess(app, ENDED);
  await app.waitUntilIdle();
  expect(await documentOf(app)).toBe('closed');
  await setAccess(app, FOREVER);
  await app.waitUntilIdle();
  expect(await documentOf(app)).toBe('open');
});

test('closes the pages when Stripe ends the subscription, and opens them for a new one', async () => {
  const { app, seller } = await openTrialPage();
  expect(await documentOf(app)).toBe('open');
  const { subscriptionId } = await getPlanRow(app, seller);
  await app.context.stripe.plans.subscriptions.cancel(subscriptionId ?? '');
  await app.waitUntilIdle();
  expect(await documentOf(app)).toBe('closed');
  await expectClosed(app);
  await attachCard(app, seller, 'pm_card_visa');
  expect((await seller.rpc('reactivate-subscription', {})).body).toEqual({ reactivated: true });
  await app.waitUntilIdle();
  expect(await documentOf(app)).toBe('open');
  await expectOpen(app);
});

test('ends a trial by the clock for buyers even without an event', async () => {
  const noEvents = () => () => Promise.resolve(new Response(null, { status: 503 }));
  const { app, seller } = await openTrialPage({ wrapEventDelivery: noEvents });
  expect(await documentOf(app)).toBe('open');
  const { trialEndsAt: end } = await getPlanRow(app, seller);
  app.sandbox?.clock.moveTo(new Date((end?.getTime() ?? 0) - 60_000));
  await expectOpen(app);
  app.sandbox?.clock.moveTo(end ?? ENDED);
  await expectClosed(app);
  expect((await publishAs(seller)).body.error?.code).toBe('publishing_not_allowed');
  await app.waitUntilIdle();
  expect(await documentOf(app)).toBe('closed');
});

test('expires a cached document when the access ends, even without a notification', async () => {
  const { app } = await openPage();
  const end = new Date(app.context.now().getTime() + DAY_MS);
  // Marked as already notified, so that the workers skip this row.
  await app.context.db.update(planSubscriptions).set({ accessUntil: end, accessAnnounced: false });
  await app.waitUntilIdle();
  expect(await documentOf(app)).toBe('open');
  app.sandbox?.clock.moveTo(end);
  app.advance(DAY_MS);
  expect(await documentOf(app)).toBe('closed');
});

test('keeps a page off sale when the plan returns', async () => {
  const { app, seller, pageId } = await openPage();
  await seller.rpc('unpublish-page', { pageId });
  await setAccess(app, ENDED);
  await setAccess(app, FOREVER);
  expect(await findPage(app)).toMatchObject({ page: { onSale: false, acceptingPayments: false } });
  expect((await startCheckout(app)).body.error?.message).toBe('This page isn’t available right now.');
});

test('grants no access in another mode', async () => {
  const { app } = await openPage();
  const setMode = (mode: Mode) => app.context.db.update(planSubscriptions).set({ mode });
  await setMode('live');
  await expectClosed(app);
  await setMode('sandbox');
  await expectOpen(app);
});

test('grants no access from the plan of another seller', async () => {
  const { app } = await openPage();
  await setAccess(app, ENDED);
  await (await app.signUpSeller()).publishPage({}, 'another');
  await expectClosed(app);
  expect(await findPage(app, 'another')).toMatchObject(OPEN);
});

test('completes a payment that was started before the plan ended', async () => {
  const { app, seller } = await openPage();
  const { body } = await startCheckout(app);
  await setAccess(app, ENDED);
  const paid = await app.payAtStripe(body.url);
  expect((await seller.rpc('list-orders', {})).body.orders).toMatchObject([{ total: 2900, state: 'paid' }]);
  const token = new URL(paid.headers.get('location') ?? '').searchParams.get('t') ?? '';
  expect(await createPublicServices(app.context).findPaidOrder(token)).toMatchObject({
    order: { total: 2900 },
  });
});

test('omits a page without a plan from the sitemap and the social images', async () => {
  const { app } = await openPage();
  const page = await findPage(app);
  const picture = `/og/${page.kind === 'page' ? page.page.versionId : ''}.png`;
  const sitemap = async () => (await app.request('/functions/v1/sitemap')).text();
  expect((await app.request(picture)).status).toBe(200);
  expect(await sitemap()).toContain('/c/taller');
  await setAccess(app, ENDED);
  expect((await app.request(picture)).status).toBe(404);
  expect(await sitemap()).not.toContain('/c/taller');
  await setAccess(app, FOREVER);
  expect((await app.request(picture)).status).toBe(200);
  expect(await sitemap()).toContain('/c/taller');
});

test('reads a page, its account and its plan with one query', async () => {
  const { app } = await openPage();
  const calledMethods: PropertyKey[] = [];
  const db: Db = new Proxy(app.context.db, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value === 'function') calledMethods.push(property);
      return value;
    },
  });
  expect(await createPublicServices({ ...app.context, db }).findPage('taller')).toMatchObject(OPEN);
  expect(calledMethods).toEqual(['select']);
});
