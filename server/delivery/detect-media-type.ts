import { getFileExtension } from '#domain/file-name.ts';

/** Bytes from the beginning of a file that decide on its type. */
export const SAMPLE_BYTES = 4096;

const OTHER = 'application/octet-stream';

/** Types by the bytes with which their files begin, at an offset. */
const SIGNATURES: readonly [type: string, bytes: string, offset?: number][] = [
  ['application/pdf', '%PDF-'],
  ['application/epub+zip', 'mimetypeapplication/epub+zip', 30],
  ['application/zip', 'PK\x03\x04'],
  ['application/zip', 'PK\x05\x06'],
  ['application/x-7z-compressed', '7z\xbc\xaf\x27\x1c'],
  ['application/vnd.rar', 'Rar!\x1a\x07'],
  ['application/gzip', '\x1f\x8b'],
  ['application/x-tar', 'ustar', 257],
  ['application/x-mobipocket-ebook', 'BOOKMOBI', 60],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF8'],
  ['image/webp', 'WEBP', 8],
  ['image/avif', 'ftypavif', 4],
  ['image/heic', 'ftypheic', 4],
  ['image/tiff', 'II*\x00'],
  ['image/tiff', 'MM\x00*'],
  ['image/vnd.adobe.photoshop', '8BPS'],
  ['audio/mpeg', 'ID3'],
  ['audio/mpeg', '\xff\xfb'],
  ['audio/wav', 'WAVE', 8],
  ['audio/flac', 'fLaC'],
  ['audio/ogg', 'OggS'],
  ['audio/midi', 'MThd'],
  ['audio/mp4', 'ftypM4A ', 4],
  ['video/quicktime', 'ftypqt  ', 4],
  ['video/mp4', 'ftyp', 4],
  ['video/webm', '\x1aE\xdf\xa3'],
  ['video/x-msvideo', 'AVI ', 8],
  ['font/woff2', 'wOF2'],
  ['font/woff', 'wOFF'],
  ['font/otf', 'OTTO'],
  ['font/ttf', '\x00\x01\x00\x00\x00'],
];

/** Formats that are ZIP archives and differ by their extension only. */
const ZIP_FORMATS: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
};

/**
 * Detects the media type of a file from its first bytes. Everything that a browser could execute, such as HTML and SVG, is
 * plain text. Unknown formats are `application/octet-stream`.
 */
export function detectMediaType(sample: Uint8Array, fileName: string): string {
  const text = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength).toString('latin1');
  const type = SIGNATURES.find(([, bytes, offset = 0]) => text.startsWith(bytes, offset))?.[0];
  if (type === 'application/zip') return ZIP_FORMATS[getFileExtension(fileName)] ?? OTHER;
  return type ?? (isText(sample) ? 'text/plain' : OTHER);
}

/** Whether the bytes are UTF-8 without NUL. Their last character may be cut. */
function isText(sample: Uint8Array): boolean {
  if (sample.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}
