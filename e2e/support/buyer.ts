import { randomUUID } from 'node:crypto';

import { expect, type Page } from '@playwright/test';

import type { RunningApp } from './app-process.ts';
import { uniqueEmail, callAnonymously, type Seller } from './seller.ts';

export const CARDS = { valid: '4242 4242 4242 4242' } as const;

/** Waits for the provider's payment page and fills in a card. */
export async function fillCard(page: Page, number: string = CARDS.valid): Promise<void> {
  await page.waitForURL(/\/sandbox\/pay\/cs_/);
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Cardholder name').fill('Bo Buyer');
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^(Pay |Start trial$)/ });

/** Pays on the provider's page and waits for the success page. */
export async function payByCard(page: Page, number: string = CARDS.valid): Promise<void> {
  await fillCard(page, number);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
}

/** A line of the receipt on the success page. */
export const receiptLine = (page: Page, name: string) =>
  page
    .locator('.co-lines > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** A buyer on a checkout page, with or without script. */
export type Buyer = ReturnType<typeof createBuyer>;

export const createBuyer = (page: Page) => {
  const fields = {
    email: page.getByLabel('Email'),
    code: page.getByLabel('Coupon code'),
    terms: page.getByLabel('I accept the'),
    pay: page.locator('button.co-pay'),
    price: page.locator('.co-price'),
  };
  return {
    page,
    ...fields,
    emailAddress: uniqueEmail('buyer'),
    applyCoupon: async (code: string) => {
      await fields.code.fill(code);
      await page.getByRole('button', { name: 'Apply' }).click();
    },
    removeCoupon: () => page.getByRole('button', { name: 'Remove' }).click(),
    /** Types the email address, and accepts the terms when the page has terms. */
    async fillForm() {
      await fields.email.fill(this.emailAddress);
      if (await fields.terms.isVisible()) await fields.terms.check();
    },
    /** Opens a page, fills in the form and clicks the pay button. */
    async startCheckout(url: string) {
      await page.goto(url);
      await this.fillForm();
      await fields.pay.click();
    },
    /** A message of the page: under a field, above the button or in a toast. */
    pageMessage: (text: string | RegExp) =>
      page.locator('.co-alert, .co-err, .co-toast').filter({ hasText: text }).first(),
    /** A message that the page shows in place of the form. */
    resultMessage: (text: string | RegExp) => page.locator('.co-result, .co-closed').filter({ hasText: text }),
  };
};

type BuyerDetails = { name?: string; email?: string; country?: string };
/** `query`: the query of the visited URL, for attribution. */
type OrderOptions = { coupon?: string; terms?: boolean; query?: string };

/** Places an order by requests, for tests of other things. */
export async function placeOrder(
  app: RunningApp,
  slug: string,
  details: BuyerDetails = {},
  options: OrderOptions = {},
): Promise<void> {
  const { url } = await callAnonymously(app, 'create-checkout-session', {
    slug,
    attempt: randomUUID(),
    termsAccepted: options.terms ?? true,
    ...(options.coupon ? { appliedCoupon: options.coupon } : {}),
    ...(options.query ? { visit: { query: options.query } } : {}),
  });
  const form = new URLSearchParams({
    action: 'pay',
    email: 'buyer@example.com',
    name: 'A Buyer',
    country: 'US',
    postcode: '',
    number: CARDS.valid,
    expiry: '12 / 40',
    cvc: '123',
    ...details,
  });
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  if (response.status !== 303) throw new Error(`Paying answered ${response.status}`);
}

/** Waits until the seller has this many orders. */
export async function waitForOrders(seller: Seller, count: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await seller.call('list-orders', {})).last < count) {
    if (Date.now() > deadline) throw new Error(`There are no ${count} orders yet`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
