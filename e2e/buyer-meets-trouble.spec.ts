import type { Page } from '@playwright/test';

import { CARDS, fillCard, payByCard, payKey, receiptLine } from './buyer.ts';
import { expect, noteOf, test, toastOf } from './journey.ts';
import { freshEmail, onboard, pageOnSale, publish } from './seller.ts';

const TERMS = { requireTerms: false };

const pay = (page: Page) => page.locator('button.co-pay');

async function order(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email').fill(freshEmail('buyer'));
  await pay(page).click();
}

test('an address without a page ends at the front door with a word about it', async ({ page, shop }) => {
  const answer = await page.request.get('/c/nobody-sells-here');
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>');
  await page.goto('/c/nobody-sells-here');
  await expect(toastOf(page, 'Page not found')).toContainText("This checkout page doesn't exist");
  await expect(page).toHaveURL(`${shop.url}/`);
});

test('without script the word about it stands at the top', async ({ guest }) => {
  const page = await guest({ javaScriptEnabled: false });
  await page.goto('/c/nobody-sells-here');
  await page.waitForURL('/?notice=page-not-found');
  await expect(page.locator('.notice')).toHaveText("Page not found This checkout page doesn't exist");
  await page.goto('/?notice=nothing-of-ours');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.notice')).toBeHidden();
});

test('a declined card stays on the provider’s page, and another one pays', async ({ page, shop }) => {
  const { url, seller } = await pageOnSale(shop, TERMS);
  await order(page, url);
  await fillCard(page, CARDS.declined);
  await payKey(page).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await fillCard(page, '1234 5678 9012 3456');
  await payKey(page).click();
  await expect(page.getByText('Your card number is incorrect.')).toBeVisible();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$40.00 USD');
  expect((await seller.call('list-orders', {})).count).toBe(1);
});

test('3-D Secure is declined first and completed then', async ({ page, shop }) => {
  const { url, seller } = await pageOnSale(shop, TERMS);
  await order(page, url);
  await fillCard(page, CARDS.threeDSecure);
  await payKey(page).click();
  await page.getByRole('button', { name: 'Decline authentication' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await fillCard(page, CARDS.threeDSecure);
  await payKey(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 4000, state: 'paid' }]);
});

test('a price that changed meanwhile is shown with the old one before it is paid', async ({ page, shop }) => {
  const { url, seller, config, pageId } = await pageOnSale(shop, TERMS);
  await page.goto(url);
  await publish(seller, { ...config, price: '45' }, { pageId });
  await page.getByLabel('Email').fill(freshEmail('buyer'));
  await pay(page).click();
  const changed = page.locator('.co-alert');
  await expect(changed).toContainText('it was $40.00 USD, it is now $45.00 USD');
  await expect(pay(page)).toContainText('$45 USD');
  await pay(page).click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$45.00 USD');
});

test('without script, too, a changed price is accepted by a second press', async ({ guest, shop }) => {
  const { url, seller, config, pageId } = await pageOnSale(shop);
  const page = await guest({ javaScriptEnabled: false });
  await page.goto(url);
  await publish(seller, { ...config, price: '45' }, { pageId });
  const email = freshEmail('buyer');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('I accept the').check();
  await pay(page).click();
  await expect(page.getByRole('alert')).toContainText('it was $40.00 USD, it is now $45.00 USD');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('I accept the')).toBeChecked();
  await pay(page).click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$45.00 USD');
});

test('pressing pay twice makes one order', async ({ page, shop }) => {
  const { url, seller } = await pageOnSale(shop, TERMS);
  await page.goto(url);
  await page.getByLabel('Email').fill(freshEmail('buyer'));
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/create-checkout-session')) asked.push(request.url());
  });
  await pay(page).dblclick();
  await payByCard(page);
  expect(asked).toHaveLength(1);
  expect((await seller.call('list-orders', {})).count).toBe(1);
});

test('without script, pressing pay twice makes one order at most', async ({ guest, shop }) => {
  const { url, seller } = await pageOnSale(shop, TERMS);
  const page = await guest({ javaScriptEnabled: false });
  await page.goto(url);
  await page.getByLabel('Email').fill(freshEmail('buyer'));
  await pay(page).dblclick();
  await payByCard(page);
  const { orders } = await seller.call('list-orders', {});
  expect(orders.filter(({ state }) => state === 'paid')).toHaveLength(1);
});

test('the success page without an order is the plain one', async ({ page, shop }) => {
  for (const address of ['/success', '/success?t=made-up', `/success?t=${crypto.randomUUID()}`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page.locator('.co-lines')).toBeHidden();
  }
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${shop.url}/`);
});

test('a page whose account was disconnected says that it takes no payments', async ({
  page,
  shop,
  guest,
}) => {
  const { url, seller } = await pageOnSale(shop, TERMS);
  const late = await guest();
  await late.goto(url);
  await late.getByLabel('Email').fill(freshEmail('buyer'));
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  await page.goto(`${shop.sandboxUrl}/sandbox/dashboard/${account}`);
  await page.getByRole('button', { name: 'Disconnect from platform' }).click();
  await page.waitForURL(/\/sandbox$/);
  await expect
    .poll(async () => (await seller.call('get-connection', {})).state, { message: 'the event has come' })
    .toBe('not_started');

  await page.goto(url);
  await expect(page.getByText('This page is not accepting payments at the moment.')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await pay(late).click();
  await expect(noteOf(late, 'Checkout failed')).toContainText('not accepting payments');
  await onboard(seller);
  await page.reload();
  await expect(pay(page)).toBeVisible();
});
