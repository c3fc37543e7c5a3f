import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';

test('limits plan changes and status refreshes per seller', async () => {
  // A fixed time keeps all requests in one rate-limit window.
  const at = new Date();
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, realNow: () => at });
  const seller = await shop.seller();
  const wish = async () =>
    (await seller.call('upgrade-subscription', { targetPlan: 'pro', userId: seller.session.user.id })).status;
  const refresh = async () => (await seller.call('check-subscription-status', { refresh: true })).status;
  const times = async (count: number, ask: () => Promise<number>) => {
    const answers: number[] = [];
    for (let asked = 0; asked < count; asked++) answers.push(await ask());
    return answers;
  };
  expect(await times(11, wish)).toEqual([...Array(10).fill(409), 429]);
  expect(await times(31, refresh)).toEqual([...Array(30).fill(200), 429]);
  expect((await seller.call('check-subscription-status', {})).status).toBe(200);
});
