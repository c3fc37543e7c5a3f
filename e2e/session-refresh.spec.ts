import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { signIn, createSeller, PASSWORD, createPageConfig } from './support/seller.ts';
import {
  accountButton,
  expireAccessToken,
  isRefresh,
  readStoredSession,
  submitSignInForm,
} from './support/stored-session.ts';

test('a clock that is wrong by a day does not sign the seller out', async ({ openContextPage, app }) => {
  const seller = await createSeller(app);
  await seller.call('save-draft', { config: createPageConfig() });
  for (const offsetMs of [86_400_000, -86_400_000]) {
    const page = await openContextPage();
    await page.clock.install({ time: Date.now() + offsetMs });
    let refreshes = 0;
    page.on('request', (request) => (refreshes += Number(isRefresh(request))));
    await page.goto('/auth');
    await submitSignInForm(page, seller.email, PASSWORD);
    await expect(page.getByLabel('Product name')).toBeVisible();
    await page.goto('/pages');
    await expect(page.getByText('Linocut for Beginners').first()).toBeVisible();
    await expect(accountButton(page)).toBeVisible();
    expect(refreshes).toBe(0);
  }
});

/** Advances the page's clock by 30 seconds and returns the stored refresh token. */
async function getTokenAfterHalfMinute(page: Page): Promise<string> {
  await page.clock.runFor(30_000);
  return (await readStoredSession(page)).refresh_token;
}

test('a laptop that wakes offline after eight hours stays signed in', { tag: '@core' }, async ({ page, app }) => {
  const seller = await createSeller(app);
  await page.clock.install();
  await signIn(page, seller);
  await page.goto('/orders');
  await expect(accountButton(page)).toBeVisible();
  await page.context().setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await page.clock.fastForward('08:00:00');
  await page.clock.runFor(60_000);
  await expect(accountButton(page)).toBeVisible();
  await page.context().setOffline(false);
  const before = await readStoredSession(page);
  await expect.poll(() => getTokenAfterHalfMinute(page)).not.toBe(before.refresh_token);
  await page.getByRole('link', { name: 'Pages' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible();
  await expect(accountButton(page)).toBeVisible();
});

test('an auth outage does not sign the seller out', async ({ page, app }) => {
  const seller = await createSeller(app);
  await page.clock.install();
  await signIn(page, seller);
  await expireAccessToken(page);
  const before = await readStoredSession(page);
  await page.route(/grant_type=refresh_token/, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/orders');
  await page.clock.runFor(3000);
  await expect(accountButton(page)).toHaveAccessibleName(new RegExp(seller.email));
  const retry = page.getByRole('button', { name: 'Try again' });
  const isRetryVisibleLater = async () => {
    await page.clock.runFor(10_000);
    return retry.isVisible();
  };
  await expect.poll(isRetryVisibleLater).toBe(true);
  expect((await readStoredSession(page)).refresh_token).toBe(before.refresh_token);
  await page.unroute(/grant_type=refresh_token/);
  await expect.poll(() => getTokenAfterHalfMinute(page)).not.toBe(before.refresh_token);
  // The list retries without a click.
  await page.clock.runFor(31_000);
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(retry).toBeHidden();
});
