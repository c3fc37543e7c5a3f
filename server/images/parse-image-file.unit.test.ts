import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isAppError } from '#domain/errors.ts';
import type { ImageUse } from '#domain/image.ts';
import { propertyRuns } from '#domain/testing/property-runs.ts';

import { parseImageFile, detectImageType } from './process-image.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const anyUse = fc.constantFrom<ImageUse>('product', 'logo');
const codeOf = (text: string, imageUse: ImageUse) => {
  try {
    parseImageFile(text, imageUse);
    return 'kept';
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
};

test('decodes every byte of a data URL', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), anyUse, (rest, imageUse) => {
      const bytes = Buffer.concat([PNG, rest]);
      const file = parseImageFile(`data:image/png;base64,${bytes.toString('base64')}`, imageUse);
      expect(file.type).toBe('image/png');
      expect(Buffer.compare(Buffer.from(file.bytes), bytes)).toBe(0);
    }),
  );
});

test('accepts any text or refuses it with a known code', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.constantFrom('data:image/png;base64,', 'data:image/svg+xml;base64,', 'data:,'), fc.string())
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, anyUse, (dataUrl, imageUse) => {
      expect(codeOf(dataUrl, imageUse)).toMatch(/^(?:image_type|image_unreadable|logo_type)$/);
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test('detects an invalid base64 character at any position', () => {
  const base64 = Buffer.concat([PNG, Buffer.alloc(100)]).toString('base64');
  fc.assert(
    fc.property(
      fc.nat(base64.length - 5),
      fc.constantFrom(' ', '\n', '-', '_', '=', '%', 'é', '\0', '.'),
      (position, invalidCharacter) => {
        const broken = base64.slice(0, position) + invalidCharacter + base64.slice(position + 1);
        expect(codeOf(`data:image/png;base64,${broken}`, 'product')).toBe('image_unreadable');
      },
    ),
  );
});

test('checks the size before decoding', () => {
  const urlOf = (length: number) => `data:image/png;base64,${'A'.repeat(length)}`;
  expect(codeOf(urlOf(50_000_000), 'product')).toBe('image_too_large');
  expect(codeOf(urlOf(50_000_000), 'logo')).toBe('logo_too_large');
});

test('accepts an SVG of 256 kB and refuses a larger one with its own message', () => {
  const svgOf = (length: number) =>
    `data:image/svg+xml;base64,${Buffer.from(`<svg>${' '.repeat(length - 11)}</svg>`).toString('base64')}`;
  expect(codeOf(svgOf(256 * 1024), 'logo')).toBe('kept');
  expect(() => parseImageFile(svgOf(256 * 1024 + 1), 'logo')).toThrow('SVG logos can’t be larger than 256 KB');
});

test('detects types by their first bytes', () => {
  const typeOf = (text: string) => detectImageType(Buffer.from(text, 'latin1'));
  expect(typeOf('\xff\xd8\xff\xe0')).toBe('image/jpeg');
  expect(typeOf('II*\0')).toBe('image/tiff');
  expect(typeOf('MM\0*')).toBe('image/tiff');
  expect(typeOf('GIF87a')).toBe('image/gif');
  expect(typeOf('RIFF\0\0\0\0WEBP')).toBe('image/webp');
  expect(typeOf('RIFF\0\0\0\0WAVE')).toBeNull();
  expect(typeOf('\0\0\0\x20ftypmif1\0\0\0\0avifmiaf')).toBe('image/avif');
  expect(typeOf('\0\0\0\x20ftypheic\0\0\0\0mif1heic')).toBeNull();
  expect(typeOf('<?xml version="1.0"?> <!-- > --> <svg>')).toBe('image/svg+xml');
  expect(typeOf('<!-- <svg> -->')).toBeNull();
  expect(typeOf('')).toBeNull();
});
