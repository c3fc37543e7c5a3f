import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createDeliverableSettings } from '#domain/deliverable.ts';
import type { DeliveryAnalytics } from '#domain/delivery-analytics.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import { orders } from '#server/db/schema-orders.ts';
import { queueMails } from '#server/email/queries/outbox.ts';
import { insertDeliverable, insertDownload, insertEntitlement, insertLicense } from '#server/testing/delivered-rows.ts';
import { createSoldOrder, insertOrders, type SoldOrder } from '#server/testing/sold-orders.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const PAID_AT = new Date('2026-11-20T09:00:00Z');
const LIST = {
  ...createDeliverableSettings('keys'),
  kind: 'keys' as const,
  source: 'list' as const,
  prefix: '',
  maxActivations: 3,
};

const createSold = () => createSoldOrder({}, { sandboxTime: () => NOON.getTime() });

async function loadDelivery(sold: SoldOrder): Promise<DeliveryAnalytics | null> {
  const pageId = (await sold.detail()).page.id;
  return (await sold.seller.rpc('get-delivery-analytics', { pageId, period: '7d' })).body.delivery;
}

const FILE_UPDATED = {
  kind: 'file_updated' as const,
  seller: { name: 'Vane Ceramics', logo: null, accent: '#b4532a', page: '/c/taller' },
  productName: 'Throwing Taller',
  file: 'Guide.pdf',
};

/** Emails with what an order delivers, sent again at the request of the buyer or the seller. */
async function queueDeliveryMails({ app }: SoldOrder, orderId: string, requestedBy: readonly ('buyer' | 'seller')[]) {
  const { db, mode, now } = app.context;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const attemptId = order?.attemptId ?? '';
  const mails = requestedBy.map((by) => ({
    key: `delivery:${mode}:${attemptId}:${by}:${crypto.randomUUID()}`,
    to: 'bo@example.com',
    mail: FILE_UPDATED,
    attemptId,
    now: now(),
  }));
  await queueMails(db, mails);
}

test('counts how soon the orders of a period were downloaded, and lists those that were not', async () => {
  const sold = await createSold();
  const { app } = sold;
  const file = await insertDeliverable(sold, 'file');
  const minutes = [1, 3, 5, 30 * 60];
  const paid = { paidAt: PAID_AT };
  const fetched = await insertOrders(
    sold,
    minutes.map(() => paid),
  );
  for (const [index, orderId] of fetched.entries()) {
    const entitlementId = await insertEntitlement(app, orderId, file);
    const at = PAID_AT.getTime() + (minutes[index] ?? 0) * MINUTE_MS;
    await insertDownload(app, entitlementId, new Date(at + DAY_MS));
    await insertDownload(app, entitlementId, new Date(at));
  }
  const [waiting = '', refunded = '', earlier = '', pending = ''] = await insertOrders(sold, [
    { ...paid, buyerName: 'Bo', email: 'bo@example.com' },
    paid,
    { paidAt: new Date(NOON.getTime() - 8 * DAY_MS) },
    { ...paid, state: 'pending' },
  ]);
  await queueDeliveryMails(sold, waiting, ['buyer', 'buyer', 'seller']);
  for (const orderId of [waiting, earlier, pending]) await insertEntitlement(app, orderId, file);
  await insertEntitlement(app, refunded, file, { state: 'ended', reason: 'refunded' });
  expect(await loadDelivery(sold)).toEqual({
    orders: 6,
    withFiles: 6,
    fetchedWithinDay: 3,
    unfetched: 1,
    requestedEmails: 2,
    unfetchedOrders: [
      { id: waiting, number: 6, buyerName: 'Bo', email: 'bo@example.com', paidAt: PAID_AT.toISOString() },
    ],
    minutesToDownload: { median: 4, p95: expect.closeTo(1530.75) },
    keysLeft: null,
  });
});

test('counts unused keys of the seller’s lists, and orders without files', async () => {
  const sold = await createSold();
  const { app, orderId } = sold;
  const list = await insertDeliverable(sold, 'keys', { settings: LIST });
  await insertLicense(app, list, await insertEntitlement(app, orderId, list));
  for (let count = 0; count < 3; count++) await insertLicense(app, list);
  expect(await loadDelivery(sold)).toMatchObject({
    orders: 1,
    withFiles: 0,
    unfetched: 0,
    minutesToDownload: null,
    keysLeft: 3,
  });
});

test('has no figures for a page that delivers neither files nor keys', async () => {
  const sold = await createSold();
  await insertEntitlement(sold.app, sold.orderId, await insertDeliverable(sold, 'text'));
  expect(await loadDelivery(sold)).toBeNull();
});
