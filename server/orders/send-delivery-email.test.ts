import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { Email } from '#domain/email.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { toMail } from '#server/email/queries/outbox.ts';
import { suppressAddress } from '#server/email/queries/suppressed-addresses.ts';
import { buyDeliveringPage, createDeliveringPage, type DeliveringPage } from '#server/testing/delivered-purchases.ts';

const HOUR_MS = 3_600_000;

async function buy(options: Parameters<typeof createDeliveringPage>[1] = {}) {
  const page = await createDeliveringPage({}, options);
  const bought = await buyDeliveringPage(page);
  const [order] = (await page.seller.rpc('list-orders', {})).body.orders;
  return { ...page, ...bought, orderId: order?.id ?? '' };
}

const findLink = (mail: Email): string | undefined => {
  if (mail.kind === 'receipt') return mail.delivery?.link;
  return mail.kind === 'delivery' ? mail.link : undefined;
};

async function listMails({ app: { context } }: Pick<DeliveringPage, 'app'>, kind: 'delivery' | 'receipt') {
  const rows = await context.db.select().from(outbox).where(eq(outbox.kind, kind)).orderBy(outbox.createdAt);
  return rows.map((row) => {
    const mail = toMail(row, context.secrets.unseal);
    return { to: row.recipient, mail, link: findLink(mail) };
  });
}

test('sends the buyer another link, three times an hour and ten times in all', async () => {
  const sold = await buy({ env: { RATE_LIMITS: 'live' }, freezeClock: true });
  const { app, services, attemptId } = sold;
  const send = async () => (await services.sendDelivery(attemptId, '203.0.113.7'))?.status ?? 200;
  const statuses: number[] = [];
  for (let hour = 0; hour < 4; hour++) {
    for (let request = 0; request < 4; request++) statuses.push(await send());
    app.advance(HOUR_MS);
  }
  const [full, last] = [
    [200, 200, 200, 429],
    [200, 429, 429, 429],
  ];
  expect(statuses).toEqual([...full, ...full, ...full, ...last]);
  const mails = await listMails(sold, 'delivery');
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(['jane@example.com']));
  expect(new Set(mails.map(({ link }) => link)).size).toBe(10);
  expect(mails[0]?.mail).toMatchObject({
    number: 1,
    productName: 'Throwing Taller',
    items: [{ name: 'Kiln forum' }, {}, {}],
  });
});

test('refuses an address that asks for many orders', async () => {
  const { services } = await buy({ env: { RATE_LIMITS: 'live' }, freezeClock: true });
  const statuses: number[] = [];
  for (let request = 0; request < 21; request++)
    statuses.push((await services.sendDelivery(crypto.randomUUID(), '203.0.113.7'))?.status ?? 200);
  expect(statuses).toEqual([...Array<number>(20).fill(404), 429]);
});

test('sends nothing for unknown orders and for orders that deliver nothing', async () => {
  const sold = await buy();
  const { seller, services } = sold;
  expect(await services.sendDelivery(crypto.randomUUID(), 'unknown')).toMatchObject({ status: 404 });
  await seller.publishPage({ productName: 'Only a thank you' }, 'plain');
  const plain = await buyDeliveringPage({ ...sold, slug: 'plain' });
  expect(await services.sendDelivery(plain.attemptId, 'unknown')).toMatchObject({
    status: 409,
    error: { code: 'nothing_delivered' },
  });
  expect(await listMails(sold, 'delivery')).toEqual([]);
});

test('a seller sends it again, and learns that the address bounces', async () => {
  const sold = await buy();
  const { app, seller, orderId } = sold;
  const sent = await seller.rpc('send-delivery-email', { orderId });
  expect(sent.status).toBe(200);
  expect(sent.body.order.mails.map(({ kind }) => kind)).toContain('delivery');
  expect(await listMails(sold, 'delivery')).toHaveLength(1);
  const { db, realNow } = app.context;
  await suppressAddress(db, { address: 'jane@example.com', reason: 'bounce', now: realNow() });
  expect((await seller.rpc('send-delivery-email', { orderId })).body.error?.code).toBe('receipt_bounced');
  const other = await app.signUpSeller();
  expect((await other.rpc('send-delivery-email', { orderId })).status).toBe(404);
});

test('a receipt that is sent again contains a new link', async () => {
  const sold = await buy();
  await sold.seller.rpc('resend-receipt', { orderId: sold.orderId });
  const links = (await listMails(sold, 'receipt')).map(({ link }) => link);
  expect(links).toHaveLength(2);
  expect(new Set(links).size).toBe(2);
  for (const link of links) {
    const token = new URL(link ?? '').pathname.split('/').at(-1) ?? '';
    expect(await sold.services.findAccessLink(token)).toMatchObject({ kind: 'open' });
  }
});
