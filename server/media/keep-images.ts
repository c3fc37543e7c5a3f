import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { ShopError } from '#domain/errors.ts';
import { isImageDataUrl, type ImageUse } from '#domain/image.ts';

import type { Context } from '#server/context.ts';
import { hasSellerImage, insertSellerImage, sumSellerBytes } from '#server/db/media.ts';
import { processImage, type KeptImage } from './image.ts';

const QUOTA_BYTES = 50 * 1024 * 1024;

export const mediaPath = (image: Pick<KeptImage, 'sha256' | 'extension'>): string =>
  `/media/${image.sha256}.${image.extension}`;

/** Checks and re-encodes an image and keeps it for the seller. */
export async function keepImage(
  context: Context,
  sellerId: string,
  dataUrl: string,
  use: ImageUse,
): Promise<KeptImage> {
  const image = await processImage(dataUrl, use, context.images);
  const used = await sumSellerBytes(context.db, sellerId);
  const known = await hasSellerImage(context.db, sellerId, image.sha256);
  if (!known && used + image.bytes.byteLength > QUOTA_BYTES) throw new ShopError('storage_full');
  await insertSellerImage(context.db, sellerId, image, context.now());
  return image;
}

/** The config with addresses in place of data URLs; an address of an image that is not the seller's own is dropped. */
export async function withKeptImages(
  context: Context,
  sellerId: string,
  config: CheckoutPageConfig,
): Promise<CheckoutPageConfig> {
  const kept = async (text: string | null, use: ImageUse) => {
    if (text === null) return null;
    if (isImageDataUrl(text)) return mediaPath(await keepImage(context, sellerId, text, use));
    const sha256 = text.slice('/media/'.length, '/media/'.length + 64);
    return (await hasSellerImage(context.db, sellerId, sha256)) ? text : null;
  };
  return {
    ...config,
    logo: await kept(config.logo, 'logo'),
    productImage: await kept(config.productImage, 'product'),
  };
}
