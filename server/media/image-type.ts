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
