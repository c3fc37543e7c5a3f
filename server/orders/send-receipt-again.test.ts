import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { orders } from '#server/db/schema-money.ts';
import { suppressAddress } from '#server/db/suppressed-addresses.ts';
import { openSold, type Sold } from '#server/testing-orders.ts';

const receipts = ({ shop }: Sold) => shop.context.db.select().from(outbox).where(eq(outbox.kind, 'receipt'));
const again = ({ seller, orderId }: Sold) => seller.call('resend-receipt', { orderId });

test('emails the same receipt again and records who requested it', async () => {
  const sold = await openSold();
  expect(await again(sold)).toEqual({ status: 200, body: { to: 'buyer@example.com' } });
  const [first, second, ...more] = await receipts(sold);
  expect(more).toEqual([]);
  expect(second?.props).toEqual(first?.props);
  expect([first?.recipient, second?.recipient]).toEqual(['buyer@example.com', 'buyer@example.com']);
  const { events, receipt } = await sold.detail();
  expect(events.filter(({ kind }) => kind === 'receipt_queued')).toMatchObject([{ facts: { by: 'seller' } }]);
  expect(receipt.state).not.toBe('none');
});

test('sends a receipt at most three times an hour', async () => {
  const sold = await openSold({}, { env: { RATE_LIMITS: 'live' }, still: true });
  const answers = [await again(sold), await again(sold), await again(sold), await again(sold)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  sold.shop.advance(3_600_000);
  expect((await again(sold)).status).not.toBe(429);
});

test('explains a missing email address, an unpaid order and a suppressed address', async () => {
  const sold = await openSold();
  const { db, realNow } = sold.shop.context;
  await suppressAddress(db, { address: 'Buyer@Example.com', reason: 'bounce', now: realNow() });
  expect(await again(sold)).toMatchObject({ status: 409, body: { error: { code: 'receipt_bounced' } } });
  await db.update(orders).set({ email: null });
  expect(await again(sold)).toMatchObject({ status: 409, body: { error: { code: 'receipt_not_possible' } } });
  await db.update(orders).set({ paidAt: null });
  expect(await again(sold)).toMatchObject({
    status: 409,
    body: {
      error: { code: 'receipt_not_possible', message: expect.stringContaining('Nothing was paid') as string },
    },
  });
  expect(await receipts(sold)).toHaveLength(1);
});
