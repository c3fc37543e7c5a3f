import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { slugs } from '#server/db/schema-pages.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { createTestApp, sellableConfig } from '#server/testing/test-app.ts';

const SLUG_TAKEN_MESSAGE = 'This URL is already taken';

test('returns the slug as it would be saved, with the reason why it is not available', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  await otherSeller.publishPage({}, 'theirs');
  const { pageId } = await seller.publishPage({}, 'mine');
  await seller.publishPage({}, 'my-other');
  const checkSlug = async (slug: string) => (await seller.rpc('check-slug', { slug, pageId })).body;
  const answers = {
    ' -Free Address!-': { slug: 'freeaddress', problem: null },
    theirs: { slug: 'theirs', problem: SLUG_TAKEN_MESSAGE },
    'my-other': { slug: 'my-other', problem: SLUG_TAKEN_MESSAGE },
    mine: { slug: 'mine', problem: null },
    admin: { slug: 'admin', problem: '“admin” is reserved. Choose a different slug.' },
    ['x'.repeat(61)]: {
      slug: 'x'.repeat(61),
      problem: 'The custom slug can’t be longer than 60 characters (now 61)',
    },
    '': { slug: 'mine', problem: null },
    陶芸: { slug: 'mine', problem: null },
  };
  for (const [input, { slug, problem }] of Object.entries(answers)) {
    const url = `http://localhost:3000/c/${slug}`;
    expect(await checkSlug(input)).toEqual({ slug, url, problem, available: problem === null });
  }
});

test('suggests a slug from the product name for a new page, and none where it would be random', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  await otherSeller.publishPage({}, 'theirs');
  const answers = { 'Spring Sale': 'spring-sale', Theirs: '', Pricing: '', 陶芸: '' };
  for (const [productName, slug] of Object.entries(answers)) {
    const { body } = await seller.rpc('save-draft', { config: sellableConfig({ productName }) });
    const answer = await seller.rpc('check-slug', { slug: '', pageId: body.pageId });
    expect(answer.body).toMatchObject({ slug, available: true, problem: null });
  }
  expect((await seller.rpc('check-slug', { slug: '' })).body).toMatchObject({ slug: '', available: true });
});

test('keeps a released slug from other sellers for 90 days but not from its own seller', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const { pageId } = await seller.publishPage({}, 'released');
  await seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'current', pageId });
  const readProblems = async () =>
    Promise.all(
      [seller, otherSeller].map(async ({ rpc: call }) => (await call('check-slug', { slug: 'released' })).body.problem),
    );
  expect(await readProblems()).toEqual([null, SLUG_TAKEN_MESSAGE]);
  const releasedAt = new Date(app.context.now().getTime() - 91 * 86_400_000);
  await app.context.db.update(slugs).set({ releasedAt }).where(eq(slugs.slug, 'released'));
  expect(await readProblems()).toEqual([null, null]);
});

test('publishes slugs that it reports as available and refuses the others', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  await otherSeller.publishPage({}, 'theirs');
  const { pageId } = await seller.publishPage({}, 'mine');
  for (const slug of ['mine', 'theirs', 'fresh', 'pricing', 'x'.repeat(60), 'y'.repeat(61)]) {
    const { body } = await seller.rpc('check-slug', { slug, pageId });
    const { status } = await seller.rpc('save-checkout-page', { config: sellableConfig(), slug, pageId });
    expect([slug, status === 200]).toEqual([slug, body.available]);
  }
});

test('refuses a slug of more than 60 characters with the same error in RPC and API, and publishes nothing', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'mine');
  const slug = 'Throwing-Taller-'.repeat(5);
  const message = 'The custom slug can’t be longer than 60 characters (now 79)';
  const answer = await seller.rpc('save-checkout-page', { config: sellableConfig(), slug, pageId });
  expect(answer).toMatchObject({
    status: 422,
    body: { error: { code: 'page_invalid', message, problems: [{ field: 'customSlug', message }] } },
  });
  const apiClient = await createApiClient(app, seller);
  const apiResponse = await apiClient.send('POST', `/pages/${pageId}/publish`, { body: { slug } });
  expect(apiResponse).toMatchObject({
    status: 422,
    body: { error: { code: 'page_invalid', problems: [{ path: 'slug', message }] } },
  });
  expect((await seller.rpc('list-pages', {})).body.pages).toMatchObject([{ slug: 'mine' }]);
  expect((await seller.rpc('get-page', { pageId })).body).toMatchObject({ version: 1 });
});
