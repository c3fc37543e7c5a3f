/** Both limits of the specification: 2 MB of the file itself. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

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

const MEDIA_PATH = /^\/media\/[0-9a-f]{64}\.(?:webp|png|jpg)$/;

/** Whether a text is the address of an image that we keep. */
export const isMediaPath = (text: string): boolean => MEDIA_PATH.test(text);

export const isImageDataUrl = (text: string): boolean => text.startsWith('data:image/');
