import { count } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { AppError } from '#domain/errors.ts';
import { getVariantPath, type ImageWidth } from '#domain/image.ts';
import { mediaVariants } from '#server/db/schema-pages.ts';
import { dataUrlOf, jpegOf } from '#server/testing/image-files.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

/** An app with one stored image, and the widths that were rendered. */
async function createAppWithImage(width: number, height: number) {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const image = dataUrlOf('image/jpeg', await jpegOf(width, height));
  const { url } = (await seller.rpc('upload-image', { image, use: 'product' })).body;
  const { imageWorkers: images } = app.context;
  const originalRender = images.render.bind(images);
  const renderedWidths: (number | undefined)[] = [];
  app.context.imageWorkers.render = (job) => {
    renderedWidths.push('width' in job ? job.width : undefined);
    return originalRender(job);
  };
  return { app, url, renderedWidths };
}

const fetchImage = async (app: TestApp, path: string) => {
  const response = await app.request(path);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

test('serves an image in three narrower widths, each rendered once and stored', async () => {
  const { app, url, renderedWidths } = await createAppWithImage(1500, 900);
  for (const [width, height] of [
    [480, 288],
    [800, 480],
    [1200, 720],
  ] as const) {
    const path = getVariantPath(url, width);
    const { status, headers, bytes } = await fetchImage(app, path);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; sandbox$/);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
    expect((await fetchImage(app, path)).bytes.equals(bytes)).toBe(true);
  }
  expect(renderedWidths).toEqual([480, 800, 1200]);
});

test('renders once for concurrent requests', async () => {
  const { app, url, renderedWidths } = await createAppWithImage(1000, 500);
  const answers = await Promise.all(Array.from({ length: 8 }, () => fetchImage(app, getVariantPath(url, 480))));
  expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  expect(renderedWidths).toEqual([480]);
});

test('never enlarges an image', async () => {
  const { app, url, renderedWidths } = await createAppWithImage(800, 300);
  const fullImage = (await fetchImage(app, url)).bytes;
  for (const width of [800, 1200] as const)
    expect((await fetchImage(app, getVariantPath(url, width))).bytes.equals(fullImage)).toBe(true);
  expect(renderedWidths).toEqual([]);
  expect(await app.context.db.select({ rows: count() }).from(mediaVariants)).toEqual([{ rows: 0 }]);
});

test('answers 404 to other widths and unknown images', async () => {
  const { app, url, renderedWidths } = await createAppWithImage(1500, 900);
  const sha256 = url.slice('/media/'.length, -'.webp'.length);
  const unsupportedFiles = ['481', '0480', '1600', '99999', '1e3', '-480', ''].map(
    (width) => `${sha256}-${width}.webp`,
  );
  const unknown = `${'0'.repeat(64)}-480.webp`;
  for (const file of [...unsupportedFiles, `${sha256}-480.png`, `${sha256}-480`, unknown])
    expect([file, (await fetchImage(app, `/media/${file}`)).status]).toEqual([file, 404]);
  expect(renderedWidths).toEqual([]);
});

test('serves the full image without caching while rendering fails', async () => {
  const { app, url } = await createAppWithImage(1500, 900);
  const { imageWorkers: images } = app.context;
  const { render: draw } = images;
  images.render = () => Promise.reject(new AppError('unavailable'));
  const path = getVariantPath(url, 480);
  const [fallback, fullResponse] = [await fetchImage(app, path), await fetchImage(app, url)];
  expect(fallback.bytes.equals(fullResponse.bytes)).toBe(true);
  expect(fallback.headers.get('cache-control')).toBe('no-store');
  images.render = draw;
  expect((await fetchImage(app, path)).bytes.length).toBeLessThan(fullResponse.bytes.length);
});

test('offers narrower widths only for stored WebP images', () => {
  const sha256 = '0123456789abcdef'.repeat(4);
  const width: ImageWidth = 480;
  expect(getVariantPath(`/media/${sha256}.webp`, width)).toBe(`/media/${sha256}-480.webp`);
  for (const unsupported of [`/media/${sha256}.png`, `/assets/pot-${sha256}.webp`, 'data:image/webp;base64,AA=='])
    expect(getVariantPath(unsupported, width)).toBe(unsupported);
});
