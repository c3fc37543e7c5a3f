import { expect, test } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

test('limits plan changes and status refreshes per seller', async () => {
  // A fixed time keeps all requests in one rate-limit window.
  const fixedTime = new Date();
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, realNow: () => fixedTime });
  const seller = await app.signUpSeller();
  const requestUpgrade = async () =>
    (await seller.rpc('upgrade-subscription', { targetPlan: 'pro', userId: seller.session.user.id })).status;
  const refresh = async () => (await seller.rpc('check-subscription-status', { refresh: true })).status;
  const repeat = async (count: number, request: () => Promise<number>) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push(await request());
    return statuses;
  };
  expect(await repeat(11, requestUpgrade)).toEqual([...Array(10).fill(409), 429]);
  expect(await repeat(31, refresh)).toEqual([...Array(30).fill(200), 429]);
  expect((await seller.rpc('check-subscription-status', {})).status).toBe(200);
});
