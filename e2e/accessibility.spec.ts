import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { waitForOrders, placeOrder } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import {
  startTrial,
  createConnectedSeller,
  signIn,
  createPublishedPage,
  publishPage,
  createPageConfig,
  uniqueName,
} from './support/seller.ts';

// Each screen is opened once. Axe results depend on the document and its colors, so axe runs in both color schemes at one
// width, in the dark one only for contrast. Horizontal overflow depends on the width and is measured at four widths.
// `npm run test:full` covers all widths and schemes.

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDTHS = [320, 390, 768, 1280];

const listViolations = async (builder: AxeBuilder): Promise<string[]> => {
  const { violations } = await builder.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
};

async function expectAccessible(page: Page, name: string): Promise<void> {
  const full = new AxeBuilder({ page }).withTags(RULES).options({ rules: { 'target-size': { enabled: true } } });
  expect.soft(await listViolations(full), name).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const contrast = new AxeBuilder({ page }).withRules(['color-contrast']);
  expect.soft(await listViolations(contrast), `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    // A chart measures its width one frame after a resize.
    await expect
      .configure({ soft: true })
      .poll(overflow, `${name} scrolls sideways at ${width} px`)
      .toBeLessThanOrEqual(0);
  }
}

type Screen = readonly [path: string, heading: string | RegExp];

async function checkScreens(page: Page, screens: readonly Screen[]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const [path, heading] of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first(), path).toBeVisible();
    await expectAccessible(page, path);
  }
}

test('every public screen is accessible', { tag: '@core' }, async ({ page }) => {
  test.slow();
  await checkScreens(page, [
    ['/', /./],
    ['/pricing', /./],
    ['/blog', /./],
    ['/blog/coupons-without-regret', /./],
    ['/help', /./],
  ]);
});

test('every public reference screen is accessible', { tag: '@core' }, async ({ page }) => {
  test.slow();
  await checkScreens(page, [
    ['/about', /./],
    ['/report', /./],
    ['/privacy', /./],
    ['/developers', /./],
    ['/developers/webhooks', /./],
    ['/developers/embed', /./],
    ['/developers/quickstart', /./],
    ['/developers/automation', /./],
    ['/nothing/here', 'Page not found'],
  ]);
});

// A document of several thousand elements in the markup of the other reference pages; axe takes half a minute for it.
test('the API reference is accessible', async ({ page }) => {
  test.slow();
  await checkScreens(page, [['/developers/api', /./]]);
});

test('every sign-in screen and every screen of a buyer is accessible', { tag: '@core' }, async ({ page, app }) => {
  test.slow();
  const seller = await createConnectedSeller(app);
  const [classic, modern, minimal] = await Promise.all(
    (['classic', 'modern', 'minimal'] as const).map((layout) =>
      publishPage(seller, createPageConfig({ layout, customSlug: uniqueName(layout) })),
    ),
  );
  await checkScreens(page, [
    ['/auth', /./],
    ['/auth?tab=sign-up', /./],
    ['/auth/forgot', /./],
    ['/auth/new-password', /./],
    ['/auth/confirm?token_hash=any&type=signup', /./],
    [classic?.url ?? '', 'Linocut for Beginners'],
    [modern?.url ?? '', 'Linocut for Beginners'],
    [minimal?.url ?? '', 'Linocut for Beginners'],
    ['/success', /./],
    ['/purchases', /./],
  ]);
});

test('every screen of a seller is accessible', { tag: '@core' }, async ({ page, app }) => {
  test.slow();
  const { seller, pageId, slug } = await createPublishedPage(app);
  await startTrial(seller);
  await placeOrder(app, slug, {}, { coupon: 'FIVER' });
  await waitForOrders(seller, 1);
  const [order] = (await seller.call('list-orders', {})).orders;
  await signIn(page, seller);
  await checkScreens(page, [
    ['/pages', 'Pages'],
    ['/files', 'Files'],
    ['/licenses', 'License keys'],
    ['/orders', 'Orders'],
    [`/orders/${order?.id ?? ''}`, /./],
    ['/orders/subscriptions', /./],
    ['/customers', 'Customers'],
    [`/customers/${order?.id ?? ''}`, /./],
    ['/analytics', /./],
    ['/domains', /./],
    ['/subscription', /./],
    ['/integrations', /./],
    ['/account', 'Delete account'],
  ]);
  await page.goto(`/builder?page=${pageId}`);
  for (const tab of ['Content', 'Design', 'Settings']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectAccessible(page, `/builder, ${tab}`);
  }
});
