import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { expect, test } from './journey.ts';
import { expectAccess, shoot } from './seen.ts';
import { enter, newSeller, pageOnSale, publish, samplePage, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';
import { booksHold, sell } from './sold.ts';

const rows = (page: Page) => page.locator('table.orders tbody tr');
const searchField = (page: Page) => page.getByLabel('Search orders');
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'State' }).getByRole('button', { name });

/** Four orders: a course with and without a coupon, and a print, of three buyers. */
async function sellerWithOrders(shop: Shop): Promise<Seller> {
  const { seller, slug } = await pageOnSale(shop);
  const print = await publish(seller, samplePage({ productName: 'Night Heron, print', price: '95' }));
  const aiko = { name: 'Aiko Lindqvist', email: 'aiko@lindqvist.example', country: 'SE' };
  await sell(shop, slug, aiko);
  await booksHold(seller, 1);
  await sell(
    shop,
    slug,
    { name: 'Bram de Wit', email: 'bram@post.example', country: 'NL' },
    { coupon: 'QUARTER' },
  );
  await booksHold(seller, 2);
  await sell(shop, print.slug, { name: '=cmd|"/C calc"!A0', email: 'cmd@evil.example' });
  await booksHold(seller, 3);
  await sell(shop, print.slug, aiko);
  await booksHold(seller, 4);
  return seller;
}

test('orders are looked for, and what is looked for stands in the address', async ({ page, shop }) => {
  await enter(page, await sellerWithOrders(shop));
  await page.goto('/orders');
  await expect(rows(page)).toHaveCount(4);
  await expect(chip(page, /^All/)).toHaveText('All 4');
  await expect(page.getByRole('list', { name: 'What these orders come to' })).toContainText('Net$260.00 USD');
  await expectAccess(page, 'orders');
  await shoot(page, 'orders');

  await searchField(page).pressSequentially('lind her');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=lind\+her$/);
  await expect(rows(page)).toContainText('Night Heron, print');
  await page.goBack();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(rows(page)).toHaveCount(4);
  await expect(searchField(page)).toHaveValue('');

  await chip(page, 'Disputed').click();
  await expect(page.getByText('No order is like this')).toBeVisible();
  await expectAccess(page, 'no order found');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(4);

  await page.getByLabel('Coupon', { exact: true }).selectOption('QUARTER');
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Period').selectOption('This month');
  await chip(page, 'Paid').click();
  await expect(page).toHaveURL(/\?state=paid&coupon=QUARTER&period=this-month$/);
  await expect(rows(page)).toContainText('Bram de Wit');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(chip(page, 'Paid')).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Period').selectOption('From – to…');
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('to', { exact: true }).fill('2020-12-31');
  await expect(page.getByText('No order is like this')).toBeVisible();
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-12-31$/);
  await page.goBack();
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
});

