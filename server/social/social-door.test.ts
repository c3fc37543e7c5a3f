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

/** The address of the picture of the version that is live now. */
async function addressOf(shop: TestShop, slug: string): Promise<string> {
  const found = await publicShop(shop.context).findPage(slug);
  if (found.kind !== 'page') throw new Error(`No page at ${slug}`);
  return `/og/${found.page.versionId}.png`;
}

/** Its process that draws loads fonts and WebAssembly only once. */
const shared = sharedByTests(() => openShop());

async function openPage(change: Partial<CheckoutPageConfig> = {}, shop = shared()) {
  const seller = await shop.seller();
  const slug = `page-${crypto.randomUUID()}`;
  const { pageId } = await seller.publish(change, slug);
  return { shop, seller, slug, pageId, address: await addressOf(shop, slug) };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const pictureOf = async (shop: TestShop, address: string) => bytesOf(await shop.request(address));

/** `#rrggbb` of one pixel. */
async function colorAt(png: Buffer, left: number, top: number): Promise<string> {
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return `#${data.subarray((top * 1200 + left) * 3).toString('hex', 0, 3)}`;
}

/** The door with its drawers replaced, and how often they were asked. */
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

test('a published version has a picture of 1200 × 630 that every cache may keep', async () => {
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

test('the product’s picture stands beside the words, out of our own store', async () => {
  const productImage = dataUrlOf('image/jpeg', await jpegOf(900, 600));
  const { shop, address } = await openPage({ productImage });
  const png = await pictureOf(shop, address);
  expect(await colorAt(png, 4, 4)).toBe('#ffffff');
  expect(await colorAt(png, 1000, 300)).toMatch(/^#a[5-9a-b]5[0-9a-f]f[0-9a-f]$/);
});

test('name, price, face and accent are all to be seen', async () => {
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

test('what no font can draw leaves no trace', async () => {
  const page = await openPage({ productName: 'Party kit' });
  const { shop, slug, address } = page;
  const plain = await pictureOf(shop, address);
  await republish(page, { productName: '🎉 Party 👩‍👩‍👧‍👦 kit' });
  expect(await pictureOf(shop, await addressOf(shop, slug))).toEqual(plain);
});

test('only a version of a living page has a picture', async () => {
  const { shop, seller, pageId, address } = await openPage();
  expect((await shop.request(address)).status).toBe(200);
  await seller.call('delete-page', { pageId });
  const others = [crypto.randomUUID(), pageId, 'nonsense', '../taller', 'x'.repeat(5000)];
  for (const path of [address, ...others.map((name) => `/og/${encodeURIComponent(name)}.png`)])
    expect([path, (await shop.request(path)).status]).toEqual([path, 404]);
});

test('the picture of an earlier version leads to that of the live one, and only that is kept', async () => {
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

test('a storm draws once', async () => {
  const { shop, address } = await openPage();
  const { asked, ask } = doorWith(shop, openImageWorkers({ size: 1 }));
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(address)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ask(address)).status).toBe(200);
  expect(asked.count).toBe(1);
});

test('a full queue asks to come again, and then draws', async () => {
  const { shop, address } = await openPage();
  const full = doorWith(shop, openImageWorkers({ size: 1, waiting: 0 }));
  const answer = await full.ask(address);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await shop.request(address)).status).toBe(200);
});

test('when drawing fails the picture is the page’s colour, tried again only after a while', async () => {
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

test('any page that can be published has a picture', async () => {
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
