import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { RpcContract } from '#domain/rpc-contract.ts';

import { SLUG_CHECK_DELAY_MS, SlugChecker } from './slug-checker.ts';

type SlugResponse = RpcContract['check-slug']['response'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a checker whose server responds when the test says so. */
function createChecker() {
  const requests: { slug: string; respondFree: () => void; respondTaken: () => void; fail: () => void }[] = [];
  const check = new SlugChecker(
    ({ slug }) =>
      new Promise<SlugResponse>((resolve, reject) => {
        const url = `https://shop.example/c/${slug}`;
        requests.push({
          slug,
          respondFree: () => resolve({ slug, url, available: true, problem: null }),
          respondTaken: () => resolve({ slug, url, available: false, problem: 'Taken' }),
          fail: () => reject(new Error('offline')),
        });
      }),
  );
  return { check, requests };
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('sends a request half a second after the last change', async () => {
  const { check, requests } = createChecker();
  check.setQuery({ slug: 'kil' });
  await advance(SLUG_CHECK_DELAY_MS - 1);
  check.setQuery({ slug: 'kiln' });
  await advance(SLUG_CHECK_DELAY_MS - 1);
  expect(requests).toHaveLength(0);
  expect(check.status()).toEqual({ kind: 'checking' });
  await advance(1);
  expect(requests.map(({ slug }) => slug)).toEqual(['kiln']);
});

test('returns the URL of an available slug and the error of a taken one', async () => {
  const { check, requests } = createChecker();
  check.setQuery({ slug: 'kiln' });
  await advance(SLUG_CHECK_DELAY_MS);
  requests[0]?.respondFree();
  await advance(0);
  expect(check.status()).toEqual({ kind: 'free', url: 'https://shop.example/c/kiln' });
  check.setQuery({ slug: 'oven' });
  await advance(SLUG_CHECK_DELAY_MS);
  requests[1]?.respondTaken();
  await advance(0);
  expect(check.status()).toEqual({ kind: 'refused', error: 'Taken' });
});

test('sends one request at a time and ignores outdated responses', async () => {
  const { check, requests } = createChecker();
  check.setQuery({ slug: 'one' });
  await advance(SLUG_CHECK_DELAY_MS);
  check.setQuery({ slug: 'two' });
  await advance(SLUG_CHECK_DELAY_MS);
  check.setQuery({ slug: 'three' });
  await advance(SLUG_CHECK_DELAY_MS);
  expect(requests.map(({ slug }) => slug)).toEqual(['one']);
  requests[0]?.respondTaken();
  await advance(0);
  expect(check.status()).toEqual({ kind: 'checking' });
  expect(requests.map(({ slug }) => slug)).toEqual(['one', 'three']);
  requests[1]?.respondFree();
  await advance(0);
  expect(check.status()).toEqual({ kind: 'free', url: 'https://shop.example/c/three' });
});

test('waits half a second after a change even if a response just arrived', async () => {
  const { check, requests } = createChecker();
  check.setQuery({ slug: 'one' });
  await advance(SLUG_CHECK_DELAY_MS);
  check.setQuery({ slug: 'two' });
  requests[0]?.respondFree();
  await advance(0);
  expect(requests).toHaveLength(1);
  await advance(SLUG_CHECK_DELAY_MS);
  expect(requests).toHaveLength(2);
});

test('sends nothing and resets the status for an empty field', async () => {
  const { check, requests } = createChecker();
  check.setQuery({ slug: 'one' });
  await advance(SLUG_CHECK_DELAY_MS);
  check.setQuery(null);
  requests[0]?.respondTaken();
  await advance(SLUG_CHECK_DELAY_MS);
  expect(check.status()).toEqual({ kind: 'idle' });
  expect(requests).toHaveLength(1);
});

test('returns unknown if the request fails and checks the same slug once', async () => {
  const { check, requests } = createChecker();
  check.setQuery({ slug: 'one' });
  check.setQuery({ slug: 'one' });
  await advance(SLUG_CHECK_DELAY_MS);
  requests[0]?.fail();
  await advance(0);
  expect(check.status()).toEqual({ kind: 'unknown' });
  expect(requests).toHaveLength(1);
});
