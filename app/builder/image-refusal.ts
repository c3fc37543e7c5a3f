import { errorBodyOf, ShopError, type ErrorCode } from '#domain/errors.ts';
import {
  LOGO_TYPES,
  MAX_IMAGE_BYTES,
  MAX_SVG_BYTES,
  PRODUCT_IMAGE_TYPES,
  SVG_TOO_LARGE,
  type ImageUse,
} from '#domain/image.ts';

export type Refusal = { title: string; message: string };

const CODES: Record<ImageUse, { size: ErrorCode; type: ErrorCode; types: readonly string[] }> = {
  product: { size: 'image_too_large', type: 'image_type', types: PRODUCT_IMAGE_TYPES },
  logo: { size: 'logo_too_large', type: 'logo_type', types: LOGO_TYPES },
};

/** Returns title and message of an error code; the title defaults to that of a failed upload. */
export function refusalOf(code: ErrorCode): Refusal {
  const { title, message } = errorBodyOf(new ShopError(code), 'Upload failed').error;
  return { title, message };
}

/** File name extensions of each media type. */
const ENDINGS: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif', 'pjpeg', 'pjp'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/svg+xml': ['svg'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
};

/** Pasted files may have no name, and some phones omit the extension: neither counts as a mismatch. */
function disagrees({ name, type }: { name: string; type: string }): boolean {
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && ENDINGS[type]?.includes(ending) !== true;
}

/** Returns why a selected file is rejected before upload; null if it is valid. */
export function imageRefusal(
  file: { name: string; size: number; type: string },
  use: ImageUse,
): Refusal | null {
  const { size, type, types } = CODES[use];
  if (file.size > MAX_IMAGE_BYTES) return refusalOf(size);
  if (!types.includes(file.type)) return refusalOf(type);
  if (file.type === 'image/svg+xml' && file.size > MAX_SVG_BYTES)
    return { ...refusalOf(size), message: SVG_TOO_LARGE };
  if (!disagrees(file)) return null;
  return {
    title: refusalOf(type).title,
    message: 'The name of this file ends otherwise than its kind of image. Please save the image again.',
  };
}

/** Returns the `accept` attribute of the file input. */
export const acceptedTypes = (use: ImageUse): string => CODES[use].types.join(',');
