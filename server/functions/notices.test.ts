import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';

test('emails each sale until its own seller turns that off', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  expect(await seller.call('get-notices', {})).toEqual({ status: 200, body: { sales: true } });
  expect(await seller.call('set-notices', { sales: false })).toEqual({ status: 200, body: { sales: false } });
  expect((await seller.call('get-notices', {})).body).toEqual({ sales: false });
  expect((await other.call('get-notices', {})).body).toEqual({ sales: true });
  await seller.call('set-notices', { sales: true });
  expect((await seller.call('get-notices', {})).body).toEqual({ sales: true });
});
