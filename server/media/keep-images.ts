import { createHash } from 'node:crypto';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { ShopError } from '#domain/errors.ts';
import { IMAGE_SPACE_BYTES, isImageDataUrl, type ImageUse } from '#domain/image.ts';

import type { Context } from '#server/context.ts';
import {
  findImage,
  hasSellerImage,
  insertSellerImage,
  sumSellerBytes,
  sumSellerBytesInUse,
} from '#server/db/media.ts';
import { processImage, type KeptImage } from './image.ts';

/** Maximum size of a logo: smaller images are not scaled down. */
const LOGO = { width: 600, height: 180 };

export const mediaPath = (image: Pick<KeptImage, 'sha256' | 'extension'>): string =>
  `/media/${image.sha256}.${image.extension}`;

const sha256In = (path: string): string => path.slice('/media/'.length, '/media/'.length + 64);

/** Checks, re-encodes and stores an image of the seller. */
export async function keepImage(
  context: Context,
  sellerId: string,
  dataUrl: string,
  use: ImageUse,
): Promise<KeptImage> {
  const image = await drawnImage(context, dataUrl, use);
  await keepAll(context, sellerId, [image]);
  return image;
}

/** Stores an image that the app generated, without re-encoding it. */
export const keepOwnImage = (context: Context, sellerId: string, image: KeptImage): Promise<void> =>
  keepAll(context, sellerId, [image]);

/** Returns the stored image for bytes that are already stored; re-encodes any other image. */
async function drawnImage(context: Context, dataUrl: string, use: ImageUse): Promise<KeptImage> {
  const known = await findDrawn(context, dataUrl);
  if (known && (use === 'product' || (known.width <= LOGO.width && known.height <= LOGO.height)))
    return known;
  return processImage(dataUrl, use, context.images);
}

async function findDrawn(context: Context, dataUrl: string): Promise<KeptImage | null> {
  const [, base64] = /^data:image\/(?:webp|png);base64,/.test(dataUrl) ? dataUrl.split(',', 2) : [];
  if (!base64) return null;
  const sha256 = createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
  return findImage(context.db, sha256);
}

/** Stores all images or, if they exceed the seller's storage, none. */
async function keepAll(context: Context, sellerId: string, images: readonly KeptImage[]): Promise<void> {
  const unkept = new Map<string, KeptImage>();
  for (const image of images)
    if (!(await hasSellerImage(context.db, sellerId, image.sha256))) unkept.set(image.sha256, image);
  if (unkept.size === 0) return;
  const size = [...unkept.values()].reduce((total, { bytes }) => total + bytes.byteLength, 0);
  if (!(await fits(context, sellerId, size))) throw new ShopError('storage_full');
  for (const image of unkept.values()) await insertSellerImage(context.db, sellerId, image, context.now());
}

/** Subtracts images of deleted pages only near the limit, because that reads every page. */
const fits = async ({ db }: Context, sellerId: string, size: number): Promise<boolean> =>
  (await sumSellerBytes(db, sellerId)) + size <= IMAGE_SPACE_BYTES ||
  (await sumSellerBytesInUse(db, sellerId)) + size <= IMAGE_SPACE_BYTES;

/** Replaces data URLs in the config with paths of stored images; drops paths of images that the seller does not own. */
export async function withKeptImages(
  context: Context,
  sellerId: string,
  config: CheckoutPageConfig,
): Promise<CheckoutPageConfig> {
  const drawn: KeptImage[] = [];
  const pathOf = async (text: string | null, use: ImageUse): Promise<string | null> => {
    if (text === null) return null;
    if (!isImageDataUrl(text))
      return (await hasSellerImage(context.db, sellerId, sha256In(text))) ? text : null;
    const image = await drawnImage(context, text, use);
    drawn.push(image);
    return mediaPath(image);
  };
  const logo = await pathOf(config.logo, 'logo');
  const productImage = await pathOf(config.productImage, 'product');
  await keepAll(context, sellerId, drawn);
  return { ...config, logo, productImage };
}

/** Replaces image paths in the config with data URLs of the stored images. */
export async function withImagesInside(
  context: Context,
  config: CheckoutPageConfig,
): Promise<CheckoutPageConfig> {
  const inside = async (path: string | null): Promise<string | null> => {
    const image = path === null ? null : await findImage(context.db, sha256In(path));
    return image && `data:image/${image.extension};base64,${Buffer.from(image.bytes).toString('base64')}`;
  };
  return {
    ...config,
    logo: await inside(config.logo),
    productImage: await inside(config.productImage),
  };
}
