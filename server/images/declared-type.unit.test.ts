import { expect, test } from 'vitest';

import { parseImageFile } from './process-image.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('accepts an image whose bytes match the declared type', () => {
  expect(parseImageFile(`data:image/png;base64,${PNG}`, 'product').type).toBe('image/png');
});

test.for([
  ['image/jpeg', 'product', 'image_type'],
  ['image/webp', 'logo', 'logo_type'],
  ['image/svg+xml', 'logo', 'logo_type'],
] as const)('refuses a PNG declared as %s for a %s', ([type, use, code]) => {
  expect(() => parseImageFile(`data:${type};base64,${PNG}`, use)).toThrow(expect.objectContaining({ code }) as Error);
});
