import { expect, test } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

test('emails each sale until its own seller turns that off', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  expect(await seller.rpc('get-notices', {})).toEqual({ status: 200, body: { sales: true } });
  expect(await seller.rpc('set-notices', { sales: false })).toEqual({ status: 200, body: { sales: false } });
  expect((await seller.rpc('get-notices', {})).body).toEqual({ sales: false });
  expect((await otherSeller.rpc('get-notices', {})).body).toEqual({ sales: true });
  await seller.rpc('set-notices', { sales: true });
  expect((await seller.rpc('get-notices', {})).body).toEqual({ sales: true });
});
