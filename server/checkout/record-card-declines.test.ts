import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import type { AppOptions } from '#server/app.ts';
import { checkoutAttempts, sales } from '#server/db/schema-orders.ts';
import { pages } from '#server/db/schema-pages.ts';
import { auditEntries, paymentFailures, cardTestingBlocks } from '#server/db/schema-protection.ts';
import { listMail } from '#server/email/queries/outbox.ts';
import { getPageSuspension } from '#server/pages/page-summary.ts';
import { findPageById } from '#server/pages/queries/pages.ts';
import { advanceBusinessClock } from '#server/testing/dropped-events.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

import { outcomeOf, advanceSeconds, requestCheckout, declineCard, DECLINED_CARDS } from '../testing/card-fraud.ts';

type AppOnSale = { app: TestApp; seller: TestSeller; pageId: string };
async function createAppOnSale(env: Record<string, string> = {}): Promise<AppOnSale> {
  const app = await createTestApp({ env });
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  return { app, seller, pageId };
}

async function createSession(
  app: TestApp,
  slug: string,
  fields: Parameters<typeof requestCheckout>[2] = {},
): Promise<string> {
  const { body } = await requestCheckout(app, slug, fields);
  if (!body.url) throw new Error(`No session: ${JSON.stringify(body)}`);
  return body.url;
}

async function findPause({ app, pageId }: Pick<AppOnSale, 'app' | 'pageId'>) {
  const page = await findPageById(app.context.db, pageId);
  return page && getPageSuspension(page, app.context.realNow());
}

const listPauseEmails = async ({ context: { db } }: TestApp) =>
  (await listMail(db, 100)).filter(({ kind }) => kind === 'page_paused');

const listAuditActions = async ({ context: { db } }: TestApp) =>
  (await db.select().from(auditEntries).orderBy(auditEntries.at))
    .map(({ action }) => action)
    .filter((action) => /^page_(paused|resumed)/.test(action));

test('pauses a page for six hours after ten declines in a row and sends one email', async () => {
  const setup = await createAppOnSale();
  const { app } = setup;
  const url = await createSession(app, 'taller');
  await declineCard(app, url, 9);
  expect([await findPause(setup), await listPauseEmails(app)]).toEqual([null, []]);
  const otherUrl = await createSession(app, 'taller', { address: '203.0.113.8' });
  await declineCard(app, url, 1);
  const pause = await findPause(setup);
  expect(pause).toMatchObject({ kind: 'paused', by: 'refusals' });
  const remainingMs = new Date(pause?.kind === 'paused' ? pause.until : 0).getTime() - app.context.realNow().getTime();
  expect(Math.round(remainingMs / HOUR_MS)).toBe(6);
  expect((await listPauseEmails(app)).map(({ props }) => props)).toMatchObject([
    { name: 'Throwing Taller', refused: 10 },
  ]);
  expect(await listAuditActions(app)).toEqual(['page_paused']);
  // Open Stripe sessions of the page are expired.
  const states = await app.context.db.select({ state: checkoutAttempts.state }).from(checkoutAttempts);
  expect(states).toEqual([{ state: 'expired' }, { state: 'expired' }]);
  expect(await (await app.request(new URL(otherUrl).pathname)).text()).not.toContain('4242');
});

test("rejects checkout and coupons on a paused page while the seller's other pages sell", async () => {
  const setup = await createAppOnSale();
  const { app, seller } = setup;
  await seller.publishPage({}, 'smaller');
  await declineCard(app, await createSession(app, 'taller'), 10);
  const { status, body } = await requestCheckout(app, 'taller', { address: '203.0.113.8' });
  expect([status, body.error?.code]).toEqual([409, 'page_paused']);
  expect((await app.rpc('apply-coupon', { slug: 'taller', code: 'X' })).body.error?.code).toBe('page_paused');
  expect(outcomeOf(await requestCheckout(app, 'smaller', { address: '203.0.113.8' }))).toBe('url');
});

