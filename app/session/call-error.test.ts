import { expect, test } from 'vitest';

import { callErrorFrom, unreachable } from './call-error.ts';
import { failWords } from './use-fail-toast.ts';

const refusal = (body: unknown, status: number) => new Response(JSON.stringify(body), { status });

test('a refused call gives its code, title, message, status and facts', async () => {
  const body = {
    error: { code: 'slug_taken', title: 'Publishing failed', message: 'Taken.', suggestion: 'pots-2' },
  };
  const error = await callErrorFrom(refusal(body, 409));
  expect(error).toMatchObject({
    name: 'CallError',
    code: 'slug_taken',
    title: 'Publishing failed',
    message: 'Taken.',
    status: 409,
    facts: { suggestion: 'pots-2' },
  });
});

test('an answer that is no JSON leaves the title to the action', async () => {
  const error = await callErrorFrom(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(error).toMatchObject({ code: 'unreadable', title: null, status: 502, facts: {} });
});

test.each([[null], [[]], [{}], [{ error: 'no' }], [{ error: { code: 'x' } }], [{ error: { message: 'x' } }]])(
  'JSON of another shape is not read: %j',
  async (body) => {
    expect(await callErrorFrom(refusal(body, 500))).toMatchObject({ code: 'unreadable', title: null });
  },
);

test('a missing title is null, not a word', async () => {
  const error = await callErrorFrom(refusal({ error: { code: 'internal', message: 'Sorry.' } }, 500));
  expect(error.title).toBeNull();
});

test('a toast takes the title of the error, else that of the action', async () => {
  const named = await callErrorFrom(
    refusal({ error: { code: 'a', title: 'File too large', message: 'M' } }, 413),
  );
  expect(failWords(named, 'Publishing failed')).toEqual({ title: 'File too large', message: 'M' });
  expect(failWords(unreachable(), 'Publishing failed').title).toBe('Publishing failed');
});

test('a toast says something sensible about an error that is not ours', () => {
  expect(failWords(new TypeError('x is undefined'), 'Publishing failed')).toEqual({
    title: 'Publishing failed',
    message: 'Something went wrong. Please try again.',
  });
});
