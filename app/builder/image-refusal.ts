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

/** The catalogue's words for a code, with the title of an upload where it has none. */
export function refusalOf(code: ErrorCode): Refusal {
  const { title, message } = errorBodyOf(new ShopError(code), 'Upload failed').error;
  return { title, message };
}

/** How names of files of each type end. */
const ENDINGS: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif', 'pjpeg', 'pjp'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/svg+xml': ['svg'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
};

/** What was pasted may have no name, and some phones name without an ending: then nothing disagrees. */
function disagrees({ name, type }: { name: string; type: string }): boolean {
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && ENDINGS[type]?.includes(ending) !== true;
}

/** Why a chosen file is not sent at all; null when it may go. */
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

/** What the file dialog offers. */
export const acceptedTypes = (use: ImageUse): string => CODES[use].types.join(',');