test('lets the seller resume a page and no longer counts earlier declines', async () => {
  const setup = await createAppOnSale();
  const { app, seller, pageId } = setup;
  await declineCard(app, await createSession(app, 'taller'), 10);
  expect((await seller.rpc('resume-page', { pageId })).body).toEqual({ hold: null });
  expect((await seller.rpc('resume-page', { pageId })).body).toEqual({ hold: null });
  expect(await listAuditActions(app)).toEqual(['page_paused', 'page_resumed']);
  advanceSeconds(app);
  const url = await createSession(app, 'taller');
  await declineCard(app, url, 9);
  expect(await findPause(setup)).toBeNull();
  await app.payAtStripe(await createSession(app, 'taller'));
  await declineCard(app, url, 1);
  expect(await findPause(setup)).toBeNull();
});

test('ends a pause by itself and needs ten new declines for the next one', async () => {
  const setup = await createAppOnSale();
  const { app } = setup;
  await declineCard(app, await createSession(app, 'taller'), 10);
  const pastTime = new Date(app.context.realNow().getTime() - 1);
  await app.context.db.update(pages).set({ pausedUntil: pastTime });
  expect(await findPause(setup)).toBeNull();
  const url = await createSession(app, 'taller', { address: '203.0.113.8' });
  await declineCard(app, url, 9);
  expect(await findPause(setup)).toBeNull();
  await declineCard(app, url, 1);
  expect((await findPause(setup))?.kind).toBe('paused');
  expect(await listPauseEmails(app)).toHaveLength(2);
});

test('counts declines only since the last payment, even if its event is delayed', async () => {
  let isSilenced = false;
  const aroundEvents: AppOptions['wrapEventDelivery'] = (next) => (to, event) =>
    isSilenced && !event.body.includes('payment_failed') ? Promise.resolve({ status: 200 }) : next(to, event);
  const app = await createTestApp({ wrapEventDelivery: aroundEvents });
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const [url, paidUrl] = [await createSession(app, 'taller'), await createSession(app, 'taller')];
  await declineCard(app, url, 5);
  advanceSeconds(app);
  isSilenced = true;
  await app.payAtStripe(paidUrl);
  expect(await app.context.db.select().from(sales)).toEqual([]);
  await declineCard(app, url, 9);
  expect(await findPause({ app, pageId })).toBeNull();
  await declineCard(app, url, 1);
  expect((await findPause({ app, pageId }))?.kind).toBe('paused');
});

test('pauses once for ten declines and never for nine, whatever the order of events', async () => {
  const delayedEvents: (() => Promise<unknown>)[] = [];
  let isSilenced = false;
  const aroundEvents: AppOptions['wrapEventDelivery'] = (next) => (to, event) => {
    if (!isSilenced) return next(to, event);
    delayedEvents.push(() => next(to, event));
    return Promise.resolve({ status: 200 });
  };
  const app = await createTestApp({ wrapEventDelivery: aroundEvents });
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const otherPage = await seller.publishPage({}, 'smaller');
  const [url, otherUrl] = [await createSession(app, 'taller'), await createSession(app, 'smaller')];
  isSilenced = true;
  await declineCard(app, url, 10);
  await declineCard(app, otherUrl, 9);
  expect(await findPause({ app, pageId })).toBeNull();
  isSilenced = false;
  await Promise.all([...delayedEvents.toReversed(), ...delayedEvents].map((deliver) => deliver()));
  await app.waitUntilIdle();
  for (const deliver of delayedEvents) await deliver();
  await app.waitUntilIdle();
  expect((await findPause({ app, pageId }))?.kind).toBe('paused');
  expect(await findPause({ app, pageId: otherPage.pageId })).toBeNull();
  expect(await listPauseEmails(app)).toHaveLength(1);
  expect(await app.context.db.select().from(paymentFailures)).toHaveLength(19);
});

test('blocks a visitor for a day after four different declined cards', async () => {
  const { app } = await createAppOnSale({ RATE_LIMITS: 'live' });
  const url = await createSession(app, 'taller');
  await declineCard(app, url, 4);
  for (const card of DECLINED_CARDS.slice(1, 3)) await declineCard(app, url, 1, card);
  expect(outcomeOf(await requestCheckout(app, 'taller'))).toBe('url');
  await declineCard(app, url, 1, DECLINED_CARDS[3]);
  const { status, body } = await requestCheckout(app, 'taller');
  expect([status, body.error?.code, body.error?.message]).toEqual([
    429,
    'pay_blocked',
    'Too many payment attempts from your network. Try again tomorrow, or contact the seller.',
  ]);
  expect(outcomeOf(await requestCheckout(app, 'taller', { address: '203.0.113.8' }))).toBe('url');
  app.advance(24 * HOUR_MS + 1000);
  expect(outcomeOf(await requestCheckout(app, 'taller'))).toBe('url');
});

