import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { DAY_MS } from '#domain/time-units.ts';
import { slugs } from '#server/db/schema-pages.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { createTestApp, sellableConfig, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

const publishAs = (seller: TestSeller, slug: string, change = {}, pageId?: string) =>
  seller.rpc('save-checkout-page', { config: sellableConfig(change), slug, ...(pageId ? { pageId } : {}) });

/** Sets the release date of a slug to the given number of days ago. */
const setReleasedDaysAgo = async ({ context }: TestApp, slug: string, days: number) =>
  context.db
    .update(slugs)
    .set({ releasedAt: new Date(context.now().getTime() - days * DAY_MS) })
    .where(eq(slugs.slug, slug));

test('removes characters from a typed slug that no slug may have', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  await seller.givePlan();
  for (const [input, expectedSlug] of [
    ['My Course!', 'mycourse'],
    ['--edge-hyphens--', 'edge-hyphens'],
    ['Ünïcode-42', 'ncode-42'],
  ] as const) {
    const { status, body } = await publishAs(seller, input);
    expect([status, body.slug]).toEqual([200, expectedSlug]);
  }
});

test('derives the slug from the product name when none is typed, and keeps it', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { slug, pageId } = await seller.publishPage({ productName: 'Throwing Taller: the Course' });
  expect(slug).toBe('throwing-taller-the-course');
  const republished = await publishAs(seller, '', { productName: 'Another name' }, pageId);
  expect(republished.body).toMatchObject({ slug, pageId, version: 2 });
});

test('picks a random slug for a name without letters and adds a random suffix to a reserved or taken one', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  expect((await seller.publishPage({ productName: '陶芸' })).slug).toMatch(/^[a-z0-9]{8}$/);
  expect((await seller.publishPage({ productName: 'Pricing' })).slug).toMatch(/^pricing-[a-z0-9]{4}$/);
  expect((await seller.publishPage({ productName: 'Taller' })).slug).toBe('taller');
  expect((await seller.publishPage({ productName: 'Taller' })).slug).toMatch(/^taller-[a-z0-9]{4}$/);
});

test('refuses a reserved slug with an error at its field', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  await seller.givePlan();
  const answer = await publishAs(seller, 'Admin');
  expect(answer).toMatchObject({
    status: 422,
    body: { error: { code: 'page_invalid', problems: [{ field: 'customSlug' }] } },
  });
});

test('refuses a slug of another seller and stores nothing of the refused page', async () => {
  const app = await createTestApp();
  const [first, second] = [await app.signUpSeller(), await app.signUpSeller()];
  await first.publishPage({}, 'taller');
  await second.onboard();
  await second.givePlan();
  expect(await publishAs(second, 'taller')).toMatchObject({
    status: 409,
    body: { error: { code: 'slug_taken', problems: [{ field: 'customSlug' }] } },
  });
  expect((await second.rpc('list-pages', {})).body.pages).toEqual([]);
});

test('gives a slug to exactly one of several sellers who publish it at once', async () => {
  const app = await createTestApp();
  const sellers = [await app.signUpSeller(), await app.signUpSeller(), await app.signUpSeller()];
  for (const seller of sellers) await seller.onboard();
  for (const seller of sellers) await seller.givePlan();
  for (const slug of ['one', 'two', 'three']) {
    const answers = await Promise.all(sellers.map((seller) => publishAs(seller, slug)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  }
});

test('redirects a released slug, lets its seller take it back, and keeps it from other sellers for 90 days', async () => {
  const app = await createTestApp();
  const [owner, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const { pageId } = await owner.publishPage({}, 'first-address');
  await otherSeller.onboard();
  await otherSeller.givePlan();
  await publishAs(owner, 'second-address', {}, pageId);
  const { findPage } = createPublicServices(app.context);
  expect(await findPage('first-address')).toEqual({ kind: 'moved', slug: 'second-address' });
  expect((await publishAs(otherSeller, 'first-address')).status).toBe(409);
  await setReleasedDaysAgo(app, 'first-address', 89);
  expect((await publishAs(otherSeller, 'first-address')).status).toBe(409);

  expect((await publishAs(owner, 'first-address', {}, pageId)).status).toBe(200);
  expect(await findPage('second-address')).toEqual({ kind: 'moved', slug: 'first-address' });
  await setReleasedDaysAgo(app, 'second-address', 91);
  expect((await publishAs(otherSeller, 'second-address')).status).toBe(200);
  expect(await findPage('second-address')).toMatchObject({ kind: 'page', page: { version: 1 } });
});

test('lets a seller reuse at once a slug that another page of theirs released', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ productName: 'First' }, 'first-address');
  await publishAs(seller, 'second-address', {}, pageId);
  const second = await publishAs(seller, 'first-address', { productName: 'Second' });
  expect(second).toMatchObject({ status: 200, body: { version: 1 } });
  expect(second.body.pageId).not.toBe(pageId);
});
