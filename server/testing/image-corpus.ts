/** Uploads with their expected outcomes: ordinary files and the attacks of threat 16. Used by tests only. */
import sharp from 'sharp';

import type { ErrorCode } from '#domain/errors.ts';
import { MAX_IMAGE_BYTES, type ImageUse } from '#domain/image.ts';

import * as file from './image-files.ts';

/** `outcome`: the pixel size of the stored image, or the error code. */
export type UploadCase = {
  name: string;
  use: ImageUse;
  dataUrl: string;
  outcome: [number, number] | ErrorCode;
};

type Row = [name: string, type: string, bytes: Uint8Array | string, outcome: [number, number] | ErrorCode];

const { jpegOf, solidImage, pngOf, pngOfBytes, decompressionBomb: bombPng, BMP, TRAILER } = file;
const avif = () => solidImage(80, 60).avif({ effort: 0 }).toBuffer();
const gif = () => solidImage(80, 60).gif().toBuffer();
const firstHalf = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2);

async function acceptedFiles(): Promise<Row[]> {
  const twoFrameGif = await file.twoFrameGif();
  const movingWebp = await sharp(twoFrameGif, { animated: true }).webp().toBuffer();
  const cmyk = await solidImage(20, 20).toColourspace('cmyk').jpeg().toBuffer();
  const png16Bit = await solidImage(20, 20).toColourspace('rgb16').png().toBuffer();
  return [
    ['a JPEG is kept', 'image/jpeg', await jpegOf(80, 60), [80, 60]],
    ['a JPEG called image/jpg is kept', 'image/jpg', await jpegOf(80, 60), [80, 60]],
    ['a type in capitals is kept', 'IMAGE/JPEG', await jpegOf(80, 60), [80, 60]],
    ['a PNG is kept', 'image/png', await pngOf(80, 60), [80, 60]],
    ['a WebP is kept', 'image/webp', await solidImage(80, 60).webp().toBuffer(), [80, 60]],
    ['a GIF is kept', 'image/gif', await gif(), [80, 60]],
    ['an AVIF is kept', 'image/avif', await avif(), [80, 60]],
    ['a TIFF is kept', 'image/tiff', await solidImage(80, 60).tiff().toBuffer(), [80, 60]],
    ['a moving GIF is kept by its first frame', 'image/gif', twoFrameGif, [20, 10]],
    ['a moving WebP is kept by its first frame', 'image/webp', movingWebp, [20, 10]],
    ['a CMYK JPEG is kept', 'image/jpeg', cmyk, [20, 20]],
    ['a PNG of 16 bits is kept', 'image/png', png16Bit, [20, 20]],
    ['a photo is turned as its EXIF says', 'image/jpeg', await file.photoWithLocation(), [40, 60]],
    ['a photo that libjpeg warns of is kept', 'image/jpeg', await file.jpegWithOddScan(), [50, 40]],
    ['a PNG with a page behind it is kept without', 'image/png', await file.polyglotPng(), [30, 30]],
    ['a JPEG with a script inside is kept without', 'image/jpeg', await file.polyglotJpeg(), [30, 30]],
  ];
}

const resizedFiles = async (): Promise<Row[]> => [
  ['a single pixel is kept', 'image/png', await pngOf(1, 1), [1, 1]],
  ['a banner is made no wider than 1600', 'image/png', await pngOf(3200, 100), [1600, 50]],
  ['a tower is made no higher than 1600', 'image/jpeg', await jpegOf(100, 2000), [80, 1600]],
  ['24 megapixels are kept', 'image/jpeg', await jpegOf(6000, 4000), [1600, 1067]],
  ['exactly 2 MB are kept', 'image/png', await pngOfBytes(MAX_IMAGE_BYTES), [40, 30]],
];

async function rejectedFiles(): Promise<Row[]> {
  const png = await pngOf(300, 300);
  const tooLargePng = await pngOfBytes(MAX_IMAGE_BYTES + 1);
  return [
    ['2 MB and one byte are refused', 'image/png', tooLargePng, 'image_too_large'],
    ['3 MB of something else are too large first', 'text/plain', Buffer.alloc(3e6), 'image_too_large'],
    ['a PNG called JPEG is refused', 'image/jpeg', png, 'image_type'],
    ['a JPEG called PNG is refused', 'image/png', await jpegOf(80, 60), 'image_type'],
    ['an SVG called PNG is refused', 'image/png', '<svg/>', 'image_type'],
    ['an SVG is no product image', 'image/svg+xml', '<svg/>', 'image_type'],
    ['a PDF is refused', 'application/pdf', '%PDF-1.7', 'image_type'],
    ['a page is refused', 'text/html', TRAILER, 'image_type'],
    ['a BMP is refused', 'image/bmp', BMP, 'image_type'],
  ];
}

