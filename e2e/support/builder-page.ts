import { expect, type Page } from '@playwright/test';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { getToast } from './fixtures.ts';
import { signIn, type Seller } from './seller.ts';

/** The status that shows that every change has reached the server. */
export const savedStatus = (page: Page) => page.getByText(/^Saved at /);

export const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });

/** The checkout page in the builder's preview. */
export const previewPage = (page: Page) => page.getByRole('region', { name: 'Page preview' }).locator('.co-page');

export const openTab = (page: Page, name: 'Content' | 'Delivery' | 'Design' | 'Settings') =>
  page.getByRole('tab', { name }).click();

export async function openBuilder(page: Page, seller: Seller, address = '/builder'): Promise<void> {
  await signIn(page, seller);
  await page.goto(address);
  await expect(page.getByLabel('Product name')).toBeVisible();
}

/** Creates a draft of the seller and opens it in the builder. Returns the page id. */
export async function openDraft(page: Page, seller: Seller, config: CheckoutPageConfig): Promise<string> {
  const { pageId } = await seller.call('save-draft', { config });
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  return pageId;
}

/** Publishes a page again and confirms the dialog. */
export async function republish(page: Page): Promise<void> {
  await publishButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(getToast(page, 'Page published!')).toBeVisible();
}

/** Clicks an item in the menu of the open page. */
export async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
