import type { Page } from '@playwright/test';

import { dialog } from './account-page.ts';
import type { RunningApp } from './app-process.ts';
import { expect } from './fixtures.ts';
import { uniqueName } from './seller.ts';
import { expectAccessible } from './visual-checks.ts';

/** The sandbox's webhook receiver, in a tab of its own. */
export function createWebhookReceiver(page: Page, app: RunningApp) {
  const name = uniqueName('books');
  const receiverUrl = `${app.url}/sandbox/receiver/of/${name}`;
  return {
    page,
    endpointUrl: `${app.url}/sandbox/receiver/in/${name}`,
    deliveries: page.locator('details'),
    async setResponse(label: string | RegExp) {
      await page.goto(receiverUrl);
      await page.getByRole('radio', { name: label }).check();
      await page.getByRole('button', { name: 'Save response' }).click();
      await expect(page.getByRole('radio', { name: label })).toBeChecked();
    },
    async setSigningSecret(secret: string) {
      await page.goto(receiverUrl);
      await page.getByLabel('Signing secret').fill(secret);
      await page.getByRole('button', { name: /(Save|Change) signing secret/ }).click();
      await expect(page.getByText('A signing secret is set')).toBeVisible();
    },
    open: () => page.goto(receiverUrl),
  };
}

const readSecret = async (page: Page, name: string): Promise<string> =>
  (await dialog(page, name).locator('.copy > span').textContent()) ?? '';

export const getDeliveryRow = (page: Page, event: string) =>
  page.getByRole('table', { name: 'Deliveries, newest first' }).getByRole('row').filter({ hasText: event });

/** Adds a webhook endpoint on the empty integrations page and returns its secret. */
export async function addWebhook(page: Page, address: string): Promise<string> {
  await page.goto('/integrations');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const addDialog = dialog(page, 'Add webhook');
  const addressField = addDialog.getByLabel('URL');
  await addDialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(addDialog.getByText('Enter the URL of your app.')).toBeVisible();
  await addDialog.getByRole('button', { name: 'Use the sandbox receiver' }).click();
  await expect(addressField).toHaveValue(/\/sandbox\/receiver\/in\/my-app$/);
  await addressField.fill('https://10.0.0.7/hook');
  await addressField.press('Enter');
  await expect(addDialog.locator('.err')).toBeVisible();
  await addressField.fill(address);
  await addDialog.getByLabel('Description').fill('Bookkeeping');
  await expectAccessible(page, 'add a webhook');
  await addDialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await readSecret(page, 'Webhook added');
  expect(secret).toMatch(/^whsec_/);
  await dialog(page, 'Webhook added').getByRole('button', { name: 'Done' }).click();
  return secret;
}
