import { expect, test } from 'vitest';

import { toErrorBody, isErrorCode, isAppError, AppError, getHttpStatus, type ErrorCode } from './errors.ts';

const formatError = (code: ErrorCode) => {
  const { title, message } = toErrorBody(new AppError(code), '(own)').error;
  return `${title} / ${message}`;
};

test.for([
  ['page_not_found', "Page not found / This checkout page doesn't exist", 404],
  ['stripe_not_connected', 'Stripe Not Connected / Please connect your Stripe account before publishing', 409],
  ['image_too_large', 'File too large / Please select an image under 2MB', 413],
  ['image_type', 'Invalid file type / Please select an image file (JPG, PNG, WEBP)', 415],
  ['image_unreadable', 'Upload failed / Failed to read image file', 422],
  ['coupon_invalid', 'Invalid coupon / This coupon code is not valid', 422],
  ['terms_required', 'Terms required / Please accept the terms and conditions', 422],
] as const)('%s has the specification’s texts', ([code, expected, status]) => {
  expect(formatError(code)).toBe(expected);
  expect(getHttpStatus(code)).toBe(status);
});

test('uses the specification’s texts for image errors', () => {
  expect(new AppError('logo_too_large').message).toBe('Logo file size must be less than 2MB');
  expect(new AppError('logo_type').message).toBe('Please upload a valid image (JPG, PNG, WEBP, or SVG)');
});

test('uses the specification’s title for unauthenticated requests', () => {
  expect(formatError('unauthorized')).toMatch(/^Authentication Required \/ /);
});

test.for(['not_accepting_payments', 'price_changed', 'email_invalid'] as const)(
  '%s has the title Checkout failed',
  (code) => {
    expect(formatError(code)).toMatch(/^Checkout failed \/ /);
  },
);

test('uses the action’s title for errors without a title', () => {
  const { error } = toErrorBody(new AppError('slug_taken'), 'Publishing failed');
  expect(error).toEqual({
    code: 'slug_taken',
    title: 'Publishing failed',
    message: 'This URL is already taken. Choose another one.',
  });
});

test('sends facts, which cannot replace code, title or message', () => {
  const facts = { problems: [{ field: 'price' }], code: 'x', title: 'x', message: 'x' };
  const { error } = toErrorBody(new AppError('page_invalid', { message: 'Set a price', facts }), 'Publishing failed');
  expect(error).toEqual({
    problems: [{ field: 'price' }],
    code: 'page_invalid',
    title: 'Publishing failed',
    message: 'Set a price',
  });
});

test('never sends the cause of an error', () => {
  const error = new AppError('internal', { cause: new Error('password=secret') });
  expect(JSON.stringify(toErrorBody(error, 'Error'))).not.toContain('secret');
  expect((error.cause as Error).message).toBe('password=secret');
});

test('recognizes a ShopError by name and code, even from another module graph', () => {
  const foreign = Object.assign(new Error('x'), { name: 'AppError', code: 'not_found' });
  expect([isAppError(new AppError('internal')), isAppError(foreign)]).toEqual([true, true]);
  const others = [
    new Error('x'),
    Object.assign(new Error('x'), { code: 'not_found' }),
    { name: 'AppError', code: 'not_found' },
    null,
  ];
  expect(others.map(isAppError)).toEqual([false, false, false, false]);
  expect(isAppError(Object.assign(new Error('x'), { name: 'AppError', code: 'constructor' }))).toBe(false);
});

test('accepts only codes of the catalogue', () => {
  expect([isErrorCode('not_found'), isErrorCode('toString'), isErrorCode('__proto__'), isErrorCode(404)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
