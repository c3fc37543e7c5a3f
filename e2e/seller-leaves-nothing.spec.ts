import type { Page } from '@playwright/test';

import { openDraft, savedStatus } from './builder.ts';
import { expect, test, getToast } from './journey.ts';
import { readBrowserData, NO_DATA } from './kept-here.ts';
import { expectSignedOut, signOut } from './kept-session.ts';
import { createConnectedSeller, uniqueName, createPageConfig, type Seller } from './seller.ts';
import type { RunningApp } from './shop-process.ts';

/** Creates a seller whose browser stores all kinds of data: undo history, drafts, campaigns and so on. */
async function createActiveSeller(
  page: Page,
  app: RunningApp,
): Promise<{ seller: Seller; pageId: string; name: string }> {
  const seller = await createConnectedSeller(app);
  const pageId = await openDraft(page, seller, createPageConfig());
  const name = uniqueName('Secret plan');
  await page.getByLabel('Product name').fill(name);
  await expect(savedStatus(page)).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('tillwright-campaigns', '[{"source":"newsletter"}]');
    sessionStorage.setItem('tillwright-reactivating', 'true');
  });
  await expect.poll(async () => (await readBrowserData(page)).others).toContain(name);
  return { seller, pageId, name };
}

/** Expects no trace of the seller in the document. */
async function expectNoTrace(page: Page, { seller, name }: { seller: Seller; name: string }) {
  const html = await page.content();
  expect(html).not.toContain(seller.email);
  expect(html).not.toContain(name);
  expect(await page.title()).not.toContain(name);
}

test(
  'signing out removes all data of the seller, in this tab and in others',
  { tag: '@core' },
  async ({ page, app }) => {
    const activeSeller = await createActiveSeller(page, app);
    const [pages, builder] = [await page.context().newPage(), page];
    await pages.goto('/pages');
    await expect(pages.getByText(activeSeller.name).first()).toBeVisible();
    await pages.evaluate(() => sessionStorage.setItem('tillwright-reactivating', 'true'));
    await signOut(pages);
    await expect(getToast(pages, 'Signed out')).toBeVisible();
    await expectSignedOut(builder);
    for (const tab of [pages, builder]) {
      await expect.poll(() => readBrowserData(tab)).toEqual(NO_DATA);
      await expectNoTrace(tab, activeSeller);
    }
  },
);
