import type { Page } from '@playwright/test';

import type { RunningApp } from './app-process.ts';
import { expect, appFixture, test as baseTest, getToast } from './fixtures.ts';
import { signIn, createSeller, type Seller } from './seller.ts';

/** These tests move the sandbox's clock, so they start their own app process. */
export const test = baseTest.extend<object, { app: RunningApp }>({ app: [...appFixture] });

export const CARD = { valid: '4242 4242 4242 4242' };
const WELCOME_TEXT = 'Your 7-day trial started on Starter.';

export async function advanceClock(app: RunningApp, days: number): Promise<void> {
  const body = new URLSearchParams({ by: String(days * 86_400) });
  const response = await fetch(`${app.sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  expect(response.status).toBeLessThan(400);
}

export const planBanner = (page: Page) => page.getByRole('region', { name: 'Your plan' });
const planFacts = (page: Page) => page.locator('.current-plan__details');
export const planCard = (page: Page, name: string) =>
  page.locator('.plan-card').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Reloads until the text appears, because events arrive with a delay. */
export const expectEventually = (page: Page, text: string, target = planBanner(page)) =>
  expect(async () => {
    await page.reload();
    await expect(target).toContainText(text, { timeout: 2000 });
  }).toPass({ timeout: 20_000 });

/** Creates a seller and opens the builder, which starts the trial. */
export async function createTrialSeller(page: Page, app: RunningApp): Promise<Seller> {
  const seller = await createSeller(app);
  await signIn(page, seller);
  await page.goto('/builder');
  await expect(getToast(page, 'Welcome!')).toContainText(WELCOME_TEXT);
  return seller;
}

/** Saves a card on the provider's page. */
export async function saveCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Cardholder name').fill('Marisol Vane');
  await page.getByRole('button', { name: 'Save card' }).click();
}

/** Adds a card in the billing portal, which opens in a new tab from the subscription page. */
async function addCard(page: Page): Promise<void> {
  const pagePromise = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  const portal = await pagePromise;
  await portal.waitForURL(/\/sandbox\/portal\//);
  await saveCard(portal, CARD.valid);
  await expect(portal).toHaveURL(/\/subscription$/);
  await portal.close();
  await expectEventually(page, CARD.valid.slice(-4), planFacts(page));
}

/** Creates a seller on a paid Starter plan: the trial has ended and the first month is paid. */
export async function createPayingSeller(page: Page, app: RunningApp): Promise<Seller> {
  const seller = await createTrialSeller(page, app);
  await page.goto('/subscription');
  await addCard(page);
  await advanceClock(app, 8);
  return seller;
}
