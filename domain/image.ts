/** Both limits of the specification: 2 MB of the file itself. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

/** An SVG is read as a document before it is drawn, which costs far more than its size: fewer bytes than other logos. */
export const MAX_SVG_BYTES = 256 * 1024;
export const SVG_TOO_LARGE = 'An SVG logo must be less than 256 KB';

/** What a seller's images may take together, as they are kept. */
export const IMAGE_SPACE_BYTES = 50 * 1024 * 1024;

/** Pixels. The stylesheet of the page draws no logo wider than `shownWidth`. */
export const LOGO_SIZE = { width: 200, height: 60, shownWidth: 150 } as const;

export const LOGO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml'] as const;
/** Every raster image that the shop can draw. */
export const PRODUCT_IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
] as const;

export type ImageUse = 'product' | 'logo';

/** Widths in pixels, besides its own, in which a kept image is served. */
export const IMAGE_WIDTHS = [480, 800, 1200] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Pixels of a picture as it is kept. */
export type ImageSize = { width: number; height: number };

const MEDIA_PATH = /^\/media\/[0-9a-f]{64}\.(?:webp|png|jpg)$/;

/** Whether a text is the address of an image that we keep. */
export const isMediaPath = (text: string): boolean => MEDIA_PATH.test(text);

export const isImageDataUrl = (text: string): boolean => text.startsWith('data:image/');

const WIDE_PATH = /^(\/media\/[0-9a-f]{64})\.webp$/;

/** The address of a kept image at most `width` pixels wide; any other address stays as it is. */
export const narrowPath = (path: string, width: ImageWidth): string =>
  path.replace(WIDE_PATH, `$1-${width}.webp`);
