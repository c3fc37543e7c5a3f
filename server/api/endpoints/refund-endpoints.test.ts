import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createAddedFields } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { webhookEvents } from '#server/db/schema-webhooks.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { buyWithBumps } from '#server/testing/buy-with-bumps.ts';
import { listBrokenInvariants } from '#server/testing/dropped-events.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { parseEvent } from '#server/testing/webhook-event-validator.ts';

type RefundLines = { key: string; quantity: number | null; amount: number }[];
type RefundBody = { id: string; orderId: string; amount: number; lineItems: RefundLines };

const byKey = (lines: RefundLines = []) => lines.toSorted((one, other) => (one.key < other.key ? 1 : -1));

/** A paid order of three seats for $20 each and a workbook for $19. */
async function createOrderOfSeats() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const quantity = { ...createAddedFields().quantity, enabled: true, maximum: 10 };
  await seller.publishPage({ price: '20', quantity, ...withBumps(createBump('workbook', '19')) }, 'seats');
  await buyWithBumps(app, 'seats', { quantity: '3', bumps: ['workbook'] });
  const { send } = await createApiClient(app, seller);
  const orderId = (await seller.rpc('list-orders', {})).body.orders[0]?.id ?? '';
  return {
    app,
    send,
    orderId,
    refund: (body: object) => send<RefundBody>('POST', `/orders/${orderId}/refunds`, { body }),
  };
}

test('refunds units and amounts of line items, and names them in the refund, its events, and the order', async () => {
  const { app, send, orderId, refund } = await createOrderOfSeats();
  const lineItems = [
    { key: 'main', quantity: 2 },
    { key: 'bump:workbook', amount: 500 },
  ];
  const { status, body: created } = await refund({ lineItems });
  expect([status, created]).toMatchObject([201, { orderId, amount: 4500 }]);
  const expectedLines = [
    { key: 'main', quantity: 2, amount: 4000 },
    { key: 'bump:workbook', quantity: null, amount: 500 },
  ];
  expect(byKey(created.lineItems)).toEqual(expectedLines);
  await app.waitUntilIdle();
  const rows = await app.context.db.select().from(webhookEvents).orderBy(asc(webhookEvents.position));
  const events = rows.map(({ body }) => parseEvent(body)).filter(({ data }) => data.refund);
  expect(events.map(({ type, data }) => [type, byKey(data.refund?.lineItems)])).toEqual([
    ['refund.requested', expectedLines],
    ['refund.completed', expectedLines],
  ]);
  const orderLines = [
    { key: 'main', total: 6000, refunded: 4000, refundedQuantity: 2 },
    { key: 'bump:workbook', total: 1900, refunded: 500, refundedQuantity: 0 },
  ];
  expect(events.at(-1)?.data.order).toMatchObject({ amounts: { refunded: 4500 }, lineItems: orderLines });
  expect((await send('GET', `/orders/${orderId}`)).body).toMatchObject({ lineItems: orderLines });
  const rest = await refund({ lineItems: [{ key: 'main' }, { key: 'bump:workbook' }] });
  expect(byKey(rest.body.lineItems)).toMatchObject([{ quantity: 1, amount: 2000 }, { amount: 1400 }]);
  await app.waitUntilIdle();
  expect((await send('GET', `/orders/${orderId}`)).body).toMatchObject({ state: 'refunded' });
  expect(await listBrokenInvariants(app)).toEqual([]);
});

test('refuses line items that the payment does not have, twice, beside an amount, and above what is left', async () => {
  const { send, orderId, refund } = await createOrderOfSeats();
  for (const body of [
    { lineItems: [{ key: 'bump:other' }] },
    { lineItems: [{ key: 'main' }, { key: 'main' }] },
    { lineItems: [{ key: 'main', quantity: 1, amount: 100 }] },
    { lineItems: [{ key: 'main' }], amount: 100 },
    { lineItems: [] },
  ])
    expect([body, await refund(body)]).toMatchObject([
      body,
      { status: 400, body: { error: { code: 'invalid_request', param: 'lineItems' } } },
    ]);
  for (const line of [{ quantity: 4 }, { amount: 6001 }])
    expect(await refund({ lineItems: [{ key: 'main', ...line }] })).toMatchObject({
      status: 422,
      body: { error: { code: 'refund_exceeds_payment' } },
    });
  expect((await send('GET', `/orders/${orderId}`)).body).toMatchObject({ amounts: { refunded: 0 } });
});
