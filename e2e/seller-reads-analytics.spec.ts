import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import type { PlanId } from '#domain/plans.ts';

import { chooseAtOnce } from './choose-at-once.ts';
import { expect, test } from './journey.ts';
import { expectAccess, shoot } from './seen.ts';
import { enter, newSeller, onboard, publish, samplePage, type Published, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';
import { booksHold, sell } from './sold.ts';

const LETTER = '?utm_source=newsletter&utm_campaign=letters';

/** Somebody opens a page in a browser of their own: each number is another person. */
async function look(shop: Shop, slug: string, person: number, query = ''): Promise<void> {
  const answer = await fetch(`${shop.url}/c/${slug}/seen`, {
    method: 'POST',
    headers: {
      Origin: shop.url,
      'Content-Type': 'text/plain',
      'User-Agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/1${person}.0.0.0 Safari/537.36`,
    },
    body: JSON.stringify({ v: 1, query }),
  });
  expect(answer.status).toBe(204);
}

async function sellerOn(shop: Shop, planId: PlanId): Promise<Seller> {
  const seller = await newSeller(shop);
  await onboard(seller);
  await seller.call('create-subscription', { planId });
  return seller;
}

type Sold = { seller: Seller; course: Published };

/** Seven people look at two pages; two of them came by a letter. Three buy, for $40, $30 and $95. */
async function sellerWithVisits(shop: Shop, planId: PlanId): Promise<Sold> {
  const seller = await sellerOn(shop, planId);
  const course = await publish(seller, samplePage());
  const print = await publish(seller, samplePage({ productName: 'Night Heron, print', price: '95' }));
  for (const person of [10, 11, 12, 13]) await look(shop, course.slug, person);
  for (const person of [14, 15]) await look(shop, course.slug, person, LETTER);
  await look(shop, course.slug, 15, LETTER);
  await look(shop, print.slug, 16);
  await sell(shop, course.slug, {}, { query: LETTER });
  await sell(shop, course.slug, {}, { coupon: 'QUARTER' });
  await sell(shop, print.slug);
  await booksHold(seller, 3);
  await expect
    .poll(async () => (await seller.call('get-analytics', { period: '7d' })).figures)
    .toMatchObject({ views: 8, visitors: 7, started: 3, paid: 3, usd: { net: 16_500 } });
  return { seller, course };
}

const figure = (page: Page, id: string) => page.locator(`[data-figure="${id}"] .fig`);
const revenue = (page: Page) => page.locator('[data-figure="net"]').getByRole('img');
const chart = (page: Page) => page.getByRole('slider');
const rows = (page: Page) => page.locator('.an-breakdown tbody tr');

async function csvOf(page: Page, of: string): Promise<string[][]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export CSV of ${of}` }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^analytics-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
}

const sumOf = (lines: string[][], column: number) =>
  lines.reduce((sum, cells) => sum + Number(cells[column]), 0);

test('visits and sales are read, narrowed, compared and taken along', async ({ guest, shop }) => {
  const page = await guest({ timezoneId: 'Europe/Berlin' });
  const { seller, course } = await sellerWithVisits(shop, 'growth');
  await enter(page, seller);
  await page.goto('/orders');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click();
  await expect(revenue(page)).toHaveAccessibleName('$165.00');
  // Nobody had chosen a time zone.
  await expect(page.locator('.an-as-of')).toContainText('days in Europe/Berlin');
  for (const [id, value] of [
    ['visitors', '7'],
    ['views', '8'],
    ['started', '3'],
    ['paid', '3'],
    ['conversion', /^42\.9\s%$/],
    ['average', '$55.00'],
    ['refunds', '0'],
  ] as const)
    await expect(figure(page, id), id).toHaveText(value);
  await expect(page.locator('[data-figure="visitors"]')).toContainText('More than 0');
  await expectAccess(page, 'analytics');
  await shoot(page, 'analytics');

  await page.getByRole('button', { name: 'What Conversion means' }).click();
  await expect(page.getByRole('dialog', { name: 'What Conversion means' })).toContainText(
    'Orders paid ÷ visitors',
  );
  await page.keyboard.press('Escape');

  const byPage = await csvOf(page, 'figures by page');
  expect([sumOf(byPage, 1), sumOf(byPage, 4), sumOf(byPage, 6)]).toEqual([8, 3, 165]);
  const overTime = await csvOf(page, 'the figures over time');
  expect(overTime).toHaveLength(30);
  expect([sumOf(overTime, 1), sumOf(overTime, 4), sumOf(overTime, 6)]).toEqual([8, 3, 165]);
  const { totals } = await seller.call('list-orders', {});
  expect(totals).toMatchObject([{ currency: 'USD', net: 16_500 }]);

  await page.getByRole('tab', { name: 'Campaign' }).click();
  await expect(page).toHaveURL(/\?by=utm_campaign$/);
  await expect(rows(page).filter({ hasText: 'letters' })).toContainText('$40.00');
  await page.getByRole('button', { name: 'Source', exact: true }).click();
  await expect(rows(page).filter({ hasText: 'newsletter' })).toContainText('2 visitors');
  await page.getByRole('tab', { name: 'Coupon' }).click();
  await expect(rows(page).filter({ hasText: 'QUARTER' })).toContainText('$30.00');

  await page.getByLabel('Comparison').selectOption('No comparison');
  await expect(page.locator('.an-change')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Page', exact: true }).click();
  await rows(page).getByRole('link', { name: 'Linocut for Beginners' }).click();
  await expect(page).toHaveURL(new RegExp(`\\?compare=none&product=${course.pageId}$`));
  await expect(revenue(page)).toHaveAccessibleName('$70.00');
  await expect(figure(page, 'visitors')).toHaveText('6');
  await page.reload();
  await expect(figure(page, 'visitors')).toHaveText('6');
  await page.getByRole('link', { name: 'Orders of this time' }).click();
  await expect(page.locator('table.orders tbody tr')).toHaveCount(2);
  await page.goBack();
  await page.goBack();
  await expect(figure(page, 'visitors')).toHaveText('7');
});

test('the chart is read by keys, as a table, hour by hour and on a phone', async ({ page, shop }) => {
  const { seller } = await sellerWithVisits(shop, 'growth');
  await enter(page, seller);
  await page.goto('/analytics');
  await expect(chart(page)).toHaveAccessibleName('Visitors and Revenue, day by day');
  await chart(page).focus();
  await expect(chart(page)).toHaveAttribute(
    'aria-valuetext',
    /so far\. Visitors 7, before 0\. Revenue \$165\.00/,
  );
  await expect(page.locator('.an-caption').first()).toContainText('7');
  await page.keyboard.press('ArrowLeft');
  await expect(chart(page)).toHaveAttribute('aria-valuetext', /Visitors 0, before 0\. Revenue \$0\.00/);
  await page.keyboard.press('Home');
  await expect(chart(page)).toHaveAttribute('aria-valuenow', '0');
  // Both pages were published within one day: one mark tells of both.
  await page.getByRole('button', { name: /2 versions published$/ }).click();
  await expect(page.locator('.an-note-card')).toContainText('First published');
  await page.keyboard.press('Escape');
  await expect(page.locator('.an-note-card')).toHaveCount(0);

  await page.getByRole('button', { name: 'Show as table' }).click();
  const first = page.getByRole('region', { name: 'Points of the chart' }).locator('tbody tr').first();
  await expect(first).toContainText('$165.00');
  await page.getByRole('button', { name: 'Show as table' }).click();

  await chooseAtOnce(page, { 'Shown above': 'Views', 'Shown beneath': 'Nothing else' });
  await expect(chart(page)).toHaveAccessibleName('Views, day by day');
  await page.getByLabel('Period').selectOption('Today');
  await expect(page).toHaveURL(/\?period=today&show=views&and=none$/);
  await expect(chart(page)).toHaveAccessibleName('Views, hour by hour');

  await page.getByRole('button', { name: 'Change time zone' }).click();
  await page.getByRole('searchbox', { name: 'Search for a city or region' }).fill('tokyo');
  await page.getByText('Asia/Tokyo').first().click();
  await page.getByRole('button', { name: 'Use this time zone' }).click();
  await expect(page.locator('.an-as-of')).toContainText('days in Asia/Tokyo');
  await page.getByLabel('Period').selectOption('Last 7 days');
  await expect(figure(page, 'visitors')).toHaveText('7');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link')).toHaveCount(4);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
  await expectAccess(page, 'analytics on a phone');
  await shoot(page, 'analytics-390');
});

test('Starter sees the figures of the last days, and what belongs to Growth is said', async ({
  page,
  shop,
}) => {
  const { seller } = await sellerWithVisits(shop, 'starter');
  await enter(page, seller);
  await page.goto('/analytics');
  await expect(revenue(page)).toHaveAccessibleName('$165.00');
  await expect(figure(page, 'visitors')).toHaveText('7');
  await expect(page.getByLabel('Comparison')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Export CSV/ })).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveText(['Page']);
  await expect(rows(page).filter({ hasText: 'Night Heron, print' })).toContainText('$95.00');
  await expect(page.getByRole('option', { name: 'All time · Growth' })).toBeDisabled();
  const locked = page.getByRole('region', { name: 'From the Growth plan on' });
  await expect(locked.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/subscription');
  await expectAccess(page, 'basic analytics');
  await shoot(page, 'analytics-basic');

  await page.goto('/analytics?period=all');
  await expect(page.getByRole('heading', { name: 'Not with your plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the last 30 days' }).click();
  await expect(page).toHaveURL(/\/analytics$/);
  await expect(figure(page, 'visitors')).toHaveText('7');
});

test('nothing yet, an unknown page and a failure each say what to do', async ({ page, shop }) => {
  const seller = await sellerOn(shop, 'growth');
  await enter(page, seller);
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { name: 'Nothing to count yet' })).toBeVisible();
  await expectAccess(page, 'nothing to count');
  const { slug } = await publish(seller, samplePage());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing seen or sold in these days' })).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`/c/${slug}$`) })).toBeVisible();

  await page.goto('/analytics?product=00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all pages' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing seen or sold in these days' })).toBeVisible();

  await page.route('**/functions/v1/get-analytics', (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your figures could not be loaded');
  await page.unroute('**/functions/v1/get-analytics');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing seen or sold in these days' })).toBeVisible();
});
