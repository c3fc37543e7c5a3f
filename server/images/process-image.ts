import { createHash } from 'node:crypto';

import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { AppError } from '#domain/errors.ts';
import { type ImageUse, LOGO_TYPES, MAX_IMAGE_BYTES, MAX_SVG_BYTES, PRODUCT_IMAGE_TYPES } from '#domain/image.ts';

import type { ImageWorkers } from './image-worker-pool.ts';

const SIGNATURES: readonly [string, readonly number[]][] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['image/tiff', [0x4d, 0x4d, 0x00, 0x2a]],
];

/** Constructs that may precede the first element, with their ends. */
const PROLOGUE = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const;
const PROLOGUE_BYTES = 16 * 1024;

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1');

/** An AVIF file names its brand in its first box. */
function isAvif(bytes: Uint8Array): boolean {
  if (ascii(bytes, 4, 8) !== 'ftyp') return false;
  const brands = ascii(bytes, 8, Math.min(bytes[3] ?? 0, 64));
  return brands.includes('avif') || brands.includes('avis');
}

/** Skips declarations and comments one by one: one regular expression for all of them could backtrack without end. */
function isSvg(text: string): boolean {
  let rest = text.trimStart();
  for (;;) {
    const construct = PROLOGUE.find(([open]) => rest.startsWith(open));
    if (!construct) return /^<(?:svg[\s/>]|!DOCTYPE\s+svg)/i.test(rest);
    const end = rest.indexOf(construct[1]);
    if (end < 0) return false;
    rest = rest.slice(end + construct[1].length).trimStart();
  }
}

/** The MIME type that the first bytes show, whatever type was declared; null if they match no supported type. */
export function detectImageType(bytes: Uint8Array): string | null {
  const match = SIGNATURES.find(([, signature]) => signature.every((byte, i) => bytes[i] === byte));
  if (match) return match[0];
  const start = ascii(bytes, 0, 12);
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  if (isAvif(bytes)) return 'image/avif';
  return isSvg(Buffer.from(bytes.subarray(0, PROLOGUE_BYTES)).toString('utf8')) ? 'image/svg+xml' : null;
}

/** A checked upload: the first bytes match its type. */
type ImageFile = { type: string; bytes: Uint8Array };

const TYPES: Record<ImageUse, readonly string[]> = {
  product: PRODUCT_IMAGE_TYPES,
  logo: LOGO_TYPES,
  extra: PRODUCT_IMAGE_TYPES,
};
const MAX_HEADER_LENGTH = 100;

const tooLargeError = (use: ImageUse): AppError => new AppError(use === 'logo' ? 'logo_too_large' : 'image_too_large');
const wrongTypeError = (use: ImageUse): AppError => new AppError(use === 'logo' ? 'logo_type' : 'image_type');
const unreadableError = (): AppError => new AppError('image_unreadable');

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
    throw new AppError('logo_too_large', { message: pageRuleMessages.images.svgTooLarge });
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

/** A stored image, named by the SHA-256 of its bytes. */
export type StoredImage = {
  sha256: string;
  extension: 'webp' | 'png';
  bytes: Uint8Array;
  width: number;
  height: number;
};

/** Checks an uploaded data URL and re-encodes it in a child process. Throws AppError with a message of the catalog. */
export async function processImage(dataUrl: string, use: ImageUse, workers: ImageWorkers): Promise<StoredImage> {
  const { type, bytes } = parseImageFile(dataUrl, use);
  const answer = await workers.render({ kind: type === 'image/svg+xml' ? 'svg' : 'raster', use, bytes });
  if ('error' in answer) throw unreadableError();
  const sha256 = createHash('sha256').update(answer.image.bytes).digest('hex');
  return { sha256, extension: 'webp', ...answer.image };
}
