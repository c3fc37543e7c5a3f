import { expect, test } from 'vitest';

import { MAX_IMAGE_BYTES, MAX_SVG_BYTES } from '#domain/image.ts';

import { validateImageFile, getImageErrorToast } from './upload-image.ts';

test('accepts a product image of exactly 2 MB and rejects one byte more', () => {
  expect(validateImageFile({ name: '', size: MAX_IMAGE_BYTES, type: 'image/png' }, 'product')).toBeNull();
  expect(validateImageFile({ name: '', size: MAX_IMAGE_BYTES + 1, type: 'image/png' }, 'product')).toEqual({
    title: 'File too large',
    message: 'Please select an image under 2MB',
  });
});

test('rejects a text file as product image', () => {
  expect(validateImageFile({ name: '', size: 10, type: 'text/plain' }, 'product')).toEqual({
    title: 'Invalid file type',
    message: 'Please select an image file (JPG, PNG, WEBP)',
  });
});

test('accepts SVG files for logos only', () => {
  expect(validateImageFile({ name: '', size: 10, type: 'image/svg+xml' }, 'logo')).toBeNull();
  expect(validateImageFile({ name: '', size: 10, type: 'image/svg+xml' }, 'product')).not.toBeNull();
});

test('rejects a logo with its own messages', () => {
  expect(validateImageFile({ name: '', size: 3e6, type: 'image/png' }, 'logo')?.message).toBe(
    'Logo file size must be less than 2MB',
  );
  expect(validateImageFile({ name: '', size: 10, type: 'image/gif' }, 'logo')?.message).toBe(
    'Please upload a valid image (JPG, PNG, WEBP, or SVG)',
  );
});

test('returns the message of the error catalog for an unreadable file', () => {
  expect(getImageErrorToast('image_unreadable')).toEqual({
    title: 'Upload failed',
    message: 'Failed to read image file',
  });
});

test('rejects a file name extension that contradicts the media type', () => {
  const isRejected = (name: string, type: string) => validateImageFile({ name, size: 10, type }, 'product') !== null;
  for (const name of ['', 'image', 'a.jpg', 'A.JPEG', 'holiday.2026.jfif'])
    expect(isRejected(name, 'image/jpeg')).toBe(false);
  for (const name of ['a.png', 'a.jpg.exe', 'a.', '.htaccess']) expect(isRejected(name, 'image/jpeg')).toBe(true);
  for (const [name, type] of [
    ['a.webp', 'image/webp'],
    ['a.gif', 'image/gif'],
    ['a.AVIF', 'image/avif'],
    ['a.tif', 'image/tiff'],
    ['a.tiff', 'image/tiff'],
  ] as const)
    expect(isRejected(name, type)).toBe(false);
  expect(validateImageFile({ name: 'logo.png', size: 10, type: 'image/svg+xml' }, 'logo')).toEqual({
    title: getImageErrorToast('logo_type').title,
    message: 'The file extension doesn’t match the image type. Save the image again, then upload it.',
  });
});

test('rejects an SVG logo above its own limit before upload', () => {
  const svg = (size: number) => ({ name: 'logo.svg', size, type: 'image/svg+xml' });
  expect(validateImageFile(svg(MAX_SVG_BYTES), 'logo')).toBeNull();
  expect(validateImageFile(svg(MAX_SVG_BYTES + 1), 'logo')).toMatchObject({
    message: 'SVG logos can’t be larger than 256 KB',
  });
});
