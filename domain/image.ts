/** Upload limit of the specification: 2 MB per file. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

/** Stricter limit for SVG: it is parsed as a document before rendering, which costs far more than its size suggests. */
export const MAX_SVG_BYTES = 256 * 1024;

/** Storage quota for a seller's images. */
export const IMAGE_QUOTA_BYTES = 50 * 1024 * 1024;

/** Pixels. The page's stylesheet limits logos to `displayWidth`. */
export const LOGO_SIZE = { width: 200, height: 60, displayWidth: 150 } as const;

export const LOGO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml'] as const;
/** Raster formats that the server can decode. */
export const PRODUCT_IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
] as const;

/** `extra`: the small picture of an order bump, in the formats of a product image. */
export const IMAGE_USES = ['product', 'logo', 'extra'] as const;
export type ImageUse = (typeof IMAGE_USES)[number];

/** Widths in pixels of the resized variants, besides the original. */
export const IMAGE_WIDTHS = [480, 800, 1200] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

export type ImageSize = { width: number; height: number };

/**
 * Larger images are scaled down when they are stored. Dense screens need more pixels than the page has: logos up to three
 * times as many, extras four times the 96 pixels of their box.
 */
export const MAX_STORED_SIZES: Record<ImageUse, ImageSize> = {
  product: { width: 1600, height: 1600 },
  logo: { width: 3 * LOGO_SIZE.width, height: 3 * LOGO_SIZE.height },
  extra: { width: 384, height: 384 },
};

const MEDIA_PATH = /^\/media\/[0-9a-f]{64}\.(?:webp|png|jpg)$/;

/** True for the path of a stored image. */
export const isMediaPath = (text: string): boolean => MEDIA_PATH.test(text);

export const isImageDataUrl = (text: string): boolean => text.startsWith('data:image/');

const ORIGINAL_PATH = /^(\/media\/[0-9a-f]{64})\.webp$/;

/** Path of the variant of a stored image that is at most `width` pixels wide; other URLs stay unchanged. */
export const getVariantPath = (path: string, width: ImageWidth): string =>
  path.replace(ORIGINAL_PATH, `$1-${width}.webp`);
