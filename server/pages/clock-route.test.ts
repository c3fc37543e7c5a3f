import { expect, test } from 'vitest';

import { DAY_MS } from '#domain/time-units.ts';
import type { PagesEntry } from '#server/app.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const pagesEntry: PagesEntry = { render: async () => new Response(null, { status: 404 }) };

test('returns the business clock without caching', async () => {
  const app = await createTestApp({ pagesEntry });
  const fetchClock = async () => {
    const answer = await app.request('/c/any-page/now');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return Number(await answer.text());
  };
  const before = await fetchClock();
  expect(before).toBeLessThanOrEqual(app.context.now().getTime());
  app.sandbox?.clock.moveTo(new Date(before + DAY_MS));
  expect(await fetchClock()).toBeGreaterThanOrEqual(before + DAY_MS);
});

test('refuses to set the clock', async () => {
  const app = await createTestApp({ pagesEntry });
  const answer = await app.request('/c/any-page/now', { method: 'POST', body: '1' });
  expect(answer.status).toBeGreaterThanOrEqual(400);
});
