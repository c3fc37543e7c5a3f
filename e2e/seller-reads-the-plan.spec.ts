import { AxeBuilder } from '@axe-core/playwright';

import { expect, toastOf } from './journey.ts';
import { banner, firstEntry, moveOn, test } from './plan.ts';
import { enter, newSeller, onboard, samplePage } from './seller.ts';

test('without a session the screen leads to the builder, without a plan to the plans', async ({
  page,
  shop,
}) => {
  await page.goto('/subscription');
  await expect(page).toHaveURL(/\/builder$/);
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  await enter(page, await newSeller(shop));
  await page.goto('/subscription');
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible();
  await page.getByRole('link', { name: 'View Plans' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test('what cannot be read or opened is said, and can be tried again', async ({ page, shop }) => {
  await enter(page, await newSeller(shop));
  const status = '**/functions/v1/check-subscription-status';
  await page.route(status, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/builder');
  await expect(page.getByRole('tab', { name: 'Content' })).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.goto('/subscription');
  await expect(toastOf(page, 'Error')).toContainText('Failed to load subscription status');
  await page.unroute(status);
  await page.goto('/builder');
  await expect(banner(page)).toContainText('days left');
  await page.route(status, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/subscription');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(status);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.plan-title')).toContainText('Starter');
  await page.route('**/functions/v1/customer-portal', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  await expect(toastOf(page, 'Failed to open subscription portal')).toBeVisible();
});

test('a publication that is refused for want of a plan has the plan read again', async ({ page, shop }) => {
  const seller = await firstEntry(page, shop);
  await onboard(seller);
  await seller
    .call('save-draft', { config: samplePage() })
    .then(({ pageId }) => page.goto(`/builder?page=${pageId}`));
  await expect(banner(page)).toContainText('days left');
  await expect(page.getByRole('link', { name: 'Sandbox' })).toHaveAttribute('href', '/sandbox/clock');
  await moveOn(shop, 8);
  // A refusal comes when the shop knows: events take their time.
  const state = async () => (await seller.call('check-subscription-status', {})).status;
  await expect.poll(state).not.toBe('trialing');
  const code = 'publishing_not_allowed';
  const refusal = {
    error: { code, title: 'Publishing failed', message: 'Start a trial or choose a plan to publish.' },
  };
  await page.route('**/functions/v1/save-checkout-page', (route) =>
    route.fulfill({ status: 403, json: refusal }),
  );
  await page.getByRole('button', { name: 'Publish' }).first().click();
  await expect(toastOf(page, 'Publishing failed')).toContainText('choose a plan to publish');
  await expect(banner(page)).toContainText('Your plan has ended.');
  await page.getByRole('link', { name: 'Choose a plan or start a trial' }).first().click();
  await expect(page).toHaveURL(/\/subscription$/);
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [320, 390, 1440])
    test(`the plan can be read by everyone, ${width} px wide, ${colorScheme}`, async ({ page, shop }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await firstEntry(page, shop);
      for (const address of ['/builder', '/subscription']) {
        await page.goto(address);
        await expect(banner(page)).toBeVisible();
        if (address === '/subscription') await expect(page.getByRole('table')).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join()}`),
        ).toEqual([]);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0);
      }
    });