test('blocks an email address for a day after four different declined cards from any client', async () => {
  const { app } = await createAppOnSale();
  for (const [index, card] of DECLINED_CARDS.slice(0, 4).entries()) {
    const client = {
      address: `198.51.100.${index}`,
      email: index % 2 ? 'eve@example.com' : 'Eve+x@example.com',
    };
    await declineCard(app, await createSession(app, 'taller', client), 1, card);
  }
  const [sameBuyer, otherBuyer] = [{ address: '203.0.113.9', email: 'eve@example.com' }, { address: '203.0.113.9' }];
  expect(outcomeOf(await requestCheckout(app, 'taller', sameBuyer))).toBe('pay_blocked');
  expect(outcomeOf(await requestCheckout(app, 'taller', otherBuyer))).toBe('url');
});

test('allows every card in a sandbox with wide limits but still pauses pages', async () => {
  const setup = await createAppOnSale({ RATE_LIMITS: 'wide' });
  const { app } = setup;
  const url = await createSession(app, 'taller');
  for (const card of DECLINED_CARDS) await declineCard(app, url, 1, card);
  expect(outcomeOf(await requestCheckout(app, 'taller'))).toBe('url');
  await declineCard(app, url, 3);
  expect((await findPause(setup))?.kind).toBe('paused');
});

test('stores only keyed hashes and ignores errors that no bank caused', async () => {
  const { app } = await createAppOnSale();
  const url = await createSession(app, 'taller', { email: 'eve@example.com' });
  await declineCard(app, url, 1, '4000 0000 0000 0119');
  expect(await app.context.db.select().from(paymentFailures)).toEqual([]);
  await declineCard(app, url, 1);
  const [row] = await app.context.db.select().from(paymentFailures);
  expect(row).toMatchObject({ code: 'card_declined', mode: 'sandbox' });
  for (const key of [row?.cardKey, row?.addressKey, row?.buyerKey]) expect(key).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(row)).not.toMatch(/eve|203\.0/);
});

test('counts declined cards of a subscription for its page', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const subscription = { paymentType: 'subscription', billingFrequency: 'monthly' } as const;
  const { pageId } = await seller.publishPage(subscription, 'taller');
  const url = await createSession(app, 'taller', { email: 'buyer@example.com' });
  await declineCard(app, url, 10);
  expect((await findPause({ app, pageId }))?.kind).toBe('paused');
});

test('records a failed authentication once per payment', async () => {
  const { app } = await createAppOnSale();
  const url = await createSession(app, 'taller');
  const path = new URL(url).pathname;
  await declineCard(app, url, 1, '4000 0000 0000 3220');
  await app.request(`${path}/3ds`, { method: 'POST', body: new URLSearchParams({ action: 'fail' }) });
  await app.waitUntilIdle();
  const rows = await app.context.db.select().from(paymentFailures);
  expect(rows.map(({ code }) => code)).toEqual(['payment_intent_authentication_failure']);
  expect(rows[0]?.chargeId).toMatch(/^pi_/);
});

test('deletes expired blocks at once and declines after 90 days', async () => {
  const { app } = await createAppOnSale();
  const { db } = app.context;
  const url = await createSession(app, 'taller');
  for (const card of DECLINED_CARDS.slice(0, 4)) await declineCard(app, url, 1, card);
  const countRows = async () => [await db.$count(paymentFailures), await db.$count(cardTestingBlocks)];
  expect(await countRows()).toEqual([4, 1]);
  app.advance(DAY_MS + 1000);
  await advanceBusinessClock(app, 2 * HOUR_MS);
  expect(await countRows()).toEqual([4, 0]);
  await advanceBusinessClock(app, 90 * DAY_MS);
  expect(await countRows()).toEqual([0, 0]);
});
