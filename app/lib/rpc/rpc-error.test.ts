import { expect, test } from 'vitest';

import { formatErrorToast } from '../error-message.ts';
import { parseRpcError, createUnreachableError } from './rpc-error.ts';

const createErrorResponse = (body: unknown, status: number) => new Response(JSON.stringify(body), { status });

test('reads code, title, message, status and details from an error response', async () => {
  const body = {
    error: { code: 'slug_taken', title: 'Publishing failed', message: 'Taken.', suggestion: 'pots-2' },
  };
  const error = await parseRpcError(createErrorResponse(body, 409));
  expect(error).toMatchObject({
    name: 'CallError',
    code: 'slug_taken',
    title: 'Publishing failed',
    message: 'Taken.',
    status: 409,
    details: { suggestion: 'pots-2' },
  });
});

test("uses the action's title when the response is not JSON", async () => {
  const error = await parseRpcError(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(error).toMatchObject({ code: 'unreadable', title: null, status: 502, details: {} });
});

test.each([[null], [[]], [{}], [{ error: 'no' }], [{ error: { code: 'x' } }], [{ error: { message: 'x' } }]])(
  'ignores JSON of another shape: %j',
  async (body) => {
    expect(await parseRpcError(createErrorResponse(body, 500))).toMatchObject({
      code: 'unreadable',
      title: null,
    });
  },
);

test('sets a missing title to null', async () => {
  const error = await parseRpcError(createErrorResponse({ error: { code: 'internal', message: 'Sorry.' } }, 500));
  expect(error.title).toBeNull();
});

test("shows the error's title in the toast, or else the action's", async () => {
  const titledError = await parseRpcError(
    createErrorResponse({ error: { code: 'a', title: 'File too large', message: 'M' } }, 413),
  );
  expect(formatErrorToast(titledError, 'Publishing failed')).toEqual({
    title: 'File too large',
    message: 'M',
  });
  expect(formatErrorToast(createUnreachableError(), 'Publishing failed').title).toBe('Publishing failed');
});

test('shows a generic message for an unexpected error', () => {
  expect(formatErrorToast(new TypeError('x is undefined'), 'Publishing failed')).toEqual({
    title: 'Publishing failed',
    message: 'Something went wrong. Please try again.',
  });
});
