import { createHash } from 'node:crypto';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { AppError } from '#domain/errors.ts';
import {
  IMAGE_QUOTA_BYTES,
  IMAGE_WIDTHS,
  isImageDataUrl,
  MAX_STORED_SIZES,
  type ImageUse,
  type ImageWidth,
} from '#domain/image.ts';
import { singleFlight } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';

import { processImage, type StoredImage } from './process-image.ts';
import {
  findImage,
  findVariant,
  hasSellerImage,
  insertSellerImage,
  insertVariant,
  sumSellerBytes,
  sumSellerBytesInUse,
} from './queries.ts';

export const mediaPath = (image: Pick<StoredImage, 'sha256' | 'extension'>): string =>
  `/media/${image.sha256}.${image.extension}`;

const sha256FromPath = (path: string): string => path.slice('/media/'.length, '/media/'.length + 64);

/** Checks, re-encodes and stores an image of the seller. */
export async function storeImage(
  context: Context,
  sellerId: string,
  dataUrl: string,
  use: ImageUse,
): Promise<StoredImage> {
  const image = await toStoredImage(context, dataUrl, use);
  await storeAll(context, sellerId, [image]);
  return image;
}

/** Stores an image that the app generated, without re-encoding it. */
export const storeGeneratedImage = (context: Context, sellerId: string, image: StoredImage): Promise<void> =>
  storeAll(context, sellerId, [image]);

/** Returns the stored image for bytes that are already stored; re-encodes any other image. */
async function toStoredImage(context: Context, dataUrl: string, use: ImageUse): Promise<StoredImage> {
  const existing = await findStoredImage(context, dataUrl);
  const { width, height } = MAX_STORED_SIZES[use];
  if (existing && existing.width <= width && existing.height <= height) return existing;
  return processImage(dataUrl, use, context.imageWorkers);
}

async function findStoredImage(context: Context, dataUrl: string): Promise<StoredImage | null> {
  const [, base64] = /^data:image\/(?:webp|png);base64,/.test(dataUrl) ? dataUrl.split(',', 2) : [];
  if (!base64) return null;
  const sha256 = createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
  return findImage(context.db, sha256);
}

/** Stores all images or, if they exceed the seller's storage, none. */
async function storeAll(context: Context, sellerId: string, images: readonly StoredImage[]): Promise<void> {
  const missing = new Map<string, StoredImage>();
  for (const image of images)
    if (!(await hasSellerImage(context.db, sellerId, image.sha256))) missing.set(image.sha256, image);
  if (missing.size === 0) return;
  const size = [...missing.values()].reduce((total, { bytes }) => total + bytes.byteLength, 0);
  if (!(await hasSpace(context, sellerId, size))) throw new AppError('storage_full');
  for (const image of missing.values()) await insertSellerImage(context.db, sellerId, image, context.now());
}

/** Subtracts images of deleted pages only near the limit, because that reads every page. */
const hasSpace = async ({ db }: Context, sellerId: string, size: number): Promise<boolean> =>
  (await sumSellerBytes(db, sellerId)) + size <= IMAGE_QUOTA_BYTES ||
  (await sumSellerBytesInUse(db, sellerId)) + size <= IMAGE_QUOTA_BYTES;

/** Replaces data URLs in the config with paths of stored images; drops paths of images that the seller does not own. */
export async function withImagePaths(
  context: Context,
  sellerId: string,
  config: CheckoutPageConfig,
): Promise<CheckoutPageConfig> {
  const images: StoredImage[] = [];
  const toPath = async (text: string | null, use: ImageUse): Promise<string | null> => {
    if (text === null) return null;
    if (!isImageDataUrl(text)) return (await hasSellerImage(context.db, sellerId, sha256FromPath(text))) ? text : null;
    const image = await toStoredImage(context, text, use);
    images.push(image);
    return mediaPath(image);
  };
  const logo = await toPath(config.logo, 'logo');
  const productImage = await toPath(config.productImage, 'product');
  const items: CheckoutPageConfig['bumps']['items'] = [];
  for (const bump of config.bumps.items) items.push({ ...bump, image: await toPath(bump.image, 'extra') });
  await storeAll(context, sellerId, images);
  return { ...config, logo, productImage, bumps: { ...config.bumps, items } };
}

/** Replaces image paths in the config with data URLs of the stored images. */
export async function withEmbeddedImages(context: Context, config: CheckoutPageConfig): Promise<CheckoutPageConfig> {
  const toDataUrl = async (imagePath: string | null): Promise<string | null> => {
    const image = imagePath === null ? null : await findImage(context.db, sha256FromPath(imagePath));
    return image && `data:image/${image.extension};base64,${Buffer.from(image.bytes).toString('base64')}`;
  };
  const { bumps } = config;
  return {
    ...config,
    logo: await toDataUrl(config.logo),
    productImage: await toDataUrl(config.productImage),
    bumps: {
      ...bumps,
      items: await Promise.all(bumps.items.map(async (bump) => ({ ...bump, image: await toDataUrl(bump.image) }))),
    },
  };
}

/** `isFallback`: the original image, because its narrow copy could not be rendered. */
export type Variant = { bytes: Uint8Array; isFallback: boolean };

/**
 * Returns a function that finds the copy `<sha256>-<width>` of a stored image, or the image itself if it is no wider; null
 * if the image is not stored. Each copy is rendered once, in a child process, at the first request for it.
 */
export const createVariantFinder = (context: Context): ((name: string) => Promise<Variant | null>) =>
  singleFlight(async (name): Promise<Variant | null> => {
    const [sha256 = '', digits] = name.split('-');
    const width = IMAGE_WIDTHS.find((candidate) => String(candidate) === digits);
    if (!width) return null;
    const bytes = await findVariant(context.db, sha256, width);
    if (bytes) return { bytes, isFallback: false };
    const image = await findImage(context.db, sha256);
    if (image?.extension !== 'webp') return null;
    return image.width <= width ? { bytes: image.bytes, isFallback: false } : renderVariant(context, image, width);
  });

async function renderVariant(context: Context, image: StoredImage, width: ImageWidth): Promise<Variant> {
  const { sha256 } = image;
  try {
    const answer = await context.imageWorkers.render({ kind: 'raster', use: 'product', bytes: image.bytes, width });
    if ('error' in answer) throw new Error(`A stored image is ${answer.error}`);
    const { bytes } = answer.image;
    await insertVariant(context.db, { sha256, width, bytes, now: context.realNow() });
    return { bytes, isFallback: false };
  } catch (err) {
    context.log.warn({ err, sha256, width }, 'image_variant_failed');
    return { bytes: image.bytes, isFallback: true };
  }
}
