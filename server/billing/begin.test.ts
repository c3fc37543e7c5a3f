import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';

test('a seller begins a trial once and is greeted once', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const first = await seller.call('create-subscription', { planId: 'starter' });
  console.log(JSON.stringify(first, null, 1));
  expect(first.status).toBe(200);
});
