import { ShopError } from '#domain/errors.ts';
import {
  LOGO_TYPES,
  MAX_IMAGE_BYTES,
  MAX_SVG_BYTES,
  SVG_TOO_LARGE,
  PRODUCT_IMAGE_TYPES,
  type ImageUse,
} from '#domain/image.ts';

import { sniffedType } from './image-type.ts';

/** A checked upload: the first bytes match its type. */
export type ImageFile = { type: string; bytes: Uint8Array };

const TYPES: Record<ImageUse, readonly string[]> = { product: PRODUCT_IMAGE_TYPES, logo: LOGO_TYPES };
const LONGEST_HEAD = 100;

export const tooLarge = (use: ImageUse): ShopError =>
  new ShopError(use === 'logo' ? 'logo_too_large' : 'image_too_large');
export const wrongType = (use: ImageUse): ShopError =>
  new ShopError(use === 'logo' ? 'logo_type' : 'image_type');
export const unreadable = (cause?: unknown): ShopError => new ShopError('image_unreadable', { cause });

/** Parses a data URL without running a pattern over megabytes of text. Throws AppError. */
export function imageFileFrom(dataUrl: string, use: ImageUse): ImageFile {
  const comma = dataUrl.slice(0, LONGEST_HEAD).indexOf(',');
  if (comma < 0 || !dataUrl.startsWith('data:')) throw wrongType(use);
  const [declared = '', ...parameters] = dataUrl.slice('data:'.length, comma).toLowerCase().split(';');
  const type = declared === 'image/jpg' ? 'image/jpeg' : declared;
  const size = decodedSize(dataUrl, comma + 1);
  if (size > MAX_IMAGE_BYTES) throw tooLarge(use);
  if (!TYPES[use].includes(type)) throw wrongType(use);
  if (type === 'image/svg+xml' && size > MAX_SVG_BYTES)
    throw new ShopError('logo_too_large', { message: SVG_TOO_LARGE });
  if (parameters.join(';') !== 'base64') throw unreadable();
  const bytes = decoded(dataUrl.slice(comma + 1), size);
  checkType(bytes, type, use);
  return { type, bytes };
}

/** Number of bytes of the base64 text from `start` on, computed from its length. */
function decodedSize(text: string, start: number): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(((text.length - start) * 3) / 4) - padding;
}

/** Node's decoder skips invalid characters and accepts the URL alphabet: both are detected here. */
function decoded(base64: string, size: number): Uint8Array {
  if (size <= 0 || base64.length % 4 !== 0 || base64.includes('-') || base64.includes('_'))
    throw unreadable();
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== size) throw unreadable();
  return bytes;
}

function checkType(bytes: Uint8Array, type: string, use: ImageUse): void {
  const sniffed = sniffedType(bytes);
  if (sniffed === null) throw unreadable();
  if (sniffed !== type) throw wrongType(use);
}
