import type { Page } from '@playwright/test';

import { expect, test } from './journey.ts';
import { accountKey, endToken, isRefresh, keptSession, signInHere } from './kept-session.ts';
import { enter, newSeller, PASSWORD, samplePage } from './seller.ts';

test('a clock that is wrong by a day does not sign the seller out', async ({ guest, shop }) => {
  const seller = await newSeller(shop);
  await seller.call('save-draft', { config: samplePage() });
  for (const wrongBy of [86_400_000, -86_400_000]) {
    const page = await guest();
    await page.clock.install({ time: Date.now() + wrongBy });
    let refreshes = 0;
    page.on('request', (request) => (refreshes += Number(isRefresh(request))));
    await page.goto('/auth');
    await signInHere(page, seller.email, PASSWORD);
    await expect(page.getByLabel('Product name')).toBeVisible();
    await page.goto('/pages');
    await expect(page.getByText('Linocut for Beginners').first()).toBeVisible();
    await expect(accountKey(page)).toBeVisible();
    expect(refreshes).toBe(0);
  }
});

/** Advances the page's clock by 30 seconds and returns the stored refresh token. */
async function tokenAfterHalfAMinute(page: Page): Promise<string> {
  await page.clock.runFor(30_000);
  return (await keptSession(page)).refresh_token;
}

test(
  'a laptop that wakes offline after eight hours stays signed in',
  { tag: '@core' },
  async ({ page, shop }) => {
    const seller = await newSeller(shop);
    await page.clock.install();
    await enter(page, seller);
    await page.goto('/orders');
    await expect(accountKey(page)).toBeVisible();
    await page.context().setOffline(true);
    await page.clock.fastForward('08:00:00');
    await page.clock.runFor(60_000);
    await expect(accountKey(page)).toBeVisible();
    await page.context().setOffline(false);
    const before = await keptSession(page);
    await expect.poll(() => tokenAfterHalfAMinute(page)).not.toBe(before.refresh_token);
    await page.getByRole('link', { name: 'Pages' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible();
    await expect(accountKey(page)).toBeVisible();
  },
);

test('an auth outage does not sign the seller out', async ({ page, shop }) => {
  const seller = await newSeller(shop);
  await page.clock.install();
  await enter(page, seller);
  await endToken(page);
  const before = await keptSession(page);
  await page.route(/grant_type=refresh_token/, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/orders');
  await page.clock.runFor(3000);
  await expect(accountKey(page)).toHaveAccessibleName(new RegExp(seller.email));
  const retry = page.getByRole('button', { name: 'Try again' });
  const afterSomeTime = async () => {
    await page.clock.runFor(10_000);
    return retry.isVisible();
  };
  await expect.poll(afterSomeTime).toBe(true);
  expect((await keptSession(page)).refresh_token).toBe(before.refresh_token);
  await page.unroute(/grant_type=refresh_token/);
  await expect.poll(() => tokenAfterHalfAMinute(page)).not.toBe(before.refresh_token);
  // The list retries without a click.
  await page.clock.runFor(31_000);
  await expect(page.getByText('No sales yet')).toBeVisible();
  await expect(retry).toBeHidden();
});
