import type { Page } from '@playwright/test';

import { dialog } from './account.ts';
import { expect } from './journey.ts';
import { expectAccess } from './seen.ts';
import { freshWord } from './seller.ts';
import type { Shop } from './shop-process.ts';

/** The sandbox's webhook receiver, in a tab of its own. */
export function programOn(page: Page, shop: Shop) {
  const name = freshWord('books');
  const home = `${shop.url}/sandbox/receiver/of/${name}`;
  return {
    page,
    address: `${shop.url}/sandbox/receiver/in/${name}`,
    arrivals: page.locator('details'),
    async answers(words: string | RegExp) {
      await page.goto(home);
      await page.getByRole('radio', { name: words }).check();
      await page.getByRole('button', { name: 'Answer like this' }).click();
      await expect(page.getByRole('radio', { name: words })).toBeChecked();
    },
    async checksWith(secret: string) {
      await page.goto(home);
      await page.getByLabel('Secret to check signatures with').fill(secret);
      await page.getByRole('button', { name: /Check signatures|Change it/ }).click();
      await expect(page.getByText('A secret is set')).toBeVisible();
    },
    look: () => page.goto(home),
  };
}

const secretIn = async (page: Page, name: string): Promise<string> =>
  (await dialog(page, name).locator('.copy > span').textContent()) ?? '';

export const sent = (page: Page, event: string) =>
  page.getByRole('table', { name: 'Deliveries, newest first' }).getByRole('row').filter({ hasText: event });

/** Adds a webhook endpoint on the empty integrations page and returns its secret. */
export async function addWebhook(page: Page, address: string): Promise<string> {
  await page.goto('/integrations');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const adding = dialog(page, 'Add a webhook');
  const field = adding.getByLabel('Address');
  await adding.getByRole('button', { name: 'Add the webhook' }).click();
  await expect(adding.getByText('Type the address of your program.')).toBeVisible();
  await adding.getByRole('button', { name: 'Use the sandbox’s receiver' }).click();
  await expect(field).toHaveValue(/\/sandbox\/receiver\/in\/my-program$/);
  await field.fill('https://10.0.0.7/hook');
  await field.press('Enter');
  await expect(adding.locator('.err')).toBeVisible();
  await field.fill(address);
  await adding.getByLabel('Description').fill('Bookkeeping');
  await expectAccess(page, 'add a webhook');
  await adding.getByRole('button', { name: 'Add the webhook' }).click();
  const secret = await secretIn(page, 'Webhook added');
  expect(secret).toMatch(/^whsec_/);
  await dialog(page, 'Webhook added').getByRole('button', { name: 'Done' }).click();
  return secret;
}
