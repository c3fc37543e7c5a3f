import fc from 'fast-check';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

import { anyConfig } from '#domain/any-config.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { socialImages } from '#server/db/schema-pages.ts';
import { dataUrlOf, jpegOf, pngOf } from '#server/media/image-files.ts';
import { openImageWorkers, type ImageWorkers } from '#server/media/image-workers.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { sharedByTests } from '#server/testing-ends.ts';
import { shortOrFull } from '#server/testing-scale.ts';
import { openShop, sellableConfig, type TestSeller, type TestShop } from '#server/testing.ts';

import { socialDoor } from './social-door.ts';

/** Path of the image of the live version. */
async function addressOf(shop: TestShop, slug: string): Promise<string> {
  const found = await publicShop(shop.context).findPage(slug);
  if (found.kind !== 'page') throw new Error(`No page at ${slug}`);
  return `/og/${found.page.versionId}.png`;
}

/** Shared by tests: its child process loads fonts and WebAssembly only once. */
const shared = sharedByTests(() => openShop());

async function openPage(change: Partial<CheckoutPageConfig> = {}, shop = shared()) {
  const seller = await shop.seller();
  const slug = `page-${crypto.randomUUID()}`;
  const { pageId } = await seller.publish(change, slug);
  return { shop, seller, slug, pageId, address: await addressOf(shop, slug) };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const pictureOf = async (shop: TestShop, address: string) => bytesOf(await shop.request(address));

/** Color of one pixel as `#rrggbb`. */
async function colorAt(png: Buffer, left: number, top: number): Promise<string> {
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return `#${data.subarray((top * 1200 + left) * 3).toString('hex', 0, 3)}`;
}

/** The routes with other image workers, and a count of rendered images. */
function doorWith(shop: TestShop, workers: ImageWorkers) {
  const asked = { count: 0 };
  const draw: ImageWorkers['draw'] = (job) => {
    asked.count++;
    return workers.draw(job);
  };
  onTestFinished(() => workers.close());
  const door = socialDoor({ ...shop.context, social: { ...workers, draw } });
  return { asked, ask: async (address: string) => door.request(address.slice('/og'.length)) };
}

test('serves an immutable image of 1200 × 630 for a published version', async () => {
  const { shop, address } = await openPage({ accentColor: '#b4532a' });
  const answer = await shop.request(address);
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
  expect(await pictureOf(shop, address)).toEqual(png);
});

test('shows the stored product image beside the text', async () => {
  const productImage = dataUrlOf('image/jpeg', await jpegOf(900, 600));
  const { shop, address } = await openPage({ productImage });
  const png = await pictureOf(shop, address);
  expect(await colorAt(png, 4, 4)).toBe('#ffffff');
  expect(await colorAt(png, 1000, 300)).toMatch(/^#a[5-9a-b]5[0-9a-f]f[0-9a-f]$/);
});

test('shows the name, price, font and accent color', async () => {
  const page = await openPage();
  const { shop, slug, address } = page;
  const seen = new Set([(await pictureOf(shop, address)).toString('base64')]);
  const changes: Partial<CheckoutPageConfig>[] = [
    { productName: 'Throwing Wider' },
    { price: '30' },
    { paymentType: 'subscription' },
    { fonts: { heading: 'Lora', body: 'Lora' } },
    { accentColor: '#ffd400' },
  ];
  for (const change of changes) {
    await republish(page, change);
    seen.add((await pictureOf(shop, await addressOf(shop, slug))).toString('base64'));
  }
  expect(seen.size).toBe(changes.length + 1);
});

async function republish(
  { seller, slug, pageId }: { seller: TestSeller; slug: string; pageId: string },
  change: Partial<CheckoutPageConfig>,
) {
  const config = sellableConfig(change);
  const answer = await seller.call('save-checkout-page', { config, slug, pageId });
  expect(answer.status).toBe(200);
}

test('leaves no trace of characters that no font contains', async () => {
  const page = await openPage({ productName: 'Party kit' });
  const { shop, slug, address } = page;
  const plain = await pictureOf(shop, address);
  await republish(page, { productName: '🎉 Party 👩‍👩‍👧‍👦 kit' });
  expect(await pictureOf(shop, await addressOf(shop, slug))).toEqual(plain);
});

test('serves images only for versions of existing pages', async () => {
  const { shop, seller, pageId, address } = await openPage();
  expect((await shop.request(address)).status).toBe(200);
  await seller.call('delete-page', { pageId });
  const others = [crypto.randomUUID(), pageId, 'nonsense', '../taller', 'x'.repeat(5000)];
  for (const path of [address, ...others.map((name) => `/og/${encodeURIComponent(name)}.png`)])
    expect([path, (await shop.request(path)).status]).toEqual([path, 404]);
});

test('redirects the image of a former version to the live one, and stores only that', async () => {
  const page = await openPage({}, await openShop());
  const { shop, slug, address } = page;
  await shop.request(address);
  await republish(page, { price: '31' });
  const live = await addressOf(shop, slug);
  await shop.request(live);
  const answer = await shop.request(address);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, live]);
  expect(await shop.context.db.select().from(socialImages)).toHaveLength(1);
});

test('renders an image once for concurrent requests', async () => {
  const { shop, address } = await openPage();
  const { asked, ask } = doorWith(shop, openImageWorkers({ size: 1 }));
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(address)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ask(address)).status).toBe(200);
  expect(asked.count).toBe(1);
});

test('answers 503 for a full queue, and renders later', async () => {
  const { shop, address } = await openPage();
  const full = doorWith(shop, openImageWorkers({ size: 1, waiting: 0 }));
  const answer = await full.ask(address);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await shop.request(address)).status).toBe(200);
});

test('serves a plain color when rendering fails, and retries only after a while', async () => {
  const { shop, address } = await openPage({ accentColor: '#b4532a' }, await openShop());
  const { asked, ask } = doorWith(shop, openImageWorkers({ size: 1, social: 0 }));
  for (let time = 0; time < 3; time++) {
    const answer = await ask(address);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    const png = await bytesOf(answer);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(await colorAt(png, 600, 300)).toBe('#b4532a');
  }
  expect(asked.count).toBe(1);
  expect(await shop.context.db.select().from(socialImages)).toEqual([]);
});

test('renders an image for any publishable page', async () => {
  const shop = shared();
  const seller = await shop.seller();
  const images = [
    dataUrlOf('image/png', await pngOf(7, 300)),
    dataUrlOf('image/jpeg', await jpegOf(1600, 90)),
  ];
  const property = fc.asyncProperty(anyConfig(images), async (config) => {
    const { slug } = await seller.publish({ ...config, customSlug: '' }, `s${crypto.randomUUID()}`);
    const answer = await shop.request(await addressOf(shop, slug));
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const { format, width, height } = await sharp(await bytesOf(answer)).metadata();
    expect([format, width, height]).toEqual(['png', 1200, 630]);
  });
  await fc.assert(property, { numRuns: shortOrFull(8, 36) });
}, 180_000);
