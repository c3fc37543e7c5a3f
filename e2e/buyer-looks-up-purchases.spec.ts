import type { Page } from '@playwright/test';

import { buyerOn, payByCard, type Buyer } from './buyer.ts';
import { expect, test } from './journey.ts';
import { purchasesLinkOf } from './mail-of.ts';
import { expectAccess, shoot } from './seen.ts';
import { pageOnSale } from './seller.ts';
import type { Shop } from './shop-process.ts';

const MONTHLY = { paymentType: 'subscription', billingFrequency: 'monthly' } as const;
const SENT = 'If there are purchases with this address, a mail with a link is on its way.';

/** Buys on a page with the buyer's email address. */
async function buy(buyer: Buyer, url: string): Promise<void> {
  await buyer.order(url);
  await payByCard(buyer.page);
}

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/purchases');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
}

/** Requests a link and opens the purchases with it. */
async function lookUp({ page, address }: Buyer, shop: Shop): Promise<void> {
  await ask(page, address);
  await expect(page.getByRole('status')).toContainText(SENT);
  await page.goto(await purchasesLinkOf(shop, address));
  await page.getByRole('button', { name: 'See my purchases' }).click();
  await expect(page.getByText(`Bought with ${address}`)).toBeVisible();
}

const overhangOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Expects no axe violations and no horizontal overflow on a desktop and two phones, in light and dark mode. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
    [320, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await expectAccess(page, `${name}, ${width} px, ${colorScheme}`);
    expect.soft(await overhangOf(page), `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    await shoot(page, `purchases-${name}-${width}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test(
  'a buyer without script finds a receipt by the emailed link, and cancels a subscription',
  { tag: '@core' },
  async ({ guest, shop }) => {
    const buyer = buyerOn(await guest({ javaScriptEnabled: false }));
    const { page } = buyer;
    await buy(buyer, (await pageOnSale(shop, MONTHLY)).url);
    await lookUp(buyer, shop);
    await expect(page).toHaveURL(`${shop.url}/purchases`);
    await page.getByRole('link', { name: 'Receipt 1: Linocut for Beginners' }).click();
    await expect(page.getByRole('heading', { name: 'Receipt 1' })).toBeVisible();
    await page.getByRole('link', { name: 'Your purchases' }).first().click();
    await page.getByRole('link', { name: 'Cancel Linocut for Beginners' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByRole('status')).toHaveText(
      'The subscription is cancelled. Nothing more is taken.',
    );
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('status')).toHaveText('You are signed out.');
  },
);

test("a receipt prints on one sheet, without the page's controls", async ({ page, shop }) => {
  const { url } = await pageOnSale(shop);
  const buyer = buyerOn(page);
  await buy(buyer, url);
  await lookUp(buyer, shop);
  await page.getByRole('link', { name: /^Receipt 1/ }).click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const gone of ['Sign out', 'See purchases of another address'])
    await expect(page.getByRole('button', { name: gone })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Your purchases' })).toBeHidden();
  await expect(page.getByText('Kept for these sellers')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Receipt 1' })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('.pu')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page[^s]/g);
  expect(sheets).toHaveLength(1);
});

test('the purchases pages are accessible on every screen size', async ({ page, shop }) => {
  const buyer = buyerOn(page);
  await page.goto('/purchases');
  await inspect(page, 'ask');
  const { url } = await pageOnSale(shop, MONTHLY);
  await buy(buyer, url);
  await buy({ ...buyer, address: buyer.address }, (await pageOnSale(shop)).url);
  await ask(page, buyer.address);
  await page.goto(await purchasesLinkOf(shop, buyer.address));
  await inspect(page, 'open');
  await page.getByRole('button', { name: 'See my purchases' }).click();
  await inspect(page, 'list');
  await page.getByRole('link', { name: /^Cancel / }).click();
  await inspect(page, 'cancel');
  await page.goBack();
  await page
    .getByRole('link', { name: /^Receipt 1/ })
    .first()
    .click();
  await inspect(page, 'receipt');
  await page.goto(`/purchases/receipts/${crypto.randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'Not among your purchases' })).toBeVisible();
  await inspect(page, 'missing');
});
