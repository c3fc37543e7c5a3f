import type { Page } from '@playwright/test';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { openBuilder } from './support/builder-page.ts';
import { expect, test } from './support/fixtures.ts';
import { createConnectedSeller, publishPage, createPageConfig } from './support/seller.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);
const MIXED = 'دورة الخزف 🏺👩🏽‍🎨 \u200B\u200Bفي المساء';

const createUnusualConfig = (layout: CheckoutPageConfig['layout']): CheckoutPageConfig =>
  createPageConfig({
    layout,
    productName: MIXED,
    description: `${LONG}${LONG}\n${MIXED}`,
    features: [LONG, MIXED, '👩‍👩‍👧‍👦'.repeat(10)],
    testimonials: {
      enabled: true,
      items: [
        { name: LONG.slice(0, 80), role: MIXED, rating: 1, text: LONG },
        { name: '🏺', role: null, rating: 5, text: MIXED },
      ],
    },
    buttonText: 'اشتر الآن 🏺'.padEnd(40, 'x'),
    validCoupons: [{ code: 'A'.repeat(40), discount: 5, type: 'fixed' }],
  });

const getOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('long and mixed-direction texts fit a width of 360 px and make a valid slug', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const seller = await createConnectedSeller(app);
  for (const layout of ['classic', 'modern', 'minimal'] as const) {
    const config = createUnusualConfig(layout);
    const { url, slug, pageId } = await seller.call('save-checkout-page', { config, slug: '' });
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    await page.goto(url);
    await expect(page.locator('.co-name')).toBeVisible();
    expect.soft(await getOverflow(page), layout).toBeLessThanOrEqual(0);
    await openBuilder(page, seller, `/builder?page=${pageId}`);
    for (const tab of ['Content', 'Design', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click();
      expect.soft(await getOverflow(page), `builder, ${layout}, ${tab}`).toBeLessThanOrEqual(0);
    }
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    expect.soft(await getOverflow(page), `preview, ${layout}`).toBeLessThanOrEqual(0);
  }
  await page.goto('/pages');
  await expect(page.getByRole('table', { name: 'Pages' }).getByRole('rowheader')).toHaveCount(3);
  expect.soft(await getOverflow(page), 'pages').toBeLessThanOrEqual(0);
});

test('markup in texts is shown as text and never runs', async ({ page, app }) => {
  const seller = await createConnectedSeller(app);
  const markup = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
  const { url, pageId } = await publishPage(
    seller,
    createPageConfig({
      productName: markup,
      description: markup,
      features: [markup],
      successMessage: markup,
    }),
  );
  await page.goto(url);
  await expect(page.locator('.co-name')).toHaveText(markup);
  const structuredData = (await page.locator('script[type="application/ld+json"]').textContent()) ?? '';
  expect(JSON.parse(structuredData)).toMatchObject({ name: markup });
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await expect(page.locator('.preview-pane .co-name')).toHaveText(markup);
  await page.goto('/pages');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(markup);
});
