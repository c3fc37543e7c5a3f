import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import type { PlanId } from '#domain/plans.ts';

import type { RunningApp } from './support/app-process.ts';
import { waitForOrders, placeOrder } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import {
  signIn,
  createSeller,
  completeOnboarding,
  publishPage,
  createPageConfig,
  type PublishedPage,
  type Seller,
} from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';

const NEWSLETTER_QUERY = '?utm_source=newsletter&utm_campaign=letters';

/** Sends a page view. Each `person` has a different user agent and counts as another visitor. */
async function sendPageView(app: RunningApp, slug: string, visitorNumber: number, query = ''): Promise<void> {
  const response = await fetch(`${app.url}/c/${slug}/seen`, {
    method: 'POST',
    headers: {
      Origin: app.url,
      'Content-Type': 'text/plain',
      'User-Agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/1${visitorNumber}.0.0.0 Safari/537.36`,
    },
    body: JSON.stringify({ v: 1, query }),
  });
  expect(response.status).toBe(204);
}

async function createSellerOnPlan(app: RunningApp, planId: PlanId): Promise<Seller> {
  const seller = await createSeller(app);
  await completeOnboarding(seller);
  await seller.call('create-subscription', { planId });
  return seller;
}

type AnalyticsSeller = { seller: Seller; course: PublishedPage };

/** Creates seven visitors on two pages, two of them from a newsletter. Three buy, for $40, $30 and $95. */
async function createSellerWithVisitors(app: RunningApp, planId: PlanId): Promise<AnalyticsSeller> {
  const seller = await createSellerOnPlan(app, planId);
  const course = await publishPage(seller, createPageConfig());
  const print = await publishPage(seller, createPageConfig({ productName: 'Night Heron, print', price: '95' }));
  for (const visitorNumber of [10, 11, 12, 13]) await sendPageView(app, course.slug, visitorNumber);
  for (const visitorNumber of [14, 15]) await sendPageView(app, course.slug, visitorNumber, NEWSLETTER_QUERY);
  await sendPageView(app, course.slug, 15, NEWSLETTER_QUERY);
  await sendPageView(app, print.slug, 16);
  await placeOrder(app, course.slug, {}, { query: NEWSLETTER_QUERY });
  await placeOrder(app, course.slug, {}, { coupon: 'QUARTER' });
  await placeOrder(app, print.slug);
  await waitForOrders(seller, 3);
  await expect
    .poll(async () => (await seller.call('get-analytics', { period: '7d' })).figures)
    .toMatchObject({ views: 8, visitors: 7, started: 3, paid: 3, usd: { net: 16_500 } });
  return { seller, course };
}

const getMetric = (page: Page, id: string) => page.locator(`[data-figure="${id}"] .fig`);
const revenue = (page: Page) => page.locator('[data-figure="net"]').getByRole('img');
const rows = (page: Page) => page.locator('.breakdown-table tbody tr');

async function downloadCsv(page: Page, name: string): Promise<string[][]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export CSV of ${name}` }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^analytics-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
}

const sumColumn = (lines: string[][], column: number) => lines.reduce((sum, cells) => sum + Number(cells[column]), 0);

test(
  'analytics shows page views and orders, filters, compares and exports them',
  { tag: '@core' },
  async ({ openContextPage, app }) => {
    const page = await openContextPage({ timezoneId: 'Europe/Berlin' });
    const { seller, course } = await createSellerWithVisitors(app, 'growth');
    await signIn(page, seller);
    await page.goto('/orders');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click();
    await expect(revenue(page)).toHaveAccessibleName('$165.00');
    // The seller has not set a time zone.
    await expect(page.locator('.analytics-header__as-of')).toContainText('Time zone: Europe/Berlin');
    for (const [id, value] of [
      ['visitors', '7'],
      ['views', '8'],
      ['started', '3'],
      ['paid', '3'],
      ['conversion', '42.9%'],
      ['average', '$55.00'],
      ['refunds', '0'],
    ] as const)
      await expect(getMetric(page, id), id).toHaveText(value);
    await expect(page.locator('[data-figure="visitors"]')).toContainText('Up from 0');
    await expectAccessible(page, 'analytics');
    await takeScreenshot(page, 'analytics');

    const byPage = await downloadCsv(page, 'metrics by page');
    expect([sumColumn(byPage, 1), sumColumn(byPage, 4), sumColumn(byPage, 6)]).toEqual([8, 3, 165]);
    const overTime = await downloadCsv(page, 'metrics over time');
    expect(overTime).toHaveLength(30);
    expect([sumColumn(overTime, 1), sumColumn(overTime, 4), sumColumn(overTime, 6)]).toEqual([8, 3, 165]);
    const { totals } = await seller.call('list-orders', {});
    expect(totals).toMatchObject([{ currency: 'USD', net: 16_500 }]);

    await page.getByRole('tab', { name: 'Campaign' }).click();
    await expect(page).toHaveURL(/\?by=utm_campaign$/);
    await expect(rows(page).filter({ hasText: 'letters' })).toContainText('$40.00');
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await expect(rows(page).filter({ hasText: 'newsletter' })).toContainText('2 visitors');
    await page.getByRole('tab', { name: 'Coupon' }).click();
    await expect(rows(page).filter({ hasText: 'QUARTER' })).toContainText('$30.00');

    await page.getByRole('tab', { name: 'Page', exact: true }).click();
    await rows(page).getByRole('link', { name: 'Linocut for Beginners' }).click();
    await expect(page).toHaveURL(new RegExp(`\\?product=${course.pageId}$`));
    await expect(revenue(page)).toHaveAccessibleName('$70.00');
    await expect(getMetric(page, 'visitors')).toHaveText('6');
    await page.reload();
    await expect(getMetric(page, 'visitors')).toHaveText('6');
    await page.getByRole('link', { name: 'View these orders' }).click();
    await expect(page.locator('table.orders tbody tr')).toHaveCount(2);
    await page.goBack();
    await page.goBack();
    await expect(getMetric(page, 'visitors')).toHaveText('7');
  },
);
