import { expect, test } from 'vitest';

import { imageFileFrom } from './image-file.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('an image whose bytes are of the declared type is taken', () => {
  expect(imageFileFrom(`data:image/png;base64,${PNG}`, 'product').type).toBe('image/png');
});

test.for([
  ['image/jpeg', 'product', 'image_type'],
  ['image/webp', 'logo', 'logo_type'],
  ['image/svg+xml', 'logo', 'logo_type'],
] as const)('a PNG that calls itself %s is refused as a %s', ([type, use, code]) => {
  expect(() => imageFileFrom(`data:${type};base64,${PNG}`, use)).toThrow(
    expect.objectContaining({ code }) as Error,
  );
});
