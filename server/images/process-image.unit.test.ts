import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

import { isAppError, AppError, getHttpStatus } from '#domain/errors.ts';

import { rasterCases } from '../testing/image-corpus.ts';
import { dataUrlOf, photoWithLocation, pngOf, polyglotPng } from '../testing/image-files.ts';
import { INERT, svgCases, svgWith } from '../testing/svg-corpus.ts';
import { createImageWorkers } from './image-worker-pool.ts';
import { processImage } from './process-image.ts';

const workers = createImageWorkers({ size: 2 });
afterAll(() => workers.close());

test.for([...(await rasterCases()), ...svgCases()])('$name', async ({ use, dataUrl, outcome }) => {
  const result = await processImage(dataUrl, use, workers).catch((error: unknown) => error);
  if (typeof outcome === 'string') {
    expect(isAppError(result) && result.code).toBe(outcome);
    return;
  }
  expect(result).not.toBeInstanceOf(Error);
  const { bytes, width, height, extension, sha256 } = result as Awaited<ReturnType<typeof processImage>>;
  expect([width, height]).toEqual(outcome);
  expect(extension).toBe('webp');
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  const metadata = await sharp(bytes).metadata();
  expect(metadata).toMatchObject({ format: 'webp', width, height });
  expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc, metadata.orientation, metadata.pages ?? 1]).toEqual(
    [undefined, undefined, undefined, undefined, undefined, 1],
  );
  expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/<script|<html|<svg|EXIF|Exif|passwd/);
});

const pixelsOf = async (svg: string): Promise<Buffer> => {
  const { bytes } = await processImage(dataUrlOf('image/svg+xml', svg), 'logo', workers);
  return sharp(bytes).raw().toBuffer();
};

test.for(Object.entries(INERT))('draws an SVG with %s as if it were not there', async ([, svg]) => {
  expect((await pixelsOf(svg)).equals(await pixelsOf(svgWith('')))).toBe(true);
});

test('loads no file of the server into an SVG', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'svg-')), 'picture.png');
  await writeFile(file, await pngOf(200, 60));
  const drawing = (href: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><image href="${href}" width="200" height="60"/></svg>`;
  const isEmpty = async (href: string) => (await pixelsOf(drawing(href))).every((byte) => byte === 0);
  expect(await isEmpty(dataUrlOf('image/png', await readFile(file)))).toBe(false);
  for (const href of [`file://${file}`, file, path.relative(process.cwd(), file)])
    expect(await isEmpty(href)).toBe(true);
});

test('refuses a product image with the messages of the specification', async () => {
  const errorOf = async (dataUrl: string) => {
    const error = await processImage(dataUrl, 'product', workers).catch((thrown: unknown) => thrown);
    return error instanceof AppError ? [error.message, getHttpStatus(error.code)] : error;
  };
  expect(await errorOf(dataUrlOf('image/png', Buffer.alloc(2_097_153)))).toEqual([
    'Please select an image under 2MB',
    413,
  ]);
  expect(await errorOf(dataUrlOf('text/plain', 'hi'))).toEqual(['Please select an image file (JPG, PNG, WEBP)', 415]);
  expect(await errorOf(dataUrlOf('image/png', 'hi'))).toEqual(['Failed to read image file', 422]);
});

test('refuses a logo with the messages of the specification', async () => {
  const messageOf = async (dataUrl: string) =>
    processImage(dataUrl, 'logo', workers).then(
      () => '',
      (error: Error) => error.message,
    );
  expect(await messageOf(dataUrlOf('image/png', Buffer.alloc(2_097_153)))).toBe('Logo file size must be less than 2MB');
  expect(await messageOf(dataUrlOf('image/gif', 'GIF89a'))).toBe(
    'Please upload a valid image (JPG, PNG, WEBP, or SVG)',
  );
  expect(await messageOf(dataUrlOf('image/png', 'hi'))).toBe('Failed to read image file');
});

test('removes the location from a photo that contains one', async () => {
  const photo = await photoWithLocation();
  const exif = (await sharp(photo).metadata()).exif;
  const image = await processImage(dataUrlOf('image/jpeg', photo), 'product', workers);
  expect(exif?.includes('Someone')).toBe(true);
  expect((await sharp(image.bytes).metadata()).exif).toBeUndefined();
});

test('uses a polyglot test file that contains a script', async () => {
  expect((await polyglotPng()).includes('<script')).toBe(true);
});

test('keeps the first frame of an animated image', async () => {
  const animated = (await rasterCases()).find(({ name }) => name.startsWith('a moving GIF'));
  const image = await processImage(animated?.dataUrl ?? '', 'product', workers);
  const [red = 0, green = 255, blue = 255] = await sharp(image.bytes).raw().toBuffer();
  expect([red > 200, green < 60, blue < 60]).toEqual([true, true, true]);
});

test('keeps the transparency of a logo', async () => {
  const image = await processImage(dataUrlOf('image/png', await pngOf(40, 20)), 'logo', workers);
  expect((await sharp(image.bytes).metadata()).hasAlpha).toBe(true);
});

test('names equal files equally and different files differently', async () => {
  const upload = async (side: number) =>
    (await processImage(dataUrlOf('image/png', await pngOf(side, 20)), 'product', workers)).sha256;
  const [first, sameFile, otherFile] = await Promise.all([upload(40), upload(40), upload(41)]);
  expect(first).toBe(sameFile);
  expect(first).not.toBe(otherFile);
});
