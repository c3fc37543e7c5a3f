import { expect, type Page } from '@playwright/test';

export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  threeDSecure: '4000 0027 6000 3184',
} as const;

/** Waits for the provider's pay page and fills in a card. */
export async function fillCard(page: Page, number: string = CARDS.good): Promise<void> {
  await page.waitForURL(/\/sandbox\/pay\/cs_/);
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Bo Buyer');
}

export const payKey = (page: Page) => page.getByRole('button', { name: /^Pay / });

/** Pays on the provider's page and waits for the thanks. */
export async function payByCard(page: Page, number: string = CARDS.good): Promise<void> {
  await fillCard(page, number);
  await payKey(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
}

/** A line of the receipt on the success page. */
export const receiptLine = (page: Page, name: string) =>
  page
    .locator('.co-lines > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
