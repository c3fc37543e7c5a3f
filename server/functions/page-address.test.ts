import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { slugs } from '#server/db/schema-pages.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, sellableConfig, type TestSeller, type TestShop } from '#server/testing.ts';

const DAY_MS = 86_400_000;

const publishAs = (seller: TestSeller, slug: string, change = {}, pageId?: string) =>
  seller.call('save-checkout-page', { config: sellableConfig(change), slug, ...(pageId ? { pageId } : {}) });

/** As if the address had been released so many days ago. */
const releasedBefore = async ({ context }: TestShop, slug: string, days: number) =>
  context.db
    .update(slugs)
    .set({ releasedAt: new Date(context.now().getTime() - days * DAY_MS) })
    .where(eq(slugs.slug, slug));

test('an address is kept as typed, without what no address may have', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.onboard();
  await seller.takePlan();
  for (const [typed, kept] of [
    ['My Course!', 'mycourse'],
    ['--edge-hyphens--', 'edge-hyphens'],
    ['Ünïcode-42', 'ncode-42'],
  ] as const) {
    const { status, body } = await publishAs(seller, typed);
    expect([status, body.slug]).toEqual([200, kept]);
  }
});

test('without a typed address the product’s name gives one, and keeps it', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { slug, pageId } = await seller.publish({ productName: 'Throwing Taller: the Course' });
  expect(slug).toBe('throwing-taller-the-course');
  const again = await publishAs(seller, '', { productName: 'Another name' }, pageId);
  expect(again.body).toMatchObject({ slug, pageId, version: 2 });
});

test('a name without letters gives a random address, a reserved or taken one a random tail', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  expect((await seller.publish({ productName: '陶芸' })).slug).toMatch(/^[a-z0-9]{8}$/);
  expect((await seller.publish({ productName: 'Pricing' })).slug).toMatch(/^pricing-[a-z0-9]{4}$/);
  expect((await seller.publish({ productName: 'Taller' })).slug).toBe('taller');
  expect((await seller.publish({ productName: 'Taller' })).slug).toMatch(/^taller-[a-z0-9]{4}$/);
});

test('a reserved address is refused as a problem of its field', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.onboard();
  await seller.takePlan();
  const answer = await publishAs(seller, 'Admin');
  expect(answer).toMatchObject({
    status: 422,
    body: { error: { code: 'page_invalid', problems: [{ field: 'customSlug' }] } },
  });
});

test('an address of another seller is taken, and nothing of the refused page is kept', async () => {
  const shop = await openShop();
  const [first, second] = [await shop.seller(), await shop.seller()];
  await first.publish({}, 'taller');
  await second.onboard();
  await second.takePlan();
  expect(await publishAs(second, 'taller')).toMatchObject({
    status: 409,
    body: { error: { code: 'slug_taken', problems: [{ field: 'customSlug' }] } },
  });
  expect((await second.call('list-pages', {})).body.pages).toEqual([]);
});

test('of two sellers who publish one address at once exactly one gets it', async () => {
  const shop = await openShop();
  const sellers = [await shop.seller(), await shop.seller(), await shop.seller()];
  for (const seller of sellers) await seller.onboard();
  for (const seller of sellers) await seller.takePlan();
  for (const slug of ['one', 'two', 'three']) {
    const answers = await Promise.all(sellers.map((seller) => publishAs(seller, slug)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  }
});

test('a released address leads to the new one, may be taken back, and goes to nobody else for 90 days', async () => {
  const shop = await openShop();
  const [owner, other] = [await shop.seller(), await shop.seller()];
  const { pageId } = await owner.publish({}, 'first-address');
  await other.onboard();
  await other.takePlan();
  await publishAs(owner, 'second-address', {}, pageId);
  const { findPage } = publicShop(shop.context);
  expect(await findPage('first-address')).toEqual({ kind: 'moved', slug: 'second-address' });
  expect((await publishAs(other, 'first-address')).status).toBe(409);
  await releasedBefore(shop, 'first-address', 89);
  expect((await publishAs(other, 'first-address')).status).toBe(409);

  expect((await publishAs(owner, 'first-address', {}, pageId)).status).toBe(200);
  expect(await findPage('second-address')).toEqual({ kind: 'moved', slug: 'first-address' });
  await releasedBefore(shop, 'second-address', 91);
  expect((await publishAs(other, 'second-address')).status).toBe(200);
  expect(await findPage('second-address')).toMatchObject({ kind: 'page', page: { version: 1 } });
});

test('an address that a seller’s other page released may be used at once', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ productName: 'First' }, 'first-address');
  await publishAs(seller, 'second-address', {}, pageId);
  const second = await publishAs(seller, 'first-address', { productName: 'Second' });
  expect(second).toMatchObject({ status: 200, body: { version: 1 } });
  expect(second.body.pageId).not.toBe(pageId);
});
