import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { openDraft, openTab, publishButton } from './support/builder-page.ts';
import { createBuyer, payByCard } from './support/buyer.ts';
import { toSha256 } from './support/deliverables.ts';
import { expect, getToast, test } from './support/fixtures.ts';
import { createConnectedSeller, createPageConfig, uniqueName } from './support/seller.ts';

const FILE = {
  name: 'Throwing guide.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(Uint8Array.from({ length: 2_000_000 }, (_, index) => (index * 131 + (index >> 8)) % 256).buffer),
};

const chooseFile = (page: Page) => page.getByLabel('Files', { exact: true }).setInputFiles(FILE);

/** Lets one part of a file reach the server, and holds back those that follow. */
async function holdAfterFirstPart(page: Page): Promise<void> {
  let count = 0;
  await page.route('**/uploads/*', async (route) => {
    count += 1;
    if (count === 1) await route.continue();
  });
}

test('a seller resumes an upload after a reload, publishes, and a buyer downloads the same file', async ({
  page,
  app,
  openContextPage,
}) => {
  const seller = await createConnectedSeller(app);
  const customSlug = uniqueName('guide');
  await openDraft(page, seller, createPageConfig({ customSlug }));
  await openTab(page, 'Delivery');
  await holdAfterFirstPart(page);
  await chooseFile(page);
  await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('256 KB of 1.9 MB');
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.unroute('**/uploads/*');

  await openTab(page, 'Delivery');
  await expect(page.getByText('Interrupted. Choose the same file again to continue.')).toBeVisible();
  const offsets: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/uploads/')) offsets.push(request.headers()['upload-offset']);
  });
  await chooseFile(page);
  await expect(getToast(page, 'File uploaded')).toBeVisible();
  expect(offsets[0]).toBe(String(256 * 1024));
  await expect(page.getByRole('group', { name: FILE.name, exact: true })).toContainText('1.9 MB');
  await publishButton(page).click();
  await expect(getToast(page, 'Page published!')).toBeVisible();

  const samplePromise = page.context().waitForEvent('page');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Try as a buyer' }).click();
  await expect((await samplePromise).getByRole('link', { name: `Download ${FILE.name}` })).toBeVisible();

  const buyerPage = await openContextPage();
  await createBuyer(buyerPage).startCheckout(`${app.url}/c/${customSlug}`);
  await payByCard(buyerPage);
  const downloadPromise = buyerPage.waitForEvent('download');
  await buyerPage.getByRole('link', { name: `Download ${FILE.name}` }).click();
  const download = await downloadPromise;
  expect(download.suggestedFilename()).toBe(FILE.name);
  expect(toSha256(await readFile(await download.path()))).toBe(toSha256(FILE.buffer));
});
