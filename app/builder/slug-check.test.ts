import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Calls } from '#domain/calls.ts';

import { SLUG_PAUSE_MS, SlugCheck } from './slug-check.ts';

type Answer = Calls['check-slug']['answer'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a checker whose server responds when the test says so. */
function desk() {
  const asked: { slug: string; free: () => void; taken: () => void; fail: () => void }[] = [];
  const check = new SlugCheck(
    ({ slug }) =>
      new Promise<Answer>((resolve, reject) => {
        const url = `https://shop.example/c/${slug}`;
        asked.push({
          slug,
          free: () => resolve({ slug, url, available: true, problem: null }),
          taken: () => resolve({ slug, url, available: false, problem: 'Taken' }),
          fail: () => reject(new Error('offline')),
        });
      }),
  );
  return { check, asked };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('sends a request half a second after the last change', async () => {
  const { check, asked } = desk();
  check.want({ slug: 'kil' });
  await pass(SLUG_PAUSE_MS - 1);
  check.want({ slug: 'kiln' });
  await pass(SLUG_PAUSE_MS - 1);
  expect(asked).toHaveLength(0);
  expect(check.status()).toEqual({ kind: 'checking' });
  await pass(1);
  expect(asked.map(({ slug }) => slug)).toEqual(['kiln']);
});

test('returns the URL of an available slug and the error of a taken one', async () => {
  const { check, asked } = desk();
  check.want({ slug: 'kiln' });
  await pass(SLUG_PAUSE_MS);
  asked[0]?.free();
  await pass(0);
  expect(check.status()).toEqual({ kind: 'free', url: 'https://shop.example/c/kiln' });
  check.want({ slug: 'oven' });
  await pass(SLUG_PAUSE_MS);
  asked[1]?.taken();
  await pass(0);
  expect(check.status()).toEqual({ kind: 'refused', problem: 'Taken' });
});

test('sends one request at a time and ignores outdated responses', async () => {
  const { check, asked } = desk();
  check.want({ slug: 'one' });
  await pass(SLUG_PAUSE_MS);
  check.want({ slug: 'two' });
  await pass(SLUG_PAUSE_MS);
  check.want({ slug: 'three' });
  await pass(SLUG_PAUSE_MS);
  expect(asked.map(({ slug }) => slug)).toEqual(['one']);
  asked[0]?.taken();
  await pass(0);
  expect(check.status()).toEqual({ kind: 'checking' });
  expect(asked.map(({ slug }) => slug)).toEqual(['one', 'three']);
  asked[1]?.free();
  await pass(0);
  expect(check.status()).toEqual({ kind: 'free', url: 'https://shop.example/c/three' });
});

test('waits half a second after a change even if a response just arrived', async () => {
  const { check, asked } = desk();
  check.want({ slug: 'one' });
  await pass(SLUG_PAUSE_MS);
  check.want({ slug: 'two' });
  asked[0]?.free();
  await pass(0);
  expect(asked).toHaveLength(1);
  await pass(SLUG_PAUSE_MS);
  expect(asked).toHaveLength(2);
});

test('sends nothing and resets the status for an empty field', async () => {
  const { check, asked } = desk();
  check.want({ slug: 'one' });
  await pass(SLUG_PAUSE_MS);
  check.want(null);
  asked[0]?.taken();
  await pass(SLUG_PAUSE_MS);
  expect(check.status()).toEqual({ kind: 'idle' });
  expect(asked).toHaveLength(1);
});

test('returns unknown if the request fails and checks the same slug once', async () => {
  const { check, asked } = desk();
  check.want({ slug: 'one' });
  check.want({ slug: 'one' });
  await pass(SLUG_PAUSE_MS);
  asked[0]?.fail();
  await pass(0);
  expect(check.status()).toEqual({ kind: 'unknown' });
  expect(asked).toHaveLength(1);
});
