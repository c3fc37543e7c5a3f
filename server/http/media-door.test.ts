import { count } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { narrowPath, type ImageWidth } from '#domain/image.ts';
import { ShopError } from '#domain/errors.ts';
import { mediaVariants } from '#server/db/schema-pages.ts';
import { dataUrlOf, jpegOf } from '#server/media/image-files.ts';
import { openShop, type TestShop } from '#server/testing.ts';

/** An app with one stored image, and the widths that were rendered. */
async function shopWithPicture(width: number, height: number) {
  const shop = await openShop();
  const seller = await shop.seller();
  const image = dataUrlOf('image/jpeg', await jpegOf(width, height));
  const { url } = (await seller.call('upload-image', { image, use: 'product' })).body;
  const { images } = shop.context;
  const draw = images.draw.bind(images);
  const drawn: (number | undefined)[] = [];
  shop.context.images.draw = (job) => {
    drawn.push('width' in job ? job.width : undefined);
    return draw(job);
  };
  return { shop, url, drawn };
}

const get = async (shop: TestShop, path: string) => {
  const answer = await shop.request(path);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

test('serves an image in three narrower widths, each rendered once and stored', async () => {
  const { shop, url, drawn } = await shopWithPicture(1500, 900);
  for (const [width, height] of [
    [480, 288],
    [800, 480],
    [1200, 720],
  ] as const) {
    const path = narrowPath(url, width);
    const { status, headers, bytes } = await get(shop, path);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; sandbox$/);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
    expect((await get(shop, path)).bytes.equals(bytes)).toBe(true);
  }
  expect(drawn).toEqual([480, 800, 1200]);
});

test('renders once for concurrent requests', async () => {
  const { shop, url, drawn } = await shopWithPicture(1000, 500);
  const answers = await Promise.all(Array.from({ length: 8 }, () => get(shop, narrowPath(url, 480))));
  expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  expect(drawn).toEqual([480]);
});

test('never enlarges an image', async () => {
  const { shop, url, drawn } = await shopWithPicture(800, 300);
  const whole = (await get(shop, url)).bytes;
  for (const width of [800, 1200] as const)
    expect((await get(shop, narrowPath(url, width))).bytes.equals(whole)).toBe(true);
  expect(drawn).toEqual([]);
  expect(await shop.context.db.select({ rows: count() }).from(mediaVariants)).toEqual([{ rows: 0 }]);
});

test('answers 404 to other widths and unknown images', async () => {
  const { shop, url, drawn } = await shopWithPicture(1500, 900);
  const sha256 = url.slice('/media/'.length, -'.webp'.length);
  const refused = ['481', '0480', '1600', '99999', '1e3', '-480', ''].map(
    (width) => `${sha256}-${width}.webp`,
  );
  const unknown = `${'0'.repeat(64)}-480.webp`;
  for (const file of [...refused, `${sha256}-480.png`, `${sha256}-480`, unknown])
    expect([file, (await get(shop, `/media/${file}`)).status]).toEqual([file, 404]);
  expect(drawn).toEqual([]);
});

test('serves the full image without caching while rendering fails', async () => {
  const { shop, url } = await shopWithPicture(1500, 900);
  const { images } = shop.context;
  const { draw } = images;
  images.draw = () => Promise.reject(new ShopError('unavailable'));
  const path = narrowPath(url, 480);
  const [stand, whole] = [await get(shop, path), await get(shop, url)];
  expect(stand.bytes.equals(whole.bytes)).toBe(true);
  expect(stand.headers.get('cache-control')).toBe('no-store');
  images.draw = draw;
  expect((await get(shop, path)).bytes.length).toBeLessThan(whole.bytes.length);
});

test('offers narrower widths only for stored WebP images', () => {
  const sha256 = '0123456789abcdef'.repeat(4);
  const width: ImageWidth = 480;
  expect(narrowPath(`/media/${sha256}.webp`, width)).toBe(`/media/${sha256}-480.webp`);
  for (const other of [`/media/${sha256}.png`, `/assets/pot-${sha256}.webp`, 'data:image/webp;base64,AA=='])
    expect(narrowPath(other, width)).toBe(other);
});
