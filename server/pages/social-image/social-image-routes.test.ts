import fc from 'fast-check';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { configArbitrary } from '#domain/testing/page-config.ts';
import { socialImages } from '#server/db/schema-pages.ts';
import { createImageWorkers, type ImageWorkers } from '#server/images/image-worker-pool.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { sharedByTests, shortOrFull } from '#server/testing/cleanup.ts';
import { dataUrlOf, jpegOf, pngOf } from '#server/testing/image-files.ts';
import { createTestApp, sellableConfig, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

import { socialImageRoutes } from './social-image-routes.ts';

/** Path of the image of the live version. */
async function imagePathOf(app: TestApp, slug: string): Promise<string> {
  const pageResult = await createPublicServices(app.context).findPage(slug);
  if (pageResult.kind !== 'page') throw new Error(`No page at ${slug}`);
  return `/og/${pageResult.page.versionId}.png`;
}

/** Shared by tests: its child process loads fonts and WebAssembly only once. */
const sharedApp = sharedByTests(() => createTestApp());

async function openPage(change: Partial<CheckoutPageConfig> = {}, app = sharedApp()) {
  const seller = await app.signUpSeller();
  const slug = `page-${crypto.randomUUID()}`;
  const { pageId } = await seller.publishPage(change, slug);
  return { app, seller, slug, pageId, imagePath: await imagePathOf(app, slug) };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const fetchImageBytes = async (app: TestApp, imagePath: string) => bytesOf(await app.request(imagePath));

/** Color of one pixel as `#rrggbb`. */
async function colorAt(png: Buffer, left: number, top: number): Promise<string> {
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return `#${data.subarray((top * 1200 + left) * 3).toString('hex', 0, 3)}`;
}

/** The routes with other image workers, and a count of rendered images. */
function routesWith(app: TestApp, workers: ImageWorkers) {
  const renderCounter = { count: 0 };
  const render: ImageWorkers['render'] = (job) => {
    renderCounter.count++;
    return workers.render(job);
  };
  onTestFinished(() => workers.close());
  const routes = socialImageRoutes({ ...app.context, socialImageWorkers: { ...workers, render } });
  return {
    renderCounter,
    fetchImage: async (imagePath: string) => routes.request(imagePath.slice('/og'.length)),
  };
}

test('serves an immutable image of 1200 × 630 for a published version', async () => {
  const { app, imagePath } = await openPage({ accentColor: '#b4532a' });
  const answer = await app.request(imagePath);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  const png = await bytesOf(answer);
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(await colorAt(png, 4, 4)).toBe('#b4532a');
  expect(await fetchImageBytes(app, imagePath)).toEqual(png);
});

test('shows the stored product image beside the text', async () => {
  const productImage = dataUrlOf('image/jpeg', await jpegOf(900, 600));
  const { app, imagePath } = await openPage({ productImage });
  const png = await fetchImageBytes(app, imagePath);
  expect(await colorAt(png, 4, 4)).toBe('#ffffff');
  expect(await colorAt(png, 1000, 300)).toMatch(/^#a[5-9a-b]5[0-9a-f]f[0-9a-f]$/);
});

test('shows the name, price, font and accent color', async () => {
  const page = await openPage();
  const { app, slug, imagePath } = page;
  const images = new Set([(await fetchImageBytes(app, imagePath)).toString('base64')]);
  const changes: Partial<CheckoutPageConfig>[] = [
    { productName: 'Throwing Wider' },
    { price: '30' },
    { paymentType: 'subscription' },
    { fonts: { heading: 'Lora', body: 'Lora' } },
    { accentColor: '#ffd400' },
  ];
  for (const change of changes) {
    await republish(page, change);
    images.add((await fetchImageBytes(app, await imagePathOf(app, slug))).toString('base64'));
  }
  expect(images.size).toBe(changes.length + 1);
});

async function republish(
  { seller, slug, pageId }: { seller: TestSeller; slug: string; pageId: string },
  change: Partial<CheckoutPageConfig>,
) {
  const config = sellableConfig(change);
  const answer = await seller.rpc('save-checkout-page', { config, slug, pageId });
  expect(answer.status).toBe(200);
}

test('leaves no trace of characters that no font contains', async () => {
  const page = await openPage({ productName: 'Party kit' });
  const { app, slug, imagePath } = page;
  const expected = await fetchImageBytes(app, imagePath);
  await republish(page, { productName: '🎉 Party 👩‍👩‍👧‍👦 kit' });
  expect(await fetchImageBytes(app, await imagePathOf(app, slug))).toEqual(expected);
});

test('serves images only for versions of existing pages', async () => {
  const { app, seller, pageId, imagePath } = await openPage();
  expect((await app.request(imagePath)).status).toBe(200);
  await seller.rpc('delete-page', { pageId });
  const unknownNames = [crypto.randomUUID(), pageId, 'nonsense', '../taller', 'x'.repeat(5000)];
  for (const path of [imagePath, ...unknownNames.map((name) => `/og/${encodeURIComponent(name)}.png`)])
    expect([path, (await app.request(path)).status]).toEqual([path, 404]);
});

test('redirects the image of a former version to the live one, and stores only that', async () => {
  const page = await openPage({}, await createTestApp());
  const { app, slug, imagePath } = page;
  await app.request(imagePath);
  await republish(page, { price: '31' });
  const liveAddress = await imagePathOf(app, slug);
  await app.request(liveAddress);
  const answer = await app.request(imagePath);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, liveAddress]);
  expect(await app.context.db.select().from(socialImages)).toHaveLength(1);
});

test('renders an image once for concurrent requests', async () => {
  const { app, imagePath } = await openPage();
  const { renderCounter, fetchImage } = routesWith(app, createImageWorkers({ size: 1 }));
  const answers = await Promise.all(Array.from({ length: 40 }, () => fetchImage(imagePath)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await fetchImage(imagePath)).status).toBe(200);
  expect(renderCounter.count).toBe(1);
});

test('answers 503 for a full queue, and renders later', async () => {
  const { app, imagePath } = await openPage();
  const fullQueue = routesWith(app, createImageWorkers({ size: 1, maxQueued: 0 }));
  const answer = await fullQueue.fetchImage(imagePath);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await app.request(imagePath)).status).toBe(200);
});

test('serves a plain color when rendering fails, and retries only after a while', async () => {
  const { app, imagePath } = await openPage({ accentColor: '#b4532a' }, await createTestApp());
  const { renderCounter, fetchImage } = routesWith(app, createImageWorkers({ size: 1, social: 0 }));
  for (let i = 0; i < 3; i++) {
    const answer = await fetchImage(imagePath);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    const png = await bytesOf(answer);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(await colorAt(png, 600, 300)).toBe('#b4532a');
  }
  expect(renderCounter.count).toBe(1);
  expect(await app.context.db.select().from(socialImages)).toEqual([]);
});

test('renders an image for any publishable page', async () => {
  const app = sharedApp();
  const seller = await app.signUpSeller();
  const images = [dataUrlOf('image/png', await pngOf(7, 300)), dataUrlOf('image/jpeg', await jpegOf(1600, 90))];
  const property = fc.asyncProperty(configArbitrary(images), async (config) => {
    const { slug } = await seller.publishPage({ ...config, customSlug: '' }, `s${crypto.randomUUID()}`);
    const answer = await app.request(await imagePathOf(app, slug));
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const { format, width, height } = await sharp(await bytesOf(answer)).metadata();
    expect([format, width, height]).toEqual(['png', 1200, 630]);
  });
  await fc.assert(property, { numRuns: shortOrFull(8, 36) });
}, 180_000);
