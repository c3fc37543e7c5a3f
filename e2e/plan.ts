import type { Page } from '@playwright/test';

import { expect, ownShop, test as journey, toastOf } from './journey.ts';
import { enter, newSeller, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

/** These tests move the sandbox's clock, so they start their own app process. */
export const test = journey.extend<object, { shop: Shop }>({ shop: [...ownShop] });

export const CARD = { good: '4242 4242 4242 4242' };
const WELCOME = 'Your 7-day trial started on Starter.';

export async function moveOn(shop: Shop, days: number): Promise<void> {
  const body = new URLSearchParams({ by: String(days * 86_400) });
  const answer = await fetch(`${shop.sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  expect(answer.status).toBeLessThan(400);
}

export const banner = (page: Page) => page.getByRole('region', { name: 'Your plan' });
const facts = (page: Page) => page.locator('.plan-facts');
export const planCard = (page: Page, name: string) =>
  page.locator('.plan-card').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Reloads until the text appears, because events arrive with a delay. */
export const comesToSay = (page: Page, words: string, where = banner(page)) =>
  expect(async () => {
    await page.reload();
    await expect(where).toContainText(words, { timeout: 2000 });
  }).toPass({ timeout: 20_000 });

/** Creates a seller and opens the builder, which starts the trial. */
export async function firstEntry(page: Page, shop: Shop): Promise<Seller> {
  const seller = await newSeller(shop);
  await enter(page, seller);
  await page.goto('/builder');
  await expect(toastOf(page, 'Welcome!')).toContainText(WELCOME);
  return seller;
}

/** Saves a card on the provider's page. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Marisol Vane');
  await page.getByRole('button', { name: 'Save card' }).click();
}

/** Adds a card in the billing portal, which opens in a new tab from the subscription page. */
async function addCard(page: Page): Promise<void> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  const portal = await opening;
  await portal.waitForURL(/\/sandbox\/portal\//);
  await typeCard(portal, CARD.good);
  await expect(portal).toHaveURL(/\/subscription$/);
  await portal.close();
  await comesToSay(page, CARD.good.slice(-4), facts(page));
}

/** Creates a seller on a paid Starter plan: the trial has ended and the first month is paid. */
export async function payingSeller(page: Page, shop: Shop): Promise<Seller> {
  const seller = await firstEntry(page, shop);
  await page.goto('/subscription');
  await addCard(page);
  await moveOn(shop, 8);
  return seller;
}
