import { expect, test } from 'vitest';

import { isImageDataUrl, isMediaPath, LOGO_TYPES, MAX_IMAGE_BYTES, PRODUCT_IMAGE_TYPES } from './image.ts';

const sha256 = '0123456789abcdef'.repeat(4);

test('defines 2 MB as 2,097,152 bytes', () => {
  expect(MAX_IMAGE_BYTES).toBe(2_097_152);
});

test.for(['webp', 'png', 'jpg'])('accepts the path of a stored %s', (extension) => {
  expect(isMediaPath(`/media/${sha256}.${extension}`)).toBe(true);
});

test.for([
  `/media/${sha256}.svg`,
  `/media/${sha256.toUpperCase()}.webp`,
  `/media/${sha256.slice(1)}.webp`,
  `/media/${sha256}.webp\n`,
  `/media/../${sha256}.webp`,
  `//evil.example/media/${sha256}.webp`,
  `https://evil.example/media/${sha256}.webp`,
  '',
])('rejects %j as a stored image', (text) => {
  expect(isMediaPath(text)).toBe(false);
});

test('accepts only image data URLs', () => {
  const texts = [
    'data:image/png;base64,AA==',
    'data:text/html,x',
    ' data:image/png;base64,AA==',
    'javascript:data:image/',
  ];
  expect(texts.map(isImageDataUrl)).toEqual([true, false, false, false]);
});

test('allows SVG only for logos', () => {
  expect(LOGO_TYPES).toEqual(['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml']);
  expect(PRODUCT_IMAGE_TYPES).not.toContain('image/svg+xml');
});
