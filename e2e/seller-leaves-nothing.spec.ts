import type { Page } from '@playwright/test';

import { openDraft, saved } from './builder.ts';
import { expect, test, toastOf } from './journey.ts';
import { keptHere, NOTHING } from './kept-here.ts';
import { expectSignedOut, signOutHere } from './kept-session.ts';
import { connectedSeller, freshWord, samplePage, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

/** Creates a seller whose browser stores all kinds of data: undo history, drafts, campaigns and so on. */
async function atWork(page: Page, shop: Shop): Promise<{ seller: Seller; pageId: string; name: string }> {
  const seller = await connectedSeller(shop);
  const pageId = await openDraft(page, seller, samplePage());
  const name = freshWord('Secret plan');
  await page.getByLabel('Product name').fill(name);
  await expect(saved(page)).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('tillwright-campaigns', '[{"source":"newsletter"}]');
    sessionStorage.setItem('tillwright-reactivating', 'true');
  });
  await expect.poll(async () => (await keptHere(page)).others).toContain(name);
  return { seller, pageId, name };
}

/** Expects no trace of the seller in the document. */
async function expectNothingSeen(page: Page, { seller, name }: { seller: Seller; name: string }) {
  const seen = await page.content();
  expect(seen).not.toContain(seller.email);
  expect(seen).not.toContain(name);
  expect(await page.title()).not.toContain(name);
}

test(
  'signing out removes all data of the seller, in this tab and in others',
  { tag: '@core' },
  async ({ page, shop }) => {
    const work = await atWork(page, shop);
    const [pages, builder] = [await page.context().newPage(), page];
    await pages.goto('/pages');
    await expect(pages.getByText(work.name).first()).toBeVisible();
    await pages.evaluate(() => sessionStorage.setItem('tillwright-reactivating', 'true'));
    await signOutHere(pages);
    await expect(toastOf(pages, 'Signed out')).toBeVisible();
    await expectSignedOut(builder);
    for (const tab of [pages, builder]) {
      await expect.poll(() => keptHere(tab)).toEqual(NOTHING);
      await expectNothingSeen(tab, work);
    }
  },
);