test('orders are walked through by keys', async ({ page, shop }) => {
  await enter(page, await sellerWithOrders(shop));
  await page.goto('/orders');
  await expect(rows(page)).toHaveCount(4);
  await page.keyboard.press('/');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('j/k');
  await expect(searchField(page)).toHaveValue('j/k');
  await page.keyboard.press('Escape');
  await expect(searchField(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(4);
  await page.keyboard.press('ArrowDown');
  const link = (place: number) => rows(page).nth(place).getByRole('link');
  await expect(link(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(link(2)).toBeFocused();
  await page.keyboard.press('k');
  await expect(link(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('=cmd|"/C calc"!A0');
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);
});

test('an answer that comes late never stands in for a newer one', async ({ page, shop }) => {
  await enter(page, await sellerWithOrders(shop));
  await page.goto('/orders');
  await expect(rows(page)).toHaveCount(4);
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/functions/v1/list-orders', async (route) => {
    if (route.request().postData()?.includes('"bra"')) await held;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest((request) => request.postData()?.includes('"bra"') ?? false);
  await searchField(page).pressSequentially('bra');
  await asked;
  await searchField(page).fill('aiko');
  await expect(rows(page)).toHaveCount(2);
  const late = page.waitForResponse((response) => response.request().postData()?.includes('"bra"') ?? false);
  release();
  await late;
  await expect(searchField(page)).toHaveValue('aiko');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Aiko Lindqvist');
});

test('orders are taken away as a file that commands nothing', async ({ page, shop }) => {
  await enter(page, await sellerWithOrders(shop));
  await page.goto('/orders?q=heron');
  await expect(rows(page)).toHaveCount(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  const lines = text.split('\r\n');
  expect(lines[0]).toMatch(/^\ufeffNumber,Date \(UTC\),State,/);
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^3,.*"'=cmd\|""\/C calc""!A0","cmd@evil\.example".*,95\.00,/);
  expect(lines[2]).toMatch(/^4,.*"Aiko Lindqvist"/);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
});

test('one order tells what happened, who bought and what they agreed to', async ({ page, shop }) => {
  await enter(page, await sellerWithOrders(shop));
  await page.goto('/orders?q=aiko');
  await rows(page).filter({ hasText: 'Linocut for Beginners' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aiko Lindqvist');
  const paper = page.getByRole('region', { name: 'Receipt of $40.00 USD' });
  await expect(paper).toContainText('No. 1');
  await expect(paper).toContainText('PAID');
  const story = page.getByRole('region', { name: 'What happened' });
  await expect(story.getByRole('listitem').last()).toContainText('Pressed pay');
  await expect(story).toContainText('Paid $40.00 USD');
  await expect(story).toContainText(/Receipt (sent|on its way)/);
  const buyer = page.getByRole('region', { name: 'Buyer', exact: true });
  await expect(buyer).toContainText('aiko@lindqvist.example');
  await expect(buyer).toContainText('Sweden');
  const agreed = page.getByRole('region', { name: 'What the buyer agreed to' });
  await expect(agreed).toContainText('Ticked by the buyer');
  await expect(agreed).toContainText('version 1');
  await expect(agreed.getByRole('link')).toHaveText([
    'https://www.example.com/terms',
    'https://www.example.com/privacy',
  ]);
  await expectAccess(page, 'order');
  await shoot(page, 'order');

  await agreed.getByRole('button', { name: 'Look at the page as it was' }).click();
  const then = page.getByRole('dialog', { name: 'Version 1 of Linocut for Beginners' });
  await expect(then.getByRole('region', { name: 'The page of that time' })).toContainText('Get the course');
  await page.keyboard.press('Escape');
  await expect(then).toBeHidden();

  await buyer.getByRole('link', { name: 'Night Heron, print' }).click();
  await expect(page.getByRole('region', { name: 'Receipt of $95.00 USD' })).toContainText('No. 4');
  await page.goBack();
  await expect(paper).toContainText('No. 1');
  await page.getByRole('main').getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL(/\/orders\?q=aiko$/);
  await expect(rows(page)).toHaveCount(2);
});

test('pages of the list stay as they are while a sale comes in', async ({ page, shop }) => {
  test.setTimeout(90_000);
  const { seller, slug } = await pageOnSale(shop, { requireTerms: false });
  for (let sold = 0; sold < 52; sold += 4) {
    await Promise.all([0, 1, 2, 3].map((one) => sell(shop, slug, { name: `Buyer ${sold + one}` })));
  }
  await booksHold(seller, 52);
  await enter(page, seller);
  await page.goto('/orders');
  await expect(rows(page)).toHaveCount(50);
  await expect(page.getByRole('navigation', { name: 'Pages of orders' })).toContainText('1–50 of 52');
  await page.getByRole('link', { name: 'Older orders' }).click();
  await expect(rows(page)).toHaveCount(2);
  const seen = await rows(page).allTextContents();
  await sell(shop, slug, { name: 'Somebody New' });
  await booksHold(seller, 53);
  await page.reload();
  await expect(page.getByRole('link', { name: '1 newer order since' })).toBeVisible();
  expect(await rows(page).allTextContents()).toEqual(seen);
  await page.getByRole('link', { name: '1 newer order since' }).click();
  await expect(rows(page).first()).toContainText('Somebody New');
  await expect(page).toHaveURL(/\/orders\??$/);
});

test('without a sale the list says what will stand there; without an answer it says why', async ({
  page,
  shop,
}) => {
  await enter(page, await newSeller(shop));
  await page.goto('/orders');
  await expect(page.getByRole('heading', { name: 'No sales yet' })).toBeVisible();
  await expectAccess(page, 'no orders');
  await page.goto('/orders/nothing-like-this');
  await expect(page.getByRole('heading', { name: 'No such order' })).toBeVisible();
  await page.goto(`/orders/${crypto.randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'No such order' })).toBeVisible();
  await expectAccess(page, 'no such order');
  await page.route('**/functions/v1/list-orders', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/orders');
  await expect(page.getByRole('alert')).toContainText('Your orders could not be loaded');
  await page.unroute('**/functions/v1/list-orders');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No sales yet' })).toBeVisible();
});

test('orders fit a phone', async ({ guest, shop }) => {
  const page = await guest({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await enter(page, await sellerWithOrders(shop));
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.goto('/orders');
  await expect(rows(page)).toHaveCount(4);
  expect(await overhang()).toBeLessThanOrEqual(0);
  await expectAccess(page, 'orders on a phone');
  await shoot(page, 'orders-390');
  await rows(page).first().click();
  await expect(page.getByRole('region', { name: /^Receipt of/ })).toBeVisible();
  expect(await overhang()).toBeLessThanOrEqual(0);
  await expectAccess(page, 'an order on a phone');
  await shoot(page, 'order-390');
});
