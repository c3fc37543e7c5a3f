import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { entitlements, fileVersions } from '#server/db/schema-delivery.ts';
import { emailOptOuts, orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { pages } from '#server/db/schema-pages.ts';
import { createContent, createSoldFile, grantAccess, uploadFile } from '#server/testing/file-delivery.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { insertOrders, moveClock } from '#server/testing/sold-orders.ts';

test('emails each buyer who has access about a new version, at most once a week for each page', async () => {
  const sold = await createSoldFile();
  const { app, seller, deliverableId, pageId, orderId } = sold;
  const { db } = app.context;
  const [again = '', mia = '', ended = ''] = await insertOrders(sold, [
    { email: 'BUYER@example.com', createdAt: app.context.now() },
    { email: 'mia@example.com' },
    { email: 'ended@example.com' },
  ]);
  for (const id of [again, mia]) await grantAccess(app, id, deliverableId);
  await grantAccess(app, ended, deliverableId, { state: 'ended' });
  const announce = async () => (await seller.rpc('announce-file-version', { deliverableId })).body;
  const update = (bytes: number) => uploadFile(app, seller, { pageId, content: createContent(bytes), deliverableId });
  const mails = () => db.select().from(outbox).where(eq(outbox.kind, 'file_updated')).orderBy(outbox.recipient);

  await update(2000);
  expect(await announce()).toEqual({ emails: 2 });
  const [order] = await db.select().from(orders).where(eq(orders.id, again));
  expect(await mails()).toMatchObject([
    {
      recipient: 'BUYER@example.com',
      attemptId: order?.attemptId,
      props: { file: 'Guide.bin', optOut: expect.stringContaining('/g/emails/') as string },
    },
    { recipient: 'mia@example.com', props: { productName: 'Throwing Taller', seller: { page: '/c/taller' } } },
  ]);
  await update(3000);
  expect((await announce()).error?.code).toBe('announced_recently');
  const second = await uploadFile(app, seller, { pageId, content: createContent(9), fileName: 'Second.bin' });
  await grantAccess(app, orderId, second.id);
  const ofSecond = await seller.rpc('announce-file-version', { deliverableId: second.id });
  expect(ofSecond.body.error?.code).toBe('announced_recently');

  await moveClock(app, 7 * 24);
  expect(await announce()).toEqual({ emails: 2 });
  await moveClock(app, 7 * 24);
  // The same version is not announced twice, also to a buyer who has bought again meanwhile.
  const [later = ''] = await insertOrders(sold, [{ email: 'buyer@example.com', createdAt: app.context.now() }]);
  await grantAccess(app, later, deliverableId);
  expect(await announce()).toEqual({ emails: 0 });
  expect(await mails()).toHaveLength(4);

  await db.update(pages).set({ suspendedAt: app.context.now() });
  expect((await announce()).error).toMatchObject({ message: 'Downloads from this page are paused.' });
  await db.update(pages).set({ suspendedAt: null });

  await db.update(fileVersions).set({ scan: 'refused' });
  expect((await announce()).error?.code).toBe('delivery_not_ready');
  await db.delete(entitlements);
  const stranger = await app.signUpSeller();
  expect((await stranger.rpc('announce-file-version', { deliverableId })).status).toBe(404);
});

test('emails no buyer who declined such emails from this seller', async () => {
  const sold = await createSoldFile();
  const { app, seller, deliverableId, orderId } = sold;
  const { db, mode } = app.context;
  const [mia = ''] = await insertOrders(sold, [{ email: 'mia@example.com' }]);
  await grantAccess(app, mia, deliverableId);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const other = await app.signUpSeller();
  await db.insert(emailOptOuts).values([
    { mode, sellerId: order?.sellerId ?? '', email: order?.email?.toLowerCase() ?? '', createdAt: app.context.now() },
    { mode, sellerId: await sellerIdOf(app, other), email: 'mia@example.com', createdAt: app.context.now() },
  ]);
  expect((await seller.rpc('announce-file-version', { deliverableId })).body).toEqual({ emails: 1 });
});
