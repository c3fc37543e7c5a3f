import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page, Request } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { getLayoutShift, recordLayoutShifts } from './support/layout-shifts.ts';

const preview = (page: Page, layout: string): Locator => page.locator(`.sample[data-layout="${layout}"]`);
for (const javaScriptEnabled of [true, false]) {
  const scriptLabel = javaScriptEnabled ? 'with script' : 'without script';

  test(`the preview shows its three layouts ${scriptLabel}`, async ({ openContextPage }) => {
    const page = await openContextPage({ javaScriptEnabled, viewport: { width: 1440, height: 900 } });
    await page.goto('/');
    for (const [layout, product, price] of [
      ['Classic', 'Throwing Taller', '$89.00'],
      ['Modern', 'Night Drive sample pack', '$29.00'],
      ['Minimal', 'Four letters a year', '€48.00'],
    ] as const) {
      await page.getByText(layout, { exact: true }).first().click();
      await expect(page.locator('.sample:visible')).toHaveCount(1);
      await expect(preview(page, layout.toLowerCase())).toContainText(product);
      await expect(page.locator('.sample-price:visible')).toHaveCount(1);
      await expect(page.locator('.machine').getByRole('img', { name: price })).toBeVisible();
    }
  });
}

test('the fields of the preview are disabled and hidden from assistive technology', async ({ page }) => {
  await page.goto('/');
  const { nodes } = await (await page.context().newCDPSession(page)).send('Accessibility.getFullAXTree');
  const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value));
  expect(roles).toContain('radio');
  expect(roles).not.toContain('textbox');
  await page.getByRole('radio', { name: 'Classic' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(preview(page, 'modern')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Read the getting started guide' })).toBeFocused();
});

/** Expects no axe violations and no horizontal overflow. */
async function inspect(page: Page, width: number): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

for (const width of [320, 390, 820, 1440]) {
  test(`the front page is accessible at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto('/');
      await page.getByText('Minimal', { exact: true }).first().click();
      await inspect(page, width);
      if (width >= 960) continue;
      await page.getByRole('button', { name: 'Open menu' }).click();
      await inspect(page, width);
    }
  });
}

const MAX_FIRST_VISIT_BYTES = 90_000;

for (const width of [390, 1440])
  test(`a first visit at ${width} px stays within 90 kB to its end, and late fonts move nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await recordLayoutShifts(page);
    const fonts = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await fonts.promise;
      await route.continue();
    });
    const requests: Request[] = [];
    page.on('requestfinished', (request) => requests.push(request));
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    fonts.resolve();
    await page.waitForLoadState('networkidle');
    expect.soft(await getLayoutShift(page)).toBeLessThan(0.02);
    for (const section of await page.locator('main > section, footer.foot').all())
      await section.scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThan(MAX_FIRST_VISIT_BYTES);
  });

test('links that stand alone have touch targets of 44 px on public pages', async ({ openContextPage }) => {
  const page = await openContextPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const [path, links] of [
    ['/blog/coupons-without-regret', '.crumbs a, .post__meta a, .post__related a'],
    ['/about', '.about-member a'],
    ['/developers', '.developers__links a, .developers__contents a'],
    ['/privacy', '.legal__contents a'],
  ] as const) {
    await page.goto(path);
    const heights = await page
      .locator(links)
      .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
    expect(heights.length, path).toBeGreaterThan(1);
    expect.soft(Math.min(...heights), path).toBeGreaterThanOrEqual(44);
  }
});
