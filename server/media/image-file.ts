import { AppError } from '#domain/errors.ts';
import {
  LOGO_TYPES,
  MAX_IMAGE_BYTES,
  MAX_SVG_BYTES,
  SVG_TOO_LARGE,
  PRODUCT_IMAGE_TYPES,
  type ImageUse,
} from '#domain/image.ts';

import { detectImageType } from './image-type.ts';

/** A checked upload: the first bytes match its type. */
export type ImageFile = { type: string; bytes: Uint8Array };

const TYPES: Record<ImageUse, readonly string[]> = { product: PRODUCT_IMAGE_TYPES, logo: LOGO_TYPES };
const MAX_HEADER_LENGTH = 100;

export const tooLargeError = (use: ImageUse): AppError =>
  new AppError(use === 'logo' ? 'logo_too_large' : 'image_too_large');
export const wrongTypeError = (use: ImageUse): AppError => new AppError(use === 'logo' ? 'logo_type' : 'image_type');
export const unreadableError = (cause?: unknown): AppError => new AppError('image_unreadable', { cause });

/** Parses a data URL without running a pattern over megabytes of text. Throws AppError. */
export function parseImageFile(dataUrl: string, use: ImageUse): ImageFile {
  const comma = dataUrl.slice(0, MAX_HEADER_LENGTH).indexOf(',');
  if (comma < 0 || !dataUrl.startsWith('data:')) throw wrongTypeError(use);
  const [declared = '', ...parameters] = dataUrl.slice('data:'.length, comma).toLowerCase().split(';');
  const type = declared === 'image/jpg' ? 'image/jpeg' : declared;
  const size = decodedSize(dataUrl, comma + 1);
  if (size > MAX_IMAGE_BYTES) throw tooLargeError(use);
  if (!TYPES[use].includes(type)) throw wrongTypeError(use);
  if (type === 'image/svg+xml' && size > MAX_SVG_BYTES)
    throw new AppError('logo_too_large', { message: SVG_TOO_LARGE });
  if (parameters.join(';') !== 'base64') throw unreadableError();
  const bytes = decodeBase64(dataUrl.slice(comma + 1), size);
  checkType(bytes, type, use);
  return { type, bytes };
}

/** Number of bytes of the base64 text from `start` on, computed from its length. */
function decodedSize(text: string, start: number): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(((text.length - start) * 3) / 4) - padding;
}

/** Node's decoder skips invalid characters and accepts the URL alphabet: both are detected here. */
function decodeBase64(base64: string, size: number): Uint8Array {
  if (size <= 0 || base64.length % 4 !== 0 || base64.includes('-') || base64.includes('_')) throw unreadableError();
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== size) throw unreadableError();
  return bytes;
}

function checkType(bytes: Uint8Array, type: string, use: ImageUse): void {
  const sniffed = detectImageType(bytes);
  if (sniffed === null) throw unreadableError();
  if (sniffed !== type) throw wrongTypeError(use);
}
