import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { deliverables, entitlements } from '#server/db/schema-delivery.ts';
import { signInBuyer } from '#server/testing/buyer-helpers.ts';
import { buyDeliveringPage, createDeliveringPage } from '#server/testing/delivered-purchases.ts';

async function buy() {
  const page = await createDeliveringPage();
  const bought = await buyDeliveringPage(page, { email: 'jane@example.com' });
  const buyers = page.services.buyerPortal;
  const { db } = page.app.context;
  const [link] = await db
    .select({ id: entitlements.id })
    .from(entitlements)
    .innerJoin(deliverables, eq(deliverables.id, entitlements.deliverableId))
    .where(eq(deliverables.kind, 'link'));
  return { ...page, ...bought, buyers, linkPath: `/purchases/l/${link?.id}` };
}

test('a buyer finds what they have among their purchases and in their data', async () => {
  const sold = await buy();
  const { buyer } = await signInBuyer(sold, 'jane@example.com');
  const { sellers } = await buyer.listPurchases(1);
  const delivered = sellers[0]?.purchases[0]?.delivered ?? [];
  expect(delivered.map(({ name }) => name)).toEqual(['Kiln forum', 'Glaze calculator', 'Before you start']);
  expect(delivered[0]?.content).toEqual({ kind: 'link', url: sold.linkPath });
  const data = await buyer.exportData();
  expect(data).toHaveProperty('text', expect.stringMatching(/"delivered"[^]*GLAZE-[^]*Wedge some clay/) as string);
});

test('opens what a buyer has with their session only', async () => {
  const sold = await buy();
  const { app, linkPath } = sold;
  await buyDeliveringPage(sold, { email: 'kim@example.com' });
  const [jane, kim] = [await signInBuyer(sold, 'jane@example.com'), await signInBuyer(sold, 'kim@example.com')];
  const open = async (cookie: string) => (await app.request(linkPath, { headers: { cookie } })).status;
  expect(await open(jane.cookies)).toBe(303);
  expect(await open(kim.cookies)).toBe(404);
  expect(await open('')).toBe(404);
  await sold.buyers.signOut(jane.cookies);
  expect(await open(jane.cookies)).toBe(404);
});