async function unreadableFiles(): Promise<Row[]> {
  const png = await pngOf(300, 300);
  const corruptPng = Buffer.concat([png.subarray(0, 8), Buffer.alloc(500, 7)]);
  const files: [string, string, Uint8Array | string][] = [
    ['a BMP called PNG cannot be read', 'image/png', BMP],
    ['a page called PNG cannot be read', 'image/png', TRAILER],
    ['noise called JPEG cannot be read', 'image/jpeg', 'none of the kind'],
    ['noise behind the first bytes of a PNG cannot be read', 'image/png', corruptPng],
    ['half a JPEG cannot be read', 'image/jpeg', firstHalf(await jpegOf(300, 300))],
    ['half a PNG cannot be read', 'image/png', firstHalf(png)],
    ['an empty file cannot be read', 'image/png', ''],
    ['144 megapixels in 20 kB are not drawn', 'image/png', bombPng(12_000)],
    ['400 megapixels are not drawn', 'image/png', bombPng(20_000, 10)],
  ];
  return files.map(([name, type, bytes]) => [name, type, bytes, 'image_unreadable']);
}

async function logoFiles(): Promise<Row[]> {
  const png = await pngOf(1200, 240);
  const webp = await solidImage(200, 60, 4).webp().toBuffer();
  return [
    ['a logo JPEG is kept', 'image/jpeg', await jpegOf(200, 60), [200, 60]],
    ['a logo WebP is kept', 'image/webp', webp, [200, 60]],
    ['a wide logo is made no wider than 600', 'image/png', png, [600, 120]],
    ['a high logo is made no higher than 180', 'image/png', await pngOf(360, 360), [180, 180]],
    ['a logo of exactly 2 MB is kept', 'image/png', await pngOfBytes(MAX_IMAGE_BYTES), [40, 30]],
    ['a logo of more is refused', 'image/png', await pngOfBytes(MAX_IMAGE_BYTES + 1), 'logo_too_large'],
    ['a GIF is no logo', 'image/gif', await gif(), 'logo_type'],
    ['a GIF called PNG is no logo', 'image/png', await gif(), 'logo_type'],
    ['an AVIF is no logo', 'image/avif', await avif(), 'logo_type'],
    ['a PNG called SVG is refused', 'image/svg+xml', png, 'logo_type'],
    ['half a logo cannot be read', 'image/jpeg', firstHalf(await jpegOf(300, 90)), 'image_unreadable'],
    ['a logo of 400 megapixels is not drawn', 'image/png', bombPng(20_000, 10), 'image_unreadable'],
  ];
}

/** Texts that are not valid data URLs. */
async function brokenUrls(): Promise<UploadCase[]> {
  const png = file.dataUrlOf('image/png', await pngOf(20, 20));
  const texts: [string, string, ErrorCode][] = [
    ['an empty text is refused', '', 'image_type'],
    ['an address is refused', 'https://example.com/a.png', 'image_type'],
    ['a data URL without a comma is refused', 'data:image/png;base64', 'image_type'],
    ['a data URL without base64 cannot be read', png.replace(';base64', ''), 'image_unreadable'],
    ['a data URL with more parameters cannot be read', png.replace(';', ';a=b;'), 'image_unreadable'],
    ['a data URL with blanks cannot be read', png.replaceAll('A', ' '), 'image_unreadable'],
    ['a data URL in the URL alphabet cannot be read', png.replaceAll('A', '_'), 'image_unreadable'],
    ['a data URL that was cut cannot be read', png.slice(0, -1), 'image_unreadable'],
  ];
  return texts.map(([name, dataUrl, outcome]) => ({ name, use: 'product', dataUrl, outcome }));
}

export async function rasterCases(): Promise<UploadCase[]> {
  const caseOf =
    (use: ImageUse) =>
    ([name, type, bytes, outcome]: Row): UploadCase => ({
      name,
      use,
      dataUrl: file.dataUrlOf(type, bytes),
      outcome,
    });
  const product = [await acceptedFiles(), await resizedFiles(), await rejectedFiles(), await unreadableFiles()].flat();
  return [...product.map(caseOf('product')), ...(await logoFiles()).map(caseOf('logo')), ...(await brokenUrls())];
}
