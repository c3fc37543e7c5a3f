import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { slugs } from '#server/db/schema-pages.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, sellableConfig, type TestSeller, type TestShop } from '#server/testing.ts';

const DAY_MS = 86_400_000;

const publishAs = (seller: TestSeller, slug: string, change = {}, pageId?: string) =>
  seller.call('save-checkout-page', { config: sellableConfig(change), slug, ...(pageId ? { pageId } : {}) });

/** Sets the release date of a slug to the given number of days ago. */
const releasedBefore = async ({ context }: TestShop, slug: string, days: number) =>
  context.db
    .update(slugs)
    .set({ releasedAt: new Date(context.now().getTime() - days * DAY_MS) })
    .where(eq(slugs.slug, slug));

test('removes characters from a typed slug that no slug may have', async () => {
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

test('derives the slug from the product name when none is typed, and keeps it', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { slug, pageId } = await seller.publish({ productName: 'Throwing Taller: the Course' });
  expect(slug).toBe('throwing-taller-the-course');
  const again = await publishAs(seller, '', { productName: 'Another name' }, pageId);
  expect(again.body).toMatchObject({ slug, pageId, version: 2 });
});

test('picks a random slug for a name without letters and adds a random suffix to a reserved or taken one', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  expect((await seller.publish({ productName: '陶芸' })).slug).toMatch(/^[a-z0-9]{8}$/);
  expect((await seller.publish({ productName: 'Pricing' })).slug).toMatch(/^pricing-[a-z0-9]{4}$/);
  expect((await seller.publish({ productName: 'Taller' })).slug).toBe('taller');
  expect((await seller.publish({ productName: 'Taller' })).slug).toMatch(/^taller-[a-z0-9]{4}$/);
});

test('refuses a reserved slug with an error at its field', async () => {
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

test('refuses a slug of another seller and stores nothing of the refused page', async () => {
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

test('gives a slug to exactly one of several sellers who publish it at once', async () => {
  const shop = await openShop();
  const sellers = [await shop.seller(), await shop.seller(), await shop.seller()];
  for (const seller of sellers) await seller.onboard();
  for (const seller of sellers) await seller.takePlan();
  for (const slug of ['one', 'two', 'three']) {
    const answers = await Promise.all(sellers.map((seller) => publishAs(seller, slug)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  }
});

test('redirects a released slug, lets its seller take it back, and keeps it from other sellers for 90 days', async () => {
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

test('lets a seller reuse at once a slug that another page of theirs released', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ productName: 'First' }, 'first-address');
  await publishAs(seller, 'second-address', {}, pageId);
  const second = await publishAs(seller, 'first-address', { productName: 'Second' });
  expect(second).toMatchObject({ status: 200, body: { version: 1 } });
  expect(second.body.pageId).not.toBe(pageId);
});
