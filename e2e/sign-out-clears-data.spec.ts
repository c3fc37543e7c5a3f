import type { Page } from '@playwright/test';

import type { RunningApp } from './support/app-process.ts';
import { openDraft, savedStatus } from './support/builder-page.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { createConnectedSeller, uniqueName, createPageConfig, type Seller } from './support/seller.ts';
import { expectSignedOut, signOut } from './support/stored-session.ts';

type BrowserData = { copies: string; others: string };

/** Reads all browser data of this tab: unsaved drafts in `copies`, everything else in `others`. */
const readBrowserData = (page: Page): Promise<BrowserData> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('tillwright-drafts');
      request.addEventListener('error', () => reject(new Error('IndexedDB')));
      request.addEventListener('success', () => resolve(request.result));
    });
    const resolveRequest = <Row>(request: IDBRequest<Row[]>) =>
      new Promise<Row[]>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const stores: Record<string, string> = {};
    for (const name of database.objectStoreNames) {
      const store = database.transaction(name).objectStore(name);
      const [keys, values] = [resolveRequest(store.getAllKeys()), resolveRequest(store.getAll())];
      const rows = [...(await keys), ...(await values)];
      stores[name] = rows.length > 0 ? JSON.stringify(rows) : '';
    }
    database.close();
    const { copies = '', ...rest } = stores;
    const texts = [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage).filter(([key]) => key !== 'react-router-scroll-positions'),
    );
    return { copies, others: [...Object.values(rest), ...texts.flat()].join('') };
  });

const NO_DATA: BrowserData = { copies: '', others: '' };

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
