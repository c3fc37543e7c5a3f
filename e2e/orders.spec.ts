import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import type { RunningApp } from './support/app-process.ts';
import { waitForOrders, placeOrder } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { signIn, createPublishedPage, publishPage, createPageConfig, type Seller } from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';

const rows = (page: Page) => page.locator('table.orders tbody tr');

/** Creates four orders of three buyers: a course with and without a coupon, and two prints. */
async function createSellerWithOrders(app: RunningApp): Promise<Seller> {
  const { seller, slug } = await createPublishedPage(app);
  const print = await publishPage(seller, createPageConfig({ productName: 'Night Heron, print', price: '95' }));
  const aiko = { name: 'Aiko Lindqvist', email: 'aiko@lindqvist.example', country: 'SE' };
  await placeOrder(app, slug, aiko);
  await waitForOrders(seller, 1);
  await placeOrder(
    app,
    slug,
    { name: 'Bram de Wit', email: 'bram@post.example', country: 'NL' },
    { coupon: 'QUARTER' },
  );
  await waitForOrders(seller, 2);
  await placeOrder(app, print.slug, { name: '=cmd|"/C calc"!A0', email: 'cmd@evil.example' });
  await waitForOrders(seller, 3);
  await placeOrder(app, print.slug, aiko);
  await waitForOrders(seller, 4);
  return seller;
}

test('a seller searches orders, exports them and opens one', { tag: '@core' }, async ({ page, app }) => {
  await signIn(page, await createSellerWithOrders(app));
  await page.goto('/orders?q=heron');
  await expect(rows(page)).toHaveCount(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^\ufeffNumber,Date \(UTC\),State,/);
  expect(lines[1]).toMatch(/^3,.*"'=cmd\|""\/C calc""!A0","cmd@evil\.example".*,95\.00,/);
  expect(lines[2]).toMatch(/^4,.*"Aiko Lindqvist"/);

  await page.goto('/orders');
  await expect(page.getByRole('list', { name: 'Order totals' })).toContainText('Net$260.00 USD');
  await expectAccessible(page, 'orders');
  await takeScreenshot(page, 'orders');
  await page.getByLabel('Search orders').pressSequentially('aiko');
  await expect(page).toHaveURL(/\?q=aiko$/);
  await expect(rows(page)).toHaveCount(2);
  await rows(page).filter({ hasText: 'Linocut for Beginners' }).getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Receipt for $40.00 USD' })).toContainText('No. 1');
  const buyer = page.getByRole('region', { name: 'Buyer', exact: true });
  await expect(buyer).toContainText('Sweden');
  const agreement = page.getByRole('region', { name: 'Terms at checkout' });
  await expect(agreement).toContainText('Checked by the buyer');
  await expectAccessible(page, 'order');
  await takeScreenshot(page, 'order');
  await agreement.getByRole('button', { name: 'View page as purchased' }).click();
  const version = page.getByRole('dialog', { name: 'Version 1 of Linocut for Beginners' });
  await expect(version.getByRole('region', { name: 'Preview of the purchased version' })).toContainText(
    'Get the course',
  );
  await page.keyboard.press('Escape');
  await buyer.getByRole('link', { name: 'Night Heron, print' }).click();
  await expect(page.getByRole('region', { name: 'Receipt for $95.00 USD' })).toContainText('No. 4');
});
