import { expect, test } from 'vitest';

import type { PageResult } from '#server/core/services.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { dataUrlOf, pngOf } from '#server/testing/image-files.ts';
import { createTestApp, sellableConfig, type TestApp } from '#server/testing/test-app.ts';

const findPublicPage = async (app: TestApp, slug: string): Promise<PageResult> =>
  createPublicServices(app.context).findPage(slug);

test('creates a version with the next number for each publication, and buyers see the last one', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const first = await seller.publishPage({ productName: 'First' }, 'taller');
  expect(first).toMatchObject({ version: 1, slug: 'taller', url: 'http://localhost:3000/c/taller' });
  for (const version of [2, 3]) {
    const republished = await seller.publishPage({ productName: `Version ${version}` }, 'taller');
    expect(republished).toMatchObject({ version, pageId: first.pageId });
  }
  expect(await findPublicPage(app, 'taller')).toMatchObject({
    kind: 'page',
    page: { version: 3, config: { productName: 'Version 3' } },
  });
});

test('refuses to publish without a connected account in the words of the specification', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const expectedError = {
    status: 409,
    body: {
      error: {
        code: 'stripe_not_connected',
        title: 'Stripe Not Connected',
        message: 'Please connect your Stripe account before publishing',
      },
    },
  };
  const publish = () => seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'taller' });
  expect(await publish()).toEqual(expectedError);
  await seller.onboard('later');
  expect(await publish()).toEqual(expectedError);
  await seller.onboard('restricted');
  expect(await publish()).toEqual(expectedError);
  expect(await findPublicPage(app, 'taller')).toEqual({ kind: 'missing' });
});

test('changes nothing on an outdated base version and returns the current version', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const publish = (baseVersion: number) =>
    seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId, baseVersion });
  expect(await publish(0)).toMatchObject({
    status: 409,
    body: { error: { code: 'draft_changed', version: 1 } },
  });
  expect(await publish(1)).toMatchObject({ status: 200, body: { version: 2 } });
});

test('gives concurrent publications of one page different numbers', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const publish = (productName: string) =>
    seller.rpc('save-checkout-page', { config: sellableConfig({ productName }), slug: 'taller', pageId });
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map(publish));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.map(({ body }) => body.version).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5]);
});

test('accepts one of several concurrent publications on the same base version and refuses the others', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const publish = () =>
    seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId, baseVersion: 1 });
  const answers = await Promise.all([publish(), publish(), publish()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('creates one page when it is first published from two tabs', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  await seller.givePlan();
  const publish = () => seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'taller' });
  const answers = await Promise.all([publish(), publish()]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect([200, 409]).toEqual(expect.arrayContaining(statuses));
  const { body } = await seller.rpc('list-pages', {});
  expect(body.pages.map(({ slug }) => slug)).toEqual(['taller']);
});

test('replaces data URLs by the URLs of stored images', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const productImage = dataUrlOf('image/png', await pngOf(40, 30));
  const logo = dataUrlOf('image/png', await pngOf(30, 10));
  const { pageId } = await seller.publishPage({ productImage, logo }, 'taller');
  const { body } = await seller.rpc('get-page', { pageId });
  for (const address of [body.config.productImage, body.config.logo]) {
    expect(address).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/);
    const image = await app.request(String(address));
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
  const republished = await seller.publishPage({ productImage: body.config.productImage }, 'taller');
  expect(republished.version).toBe(2);
});

test('does not accept an image of another seller', async () => {
  const app = await createTestApp();
  const [owner, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const image = dataUrlOf('image/png', await pngOf(40, 30));
  const { body } = await owner.rpc('upload-image', { image, use: 'product' });
  const { pageId } = await otherSeller.publishPage({ productImage: body.url });
  expect((await otherSeller.rpc('get-page', { pageId })).body.config.productImage).toBeNull();
});

test('refuses the whole publication when an image is broken', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  await seller.givePlan();
  const config = sellableConfig({ productImage: dataUrlOf('image/png', 'no image') });
  const answer = await seller.rpc('save-checkout-page', { config, slug: 'taller' });
  expect(answer).toMatchObject({ status: 422, body: { error: { code: 'image_unreadable' } } });
  expect((await seller.rpc('list-pages', {})).body.pages).toEqual([]);
  expect(await findPublicPage(app, 'taller')).toEqual({ kind: 'missing' });
});
