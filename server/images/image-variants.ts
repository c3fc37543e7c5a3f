import { IMAGE_WIDTHS, type ImageWidth } from '#domain/image.ts';
import { singleFlight } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';

import type { StoredImage } from './process-image.ts';
import { findImage, findVariant, insertVariant } from './queries.ts';

/** `isFallback`: the original image, because its narrow copy could not be rendered. */
export type Variant = { bytes: Uint8Array; isFallback: boolean };

export type ImageVariants = {
  /** The copy of this width, or the image itself if it is no wider; null if the image is not stored. */
  find(sha256: string, width: ImageWidth): Promise<Variant | null>;
};

/** Narrow copies of stored images. Each is rendered once, in a child process, at the first request for it. */
export function createImageVariants(context: Context): ImageVariants {
  const loadVariant = singleFlight(async (name): Promise<Variant | null> => {
    const [sha256 = '', digits] = name.split('-');
    const width = IMAGE_WIDTHS.find((candidate) => String(candidate) === digits);
    if (!width) return null;
    const bytes = await findVariant(context.db, sha256, width);
    if (bytes) return { bytes, isFallback: false };
    const image = await findImage(context.db, sha256);
    if (image?.extension !== 'webp') return null;
    return image.width <= width ? { bytes: image.bytes, isFallback: false } : renderVariant(context, image, width);
  });
  return { find: (sha256, width) => loadVariant(`${sha256}-${width}`) };
}

async function renderVariant(context: Context, image: StoredImage, width: ImageWidth): Promise<Variant> {
  const { sha256 } = image;
  try {
    const answer = await context.imageWorkers.render({
      kind: 'raster',
      use: 'product',
      bytes: image.bytes,
      width,
    });
    if ('error' in answer) throw new Error(`A kept image is ${answer.error}`);
    const { bytes } = answer.image;
    await insertVariant(context.db, { sha256, width, bytes, now: context.realNow() });
    return { bytes, isFallback: false };
  } catch (err) {
    context.log.warn({ err, sha256, width }, 'image_variant_failed');
    return { bytes: image.bytes, isFallback: true };
  }
}
