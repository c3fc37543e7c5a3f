import type { Page } from '@playwright/test';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { openBuilder } from './builder.ts';
import { expect, test } from './journey.ts';
import { connectedSeller, publish, samplePage } from './seller.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);
const MIXED = 'دورة الخزف 🏺👩🏽‍🎨 \u200B\u200Bفي المساء';

const strange = (layout: CheckoutPageConfig['layout']): CheckoutPageConfig =>
  samplePage({
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

const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('long and mixed-direction texts fit a width of 360 px and make a valid slug', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const seller = await connectedSeller(shop);
  for (const layout of ['classic', 'modern', 'minimal'] as const) {
    const config = strange(layout);
    const { url, slug, pageId } = await seller.call('save-checkout-page', { config, slug: '' });
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    await page.goto(url);
    await expect(page.locator('.co-name')).toBeVisible();
    expect.soft(await overhang(page), layout).toBeLessThanOrEqual(0);
    await openBuilder(page, seller, `/builder?page=${pageId}`);
    for (const tab of ['Content', 'Design', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click();
      expect.soft(await overhang(page), `builder, ${layout}, ${tab}`).toBeLessThanOrEqual(0);
    }
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    expect.soft(await overhang(page), `preview, ${layout}`).toBeLessThanOrEqual(0);
  }
  await page.goto('/pages');
  await expect(page.getByRole('list', { name: 'Pages' }).getByRole('listitem')).toHaveCount(3);
  expect.soft(await overhang(page), 'pages').toBeLessThanOrEqual(0);
});

test('markup in texts is shown as text and never runs', async ({ page, shop }) => {
  const seller = await connectedSeller(shop);
  const evil = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
  const { url, pageId } = await publish(
    seller,
    samplePage({ productName: evil, description: evil, features: [evil], successMessage: evil }),
  );
  await page.goto(url);
  await expect(page.locator('.co-name')).toHaveText(evil);
  const told = (await page.locator('script[type="application/ld+json"]').textContent()) ?? '';
  expect(JSON.parse(told)).toMatchObject({ name: evil });
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await expect(page.locator('.b-stage .co-name')).toHaveText(evil);
  await page.goto('/pages');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(evil);
});
