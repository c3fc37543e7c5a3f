import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createPaymentTerms } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { deliverables, entitlements, licenses } from '#server/db/schema-delivery.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { webhookEvents } from '#server/db/schema-webhooks.ts';
import { listLicenseKeys } from '#server/delivery/entitlement-access.ts';
import {
  FILE,
  findNewestOrder,
  GENERATED_KEYS,
  KEY_LIST,
  listAccess,
  listEntitlementRows,
  publishDelivery,
  withValidity,
  type DeliverableInput,
} from '#server/testing/delivering-page.ts';
import { advanceBusinessClock, listBrokenInvariants } from '#server/testing/dropped-events.ts';
import { buyPage, getStripeAccountId, listRefundableCharges } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp, type TestSeller } from '#server/testing/test-app.ts';

import { recomputeEntitlements } from './recompute-entitlements.ts';

type Shop = { app: TestApp; seller: TestSeller };
type PageChange = Parameters<typeof publishDelivery>[4];

/** A seller whose page `guide` delivers these things. */
async function openShop(inputs: readonly DeliverableInput[], change: PageChange = {}) {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const published = await publishDelivery(app, seller, inputs, 'guide', change);
  return { app, seller, ...published };
}

async function postToDashboard({ app, seller }: Shop, path: string, fields: Record<string, string>): Promise<void> {
  const account = await getStripeAccountId(seller);
  const { status } = await app.request(`/sandbox/dashboard/${account}/${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  expect([path, status]).toEqual([path, 303]);
  await app.waitUntilIdle();
}

async function buy({ app, seller }: Shop, choice: object = {}) {
  const { body } = await app.rpc('create-checkout-session', { slug: 'guide', email: 'bo@example.com', ...choice });
  await app.payAtStripe(body.url);
  return findNewestOrder(seller);
}

const listEntitlementEvents = async ({ app }: Shop): Promise<string[]> =>
  (await app.context.db.select().from(webhookEvents).orderBy(webhookEvents.position))
    .map(({ type }) => type)
    .filter((type) => type.startsWith('entitlement.'));

const listKinds = ({ events }: Awaited<ReturnType<typeof buy>>): string[] => events.map(({ kind }) => kind).toSorted();

test('gives access and a license key for each unit in the transaction that records the payment', async () => {
  const settings = { ...GENERATED_KEYS, prefix: 'PRO', maxActivations: 2 };
  const quantity = { enabled: true, minimum: 1, maximum: 5, singular: '', plural: '', tiers: [] };
  const shop = await openShop([{ settings: FILE }, { settings }], { quantity });
  const order = await buy(shop, { quantity: '3' });
  expect(listAccess(order)).toEqual({ file: 'active', keys: 'active' });
  expect(listKinds(order)).toEqual(['checkout_started', 'delivered', 'paid']);
  const { app } = shop;
  const keys = (await listEntitlementRows(app)).find(({ licenses }) => licenses.length > 0);
  expect(keys).toMatchObject({ quantity: 3, missingKeys: 0 });
  expect(keys?.licenses).toHaveLength(3);
  expect(keys?.licenses[0]).toMatchObject({ mode: 'sandbox', state: 'active', maxActivations: 2, expiresAt: null });
  const shown = await listLicenseKeys(app.context, app.context.db, [keys?.id ?? '']);
  const texts = shown.get(keys?.id ?? '') ?? [];
  expect(new Set(texts).size).toBe(3);
  for (const text of texts) expect(text).toMatch(/^PRO(-[0-9A-Z]{5}){5}$/);
  expect(await listEntitlementEvents(shop)).toEqual(['entitlement.granted', 'entitlement.granted']);
  expect(await listBrokenInvariants(app)).toEqual([]);
});

test('delivers what the bought version names, also after the seller has removed it', async () => {
  const shop = await openShop([{ settings: FILE }]);
  const { body } = await shop.app.rpc('create-checkout-session', { slug: 'guide' });
  await shop.app.context.db.update(deliverables).set({ removedAt: new Date() });
  await shop.seller.publishPage({}, 'another');
  await shop.app.payAtStripe(body.url);
  expect(listAccess(await findNewestOrder(shop.seller))).toEqual({ file: 'active' });
});

test('waits for a bank debit, and gives nothing if it fails', async () => {
  const shop = await openShop([{ settings: FILE }, { settings: GENERATED_KEYS }]);
  await postToDashboard(shop, 'settings', { act: 'debits_always' });
  for (const bank of ['debit_succeeds', 'debit_insufficient_funds']) {
    const { url } = (await shop.app.rpc('create-checkout-session', { slug: 'guide' })).body;
    const body = new URLSearchParams({ email: 'bo@example.com', name: 'Bo Buyer', bank });
    await shop.app.request(`${new URL(url).pathname}/debit`, { method: 'POST', body });
    await shop.app.waitUntilIdle();
    expect(listAccess(await findNewestOrder(shop.seller))).toEqual({
      file: 'waiting: payment_pending',
      keys: 'waiting: payment_pending',
    });
  }
  expect((await listEntitlementRows(shop.app)).flatMap(({ licenses }) => licenses)).toEqual([]);
  expect(await listEntitlementEvents(shop)).toEqual([]);
  await advanceBusinessClock(shop.app, 4 * DAY_MS);
  const rows = await listEntitlementRows(shop.app);
  expect(rows.map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual([
    'active null',
    'active null',
    'ended payment_failed',
    'ended payment_failed',
  ]);
  expect(rows.flatMap(({ licenses }) => licenses)).toHaveLength(1);
  expect(await listEntitlementEvents(shop)).toEqual(['entitlement.granted', 'entitlement.granted']);
});

const TWO_LINES = [
  { settings: FILE, name: 'guide' },
  { settings: GENERATED_KEYS, name: 'license', offeredWith: ['bump:book'] },
];

async function openRefundedShop() {
  const shop = await openShop(TWO_LINES, withBumps(createBump('book', '5')));
  const { id: orderId, payments } = await buy(shop, { bumps: ['book'] });
  const refund = (input: object) =>
    shop.seller.rpc('refund-order', {
      orderId,
      paymentId: payments[0]?.id ?? '',
      reason: 'requested_by_customer',
      request: crypto.randomUUID(),
      ...input,
    });
  const access = async () => {
    await shop.app.waitUntilIdle();
    return listAccess(await findNewestOrder(shop.seller));
  };
  return { ...shop, orderId, refund, access };
}

test('ends access to the refunded line only, with its license key', async () => {
  const { app, seller, refund, access } = await openRefundedShop();
  expect(await access()).toEqual({ guide: 'active', license: 'active' });
  await refund({ lines: [{ key: 'bump:book', amount: 200 }] });
  expect(await access()).toEqual({ guide: 'active', license: 'active' });
  await refund({ lines: [{ key: 'bump:book' }] });
  expect(await access()).toEqual({ guide: 'active', license: 'ended: refunded' });
  const [license] = (await listEntitlementRows(app)).flatMap(({ licenses }) => licenses);
  expect(license?.state).toBe('ended');
  await refund({});
  expect(await access()).toEqual({ guide: 'ended: refunded', license: 'ended: refunded' });
  expect(listKinds(await findNewestOrder(seller)).filter((kind) => kind === 'access_ended')).toHaveLength(2);
  expect(await listBrokenInvariants(app)).toEqual([]);
});

test('keeps access to refunded lines where the seller says so, whatever is refunded later', async () => {
  const { refund, access } = await openRefundedShop();
  await refund({ lines: [{ key: 'bump:book' }], keepAccess: true });
  expect(await access()).toEqual({ guide: 'active', license: 'active' });
  await refund({});
  expect(await access()).toEqual({ guide: 'ended: refunded', license: 'active' });
});

test('ends access when a refund from the Stripe dashboard is attributed to a line', async () => {
  const shop = await openRefundedShop();
  const account = await getStripeAccountId(shop.seller);
  const [charge] = await listRefundableCharges(shop.app, account);
  await postToDashboard(shop, `charges/${charge}/refund`, { amount: '5' });
  expect(await shop.access()).toEqual({ guide: 'active', license: 'active' });
  const [refund] = (await findNewestOrder(shop.seller)).refunds;
  const attribution = { orderId: shop.orderId, refundId: refund?.id ?? '', lines: [{ key: 'bump:book' }] };
  expect((await shop.seller.rpc('attribute-refund', attribution)).status).toBe(200);
  expect(await shop.access()).toEqual({ guide: 'active', license: 'ended: refunded' });
});

test('pauses access during a dispute, gives it back when the seller wins, and ends it when they lose', async () => {
  const shop = await openShop([{ settings: GENERATED_KEYS }]);
  await buy(shop);
  const account = await getStripeAccountId(shop.seller);
  const { disputes } = shop.app.context.sellerStripe(account);
  const dispute = async () => {
    const [charge] = await listRefundableCharges(shop.app, account);
    await postToDashboard(shop, `charges/${charge}/dispute`, { reason: 'fraudulent' });
    return (await disputes.list({ limit: 1 })).data[0]?.id ?? '';
  };
  const stateOf = async () => {
    const [row] = await listEntitlementRows(shop.app);
    return [row?.state, row?.reason, row?.licenses[0]?.state];
  };
  const first = await dispute();
  expect(await stateOf()).toEqual(['paused', 'disputed', 'paused']);
  await postToDashboard(shop, `disputes/${first}`, { act: 'answer' });
  await postToDashboard(shop, `disputes/${first}`, { act: 'win' });
  expect(await stateOf()).toEqual(['active', null, 'active']);
  await buy(shop);
  const second = await dispute();
  await postToDashboard(shop, `disputes/${second}`, { act: 'lose' });
  expect(listAccess(await findNewestOrder(shop.seller))).toEqual({ keys: 'ended: dispute_lost' });
  expect(await listEntitlementEvents(shop)).toEqual([
    'entitlement.granted',
    'entitlement.paused',
    'entitlement.resumed',
    'entitlement.granted',
    'entitlement.paused',
    'entitlement.ended',
  ]);
});

const SUBSCRIPTION = { paymentType: 'subscription', price: '9' } as const;

test('pauses access a week after an unpaid renewal by itself, and gives it back after the payment', async () => {
  const shop = await openShop([{ settings: withValidity(FILE, 'subscription') }], SUBSCRIPTION);
  const order = await buy(shop);
  const account = await getStripeAccountId(shop.seller);
  const [subscription] = (await shop.app.context.sellerStripe(account).subscriptions.list({ limit: 1 })).data;
  await postToDashboard(shop, `subscriptions/${subscription?.id}`, { act: 'fail' });
  const access = async () => listAccess((await shop.seller.rpc('get-order', { orderId: order.id })).body);
  const periodEnd = new Date(order.subscription?.periodEnd ?? '').getTime();
  const moveTo = (time: number) => advanceBusinessClock(shop.app, time - shop.app.context.now().getTime());
  await moveTo(periodEnd + 2 * HOUR_MS);
  expect((await shop.seller.rpc('get-order', { orderId: order.id })).body.subscription?.state).toBe('overdue');
  await moveTo(periodEnd + 7 * DAY_MS - HOUR_MS);
  expect(await access()).toEqual({ file: 'active' });
  await moveTo(periodEnd + 7 * DAY_MS + HOUR_MS);
  expect(await access()).toEqual({ file: 'paused: payment_overdue' });
  await postToDashboard(shop, `subscriptions/${subscription?.id}`, { act: 'succeed' });
  await moveTo(periodEnd + 10 * DAY_MS);
  expect(await access()).toEqual({ file: 'active' });
  expect(await listBrokenInvariants(shop.app)).not.toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/^entitlement/) as string }),
  );
});

test('ends access while subscribed with the paid period, and keeps what is forever', async () => {
  const inputs = [
    { settings: withValidity(GENERATED_KEYS, 'subscription'), name: 'license' },
    { settings: FILE, name: 'guide' },
    { settings: withValidity(FILE, 'days', 10), name: 'sample' },
  ];
  const shop = await openShop(inputs, SUBSCRIPTION);
  const order = await buy(shop);
  const subscriptionId = order.subscription?.id ?? '';
  await shop.seller.rpc('cancel-buyer-subscription', { subscriptionId, now: true });
  await shop.app.waitUntilIdle();
  expect(listAccess(await findNewestOrder(shop.seller))).toEqual({
    license: 'active',
    guide: 'active',
    sample: 'active',
  });
  const periodEnd = new Date(order.subscription?.periodEnd ?? '');
  const [license] = (await listEntitlementRows(shop.app)).flatMap(({ licenses }) => licenses);
  expect(license?.expiresAt).toEqual(periodEnd);
  await advanceBusinessClock(shop.app, 11 * DAY_MS);
  expect(listAccess(await findNewestOrder(shop.seller))).toMatchObject({ license: 'active', sample: 'ended: expired' });
  await advanceBusinessClock(shop.app, periodEnd.getTime() - shop.app.context.now().getTime());
  expect(listAccess(await findNewestOrder(shop.seller))).toEqual({
    license: 'ended: subscription_ended',
    guide: 'active',
    sample: 'ended: expired',
  });
});

test('keeps access after the last payment of a payment plan', async () => {
  const paymentTerms = { ...createPaymentTerms(), installments: 2 };
  const settings = withValidity(FILE, 'subscription');
  const shop = await openShop([{ settings }], { paymentType: 'payment-plan', price: '105', paymentTerms });
  await buy(shop);
  for (const hours of [1, 32 * 24, 1, 40 * 24]) await advanceBusinessClock(shop.app, hours * HOUR_MS);
  const order = await findNewestOrder(shop.seller);
  expect(order.paymentPlan?.state).toBe('complete');
  expect(listAccess(order)).toEqual({ file: 'active' });
});

test('changes nothing when entitlements are computed again', async () => {
  const shop = await openShop([{ settings: FILE }, { settings: GENERATED_KEYS }]);
  await buy(shop);
  const { context } = shop.app;
  const load = async () => [
    await listEntitlementRows(shop.app),
    await listEntitlementEvents(shop),
    (await findNewestOrder(shop.seller)).events,
  ];
  const before = await load();
  const [row] = await context.db.select().from(entitlements);
  await context.db.transaction((tx) => recomputeEntitlements(context, tx, [row?.attemptId ?? '']));
  expect(await load()).toEqual(before);
});

test('gives access without a key if the list has none left, tells the seller, and assigns a key that is added', async () => {
  const shop = await openShop([{ settings: KEY_LIST, keys: ['LAST-KEY-00001'] }]);
  const { app, seller } = shop;
  const [deliverableId = ''] = shop.deliverableIds;
  const { url } = (await app.rpc('create-checkout-session', { slug: 'guide' })).body;
  await app.context.db.delete(licenses);
  await app.payAtStripe(url);
  const countMails = async () =>
    (await app.context.db.select().from(outbox).where(eq(outbox.kind, 'license_keys_missing'))).length;
  expect(listAccess(await findNewestOrder(seller))).toEqual({ keys: 'active' });
  expect(await listEntitlementRows(app)).toMatchObject([{ missingKeys: 1, licenses: [] }]);
  expect(await countMails()).toBe(1);
  await advanceBusinessClock(app, HOUR_MS);
  expect(await countMails()).toBe(1);
  await seller.rpc('import-license-keys', { deliverableId, keys: ['NEW-KEY-00002'] });
  await app.waitUntilIdle();
  expect(await listEntitlementRows(app)).toMatchObject([
    { missingKeys: 0, recheckAt: null, licenses: [{ ending: '00002', state: 'active' }] },
  ]);
});

test('applies changed settings of a deliverable to buyers who have it', async () => {
  const shop = await openShop([{ settings: FILE }]);
  await buy(shop);
  const [deliverableId = ''] = shop.deliverableIds;
  const change = async (settings: typeof FILE) => {
    expect((await shop.seller.rpc('update-deliverable', { deliverableId, settings })).status).toBe(200);
    await shop.app.waitUntilIdle();
  };
  await change(withValidity(FILE, 'days', 10));
  expect((await listEntitlementRows(shop.app))[0]?.endsAt).not.toBeNull();
  await advanceBusinessClock(shop.app, 11 * DAY_MS);
  expect(listAccess(await findNewestOrder(shop.seller))).toEqual({ file: 'ended: expired' });
  await change(FILE);
  expect(listAccess(await findNewestOrder(shop.seller))).toEqual({ file: 'active' });
});

test('applies the settings of an imported page file to buyers who have the deliverable', async () => {
  const shop = await openShop([{ settings: FILE }]);
  const { app, seller, pageId } = shop;
  await buy(shop);
  const file = (await seller.rpc('export-page', { pageId })).body;
  const changed = file.deliverables.map((one) => ({ ...one, settings: withValidity(FILE, 'days', 10) }));
  expect((await seller.rpc('import-page', { file: { ...file, deliverables: changed }, pageId })).status).toBe(200);
  await app.waitUntilIdle();
  expect((await listEntitlementRows(app))[0]?.endsAt).not.toBeNull();
});

test('takes the oldest key of the list, each for one order', async () => {
  const shop = await openShop([{ settings: KEY_LIST, keys: ['KEY-AAAA1', 'KEY-AAAA2'] }]);
  for (const _ of [1, 2]) await buyPage(shop.app, 'guide');
  const endings = (await listEntitlementRows(shop.app)).flatMap(({ licenses }) => licenses.map(({ ending }) => ending));
  expect(endings).toEqual(['AAAA1', 'AAAA2']);
});
