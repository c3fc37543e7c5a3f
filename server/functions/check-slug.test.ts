import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { slugs } from '#server/db/schema-pages.ts';
import { openProgram } from '#server/testing-api.ts';
import { openShop, sellableConfig } from '#server/testing.ts';

const TAKEN = 'This address is already taken';

test('returns the slug as it would be saved, with the reason why it is not available', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  await other.publish({}, 'theirs');
  const { pageId } = await seller.publish({}, 'mine');
  await seller.publish({}, 'my-other');
  const ask = async (slug: string) => (await seller.call('check-slug', { slug, pageId })).body;
  const answers = {
    ' -Free Address!-': { slug: 'freeaddress', problem: null },
    theirs: { slug: 'theirs', problem: TAKEN },
    'my-other': { slug: 'my-other', problem: TAKEN },
    mine: { slug: 'mine', problem: null },
    admin: { slug: 'admin', problem: '“admin” is kept for the shop itself. Choose another address' },
    ['x'.repeat(61)]: {
      slug: 'x'.repeat(61),
      problem: 'The custom slug can have at most 60 characters; this one has 61',
    },
    '': { slug: 'mine', problem: null },
    陶芸: { slug: 'mine', problem: null },
  };
  for (const [typed, { slug, problem }] of Object.entries(answers)) {
    const url = `http://localhost:3000/c/${slug}`;
    expect(await ask(typed)).toEqual({ slug, url, problem, available: problem === null });
  }
});

test('suggests a slug from the product name for a new page, and none where it would be random', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  await other.publish({}, 'theirs');
  const answers = { 'Spring Sale': 'spring-sale', Theirs: '', Pricing: '', 陶芸: '' };
  for (const [productName, slug] of Object.entries(answers)) {
    const { body } = await seller.call('save-draft', { config: sellableConfig({ productName }) });
    const answer = await seller.call('check-slug', { slug: '', pageId: body.pageId });
    expect(answer.body).toMatchObject({ slug, available: true, problem: null });
  }
  expect((await seller.call('check-slug', { slug: '' })).body).toMatchObject({ slug: '', available: true });
});

test('keeps a released slug from other sellers for 90 days but not from its own seller', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  const { pageId } = await seller.publish({}, 'released');
  await seller.call('save-checkout-page', { config: sellableConfig(), slug: 'current', pageId });
  const problems = async () =>
    Promise.all(
      [seller, other].map(async ({ call }) => (await call('check-slug', { slug: 'released' })).body.problem),
    );
  expect(await problems()).toEqual([null, TAKEN]);
  const releasedAt = new Date(shop.context.now().getTime() - 91 * 86_400_000);
  await shop.context.db.update(slugs).set({ releasedAt }).where(eq(slugs.slug, 'released'));
  expect(await problems()).toEqual([null, null]);
});

test('publishes slugs that it reports as available and refuses the others', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  await other.publish({}, 'theirs');
  const { pageId } = await seller.publish({}, 'mine');
  for (const slug of ['mine', 'theirs', 'fresh', 'pricing', 'x'.repeat(60), 'y'.repeat(61)]) {
    const { body } = await seller.call('check-slug', { slug, pageId });
    const { status } = await seller.call('save-checkout-page', { config: sellableConfig(), slug, pageId });
    expect([slug, status === 200]).toEqual([slug, body.available]);
  }
});

test('refuses a slug of more than 60 characters with the same error in RPC and API, and publishes nothing', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'mine');
  const slug = 'Throwing-Taller-'.repeat(5);
  const message = 'The custom slug can have at most 60 characters; this one has 79';
  const answer = await seller.call('save-checkout-page', { config: sellableConfig(), slug, pageId });
  expect(answer).toMatchObject({
    status: 422,
    body: { error: { code: 'page_invalid', message, problems: [{ field: 'customSlug', message }] } },
  });
  const program = await openProgram(shop, seller);
  const refused = await program.ask('POST', `/pages/${pageId}/publish`, { body: { slug } });
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'page_invalid', message } } });
  expect((await seller.call('list-pages', {})).body.pages).toMatchObject([{ slug: 'mine' }]);
  expect((await seller.call('get-page', { pageId })).body).toMatchObject({ version: 1 });
});
