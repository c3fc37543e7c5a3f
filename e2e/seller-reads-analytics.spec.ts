import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import type { PlanId } from '#domain/plans.ts';

import { expect, test } from './journey.ts';
import { expectAccess, shoot } from './seen.ts';
import { enter, newSeller, onboard, publish, samplePage, type Published, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';
import { booksHold, sell } from './sold.ts';

const LETTER = '?utm_source=newsletter&utm_campaign=letters';

/** Sends a page view. Each `person` has a different user agent and counts as another visitor. */
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

/** Creates seven visitors on two pages, two of them from a newsletter. Three buy, for $40, $30 and $95. */
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

test(
  'analytics shows page views and orders, filters, compares and exports them',
  { tag: '@core' },
  async ({ guest, shop }) => {
    const page = await guest({ timezoneId: 'Europe/Berlin' });
    const { seller, course } = await sellerWithVisits(shop, 'growth');
    await enter(page, seller);
    await page.goto('/orders');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click();
    await expect(revenue(page)).toHaveAccessibleName('$165.00');
    // The seller has not set a time zone.
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

    await page.getByRole('tab', { name: 'Page', exact: true }).click();
    await rows(page).getByRole('link', { name: 'Linocut for Beginners' }).click();
    await expect(page).toHaveURL(new RegExp(`\\?product=${course.pageId}$`));
    await expect(revenue(page)).toHaveAccessibleName('$70.00');
    await expect(figure(page, 'visitors')).toHaveText('6');
    await page.reload();
    await expect(figure(page, 'visitors')).toHaveText('6');
    await page.getByRole('link', { name: 'Orders of this time' }).click();
    await expect(page.locator('table.orders tbody tr')).toHaveCount(2);
    await page.goBack();
    await page.goBack();
    await expect(figure(page, 'visitors')).toHaveText('7');
  },
);
