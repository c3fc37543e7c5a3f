import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { suppressAddress } from '#server/email/queries/suppressed-addresses.ts';
import { createSoldOrder, type SoldOrder } from '#server/testing/sold-orders.ts';

const listReceipts = ({ app }: SoldOrder) => app.context.db.select().from(outbox).where(eq(outbox.kind, 'receipt'));
const resendReceipt = ({ seller, orderId }: SoldOrder) => seller.rpc('resend-receipt', { orderId });

test('emails the same receipt again and records who requested it', async () => {
  const soldOrder = await createSoldOrder();
  expect(await resendReceipt(soldOrder)).toEqual({ status: 200, body: { to: 'buyer@example.com' } });
  const [first, second, ...more] = await listReceipts(soldOrder);
  expect(more).toEqual([]);
  expect(second?.props).toEqual(first?.props);
  expect([first?.recipient, second?.recipient]).toEqual(['buyer@example.com', 'buyer@example.com']);
  const { events, receipt } = await soldOrder.detail();
  expect(events.filter(({ kind }) => kind === 'receipt_queued')).toMatchObject([{ facts: { by: 'seller' } }]);
  expect(receipt.state).not.toBe('none');
});

test('sends a receipt at most three times an hour', async () => {
  const soldOrder = await createSoldOrder({}, { env: { RATE_LIMITS: 'live' }, freezeClock: true });
  const answers = [
    await resendReceipt(soldOrder),
    await resendReceipt(soldOrder),
    await resendReceipt(soldOrder),
    await resendReceipt(soldOrder),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  soldOrder.app.advance(3_600_000);
  expect((await resendReceipt(soldOrder)).status).not.toBe(429);
});

test('explains a missing email address, an unpaid order and a suppressed address', async () => {
  const soldOrder = await createSoldOrder();
  const { db, realNow } = soldOrder.app.context;
  await suppressAddress(db, { address: 'Buyer@Example.com', reason: 'bounce', now: realNow() });
  expect(await resendReceipt(soldOrder)).toMatchObject({
    status: 409,
    body: { error: { code: 'receipt_bounced' } },
  });
  await db.update(orders).set({ email: null });
  expect(await resendReceipt(soldOrder)).toMatchObject({
    status: 409,
    body: { error: { code: 'receipt_not_possible' } },
  });
  await db.update(orders).set({ paidAt: null });
  expect(await resendReceipt(soldOrder)).toMatchObject({
    status: 409,
    body: {
      error: { code: 'receipt_not_possible', message: expect.stringContaining('Nothing was paid') as string },
    },
  });
  expect(await listReceipts(soldOrder)).toHaveLength(1);
});
