import { errorBodyOf, ShopError, type ErrorCode } from '#domain/errors.ts';
import { LOGO_TYPES, MAX_IMAGE_BYTES, PRODUCT_IMAGE_TYPES, type ImageUse } from '#domain/image.ts';

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

/** Why a chosen file is not sent at all; null when it may go. */
export function imageRefusal(file: { size: number; type: string }, use: ImageUse): Refusal | null {
  const { size, type, types } = CODES[use];
  if (file.size > MAX_IMAGE_BYTES) return refusalOf(size);
  return types.includes(file.type) ? null : refusalOf(type);
}

/** What the file dialog offers. */
export const acceptedTypes = (use: ImageUse): string => CODES[use].types.join(',');
