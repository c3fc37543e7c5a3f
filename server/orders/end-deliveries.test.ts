import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createDeliverableSettings } from '#domain/deliverable.ts';
import {
  deliverables,
  downloads,
  entitlements,
  fileVersions,
  licenses,
  signingSecrets,
} from '#server/db/schema-delivery.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { insertDeliverable, insertDownload, insertEntitlement, insertLicense } from '#server/testing/delivered-rows.ts';
import { advanceDays } from '#server/testing/seller-plans.ts';
import { buyPage, createSoldOrder, moveClock, type SoldOrder } from '#server/testing/sold-orders.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const LINK = {
  ...createDeliverableSettings('link'),
  kind: 'link' as const,
  url: 'https://forum.example/join',
  signed: false,
};

const listDepartureMails = ({ app }: SoldOrder) =>
  app.context.db.select().from(outbox).where(eq(outbox.kind, 'access_ends'));

/** A seller who delivered a file, a private link and a license key to one buyer. */
async function deliverToBuyer() {
  const sold = await createSoldOrder({}, { sandboxTime: () => NOON.getTime() }, { email: 'Buyer@Example.com' });
  const { app, orderId } = sold;
  const file = await insertDeliverable(sold, 'file');
  const link = await insertDeliverable(sold, 'link', { name: 'Forum', settings: LINK });
  const keys = await insertDeliverable(sold, 'keys', { name: 'Pro license' });
  const fileEntitlement = await insertEntitlement(app, orderId, file);
  await insertEntitlement(app, orderId, link);
  await insertLicense(app, keys, await insertEntitlement(app, orderId, keys));
  await insertLicense(app, keys);
  await insertDownload(app, fileEntitlement, NOON);
  return { ...sold, file };
}

test('emails buyers of a deleted seller once, and deletes what was delivered after 30 days', async () => {
  const sold = await deliverToBuyer();
  const { app, seller } = sold;
  const { db } = app.context;
  expect((await seller.rpc('account-fate', {})).body.hasDeliveries).toBe(true);
  await seller.rpc('show-signing-secret', {});
  expect((await seller.rpc('delete-account', { email: seller.email })).status).toBe(200);
  await moveClock(app, 2);
  const [mail, ...others] = await listDepartureMails(sold);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'Buyer@Example.com',
    props: { names: ['Carving guide', 'Forum', 'Pro license'], accessUntil: expect.stringMatching(/^2026-12-21T12/) },
  });
  expect(await db.select().from(fileVersions)).toHaveLength(1);
  expect((await db.select().from(licenses)).map(({ state }) => state)).toEqual(['active']);

  await advanceDays(app, 29);
  expect(await db.select().from(signingSecrets)).toHaveLength(1);
  expect((await db.select().from(entitlements)).map(({ state }) => state)).toEqual(['active', 'active', 'active']);
  await advanceDays(app, 2);
  expect(await listDepartureMails(sold)).toHaveLength(1);
  for (const table of [fileVersions, licenses, downloads, signingSecrets])
    expect(await db.select().from(table)).toEqual([]);
  const left = await db.select().from(entitlements);
  expect(left.map(({ state, decision }) => [state, decision])).toEqual(Array(3).fill(['ended', 'revoked']));
  const contents = await db.select().from(deliverables);
  expect(contents.map(({ settings }) => settings)).toEqual(contents.map(({ kind }) => createDeliverableSettings(kind)));
  expect(contents.map(({ name }) => name).toSorted()).toEqual(['Carving guide', 'Forum', 'Pro license']);
});

test('emails one buyer of several orders once, and nobody whose access has ended', async () => {
  const sold = await createSoldOrder({}, { sandboxTime: () => NOON.getTime() }, { email: 'one@example.com' });
  const { app, seller } = sold;
  const file = await insertDeliverable(sold, 'file');
  await buyPage(app, 'taller', { email: 'ONE@example.com' });
  await buyPage(app, 'taller', { email: 'ended@example.com' });
  const { orders } = (await seller.rpc('list-orders', {})).body;
  for (const { id, email } of orders)
    await insertEntitlement(app, id, file, email === 'ended@example.com' ? { state: 'ended', reason: 'refunded' } : {});
  await seller.rpc('delete-account', { email: seller.email });
  await moveClock(app, 2);
  expect((await listDepartureMails(sold)).map(({ recipient }) => recipient.toLowerCase())).toEqual(['one@example.com']);
});

test('deletes at once what no buyer has access to', async () => {
  const sold = await createSoldOrder({}, { sandboxTime: () => NOON.getTime() });
  const { app, seller, orderId } = sold;
  await insertEntitlement(app, orderId, await insertDeliverable(sold, 'file'), { state: 'ended', reason: 'refunded' });
  await seller.rpc('show-signing-secret', {});
  await seller.rpc('delete-account', { email: seller.email });
  await moveClock(app, 2);
  for (const table of [fileVersions, signingSecrets]) expect(await app.context.db.select().from(table)).toEqual([]);
  expect(await listDepartureMails(sold)).toEqual([]);
});

test('changes nothing for buyers when a page is unpublished, archived or deleted, or the seller has no plan', async () => {
  const { app, seller, detail, file } = await deliverToBuyer();
  const pageId = (await detail()).page.id;
  const before = (await detail()).entitlements;
  expect(before).toHaveLength(3);
  await seller.rpc('unpublish-page', { pageId });
  await seller.rpc('archive-page', { pageId, archived: true });
  await seller.rpc('delete-page', { pageId });
  await app.context.db.update(planSubscriptions).set({ accessUntil: NOON });
  await advanceDays(app, 60);
  expect((await seller.rpc('check-subscription-status', {})).body.access).toBe(false);
  expect((await detail()).entitlements).toEqual(before);
  const versions = await app.context.db.select().from(fileVersions).where(eq(fileVersions.deliverableId, file));
  expect(versions).toHaveLength(1);
});
