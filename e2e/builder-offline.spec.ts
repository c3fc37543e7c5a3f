import { openBuilder, openDraft, savedStatus } from './support/builder-page.ts';
import { expect, test } from './support/fixtures.ts';
import { createSeller, createPageConfig } from './support/seller.ts';

test('changes made offline are saved when the network is back', async ({ page, app }) => {
  const seller = await createSeller(app);
  const pageId = await openDraft(page, seller, createPageConfig());
  await page.context().setOffline(true);
  await page.getByLabel('Description').fill('Typed in a tunnel.');
  await expect(page.locator('.save-status')).toHaveText('Offline');
  await page.getByLabel('Price', { exact: true }).fill('41');
  await page.context().setOffline(false);
  await expect(savedStatus(page)).toBeVisible();
  expect((await seller.call('get-page', { pageId })).config).toMatchObject({
    description: 'Typed in a tunnel.',
    price: '41',
  });
});

test('offline changes of a crashed tab are offered for recovery', { tag: '@core' }, async ({ page, app }) => {
  const seller = await createSeller(app);
  const pageId = await openDraft(page, seller, createPageConfig());
  const otherTab = await page.context().newPage();
  await otherTab.goto(`/builder?page=${pageId}`);
  await expect(otherTab.getByLabel('Product name')).toHaveValue('Linocut for Beginners');
  await page.context().setOffline(true);
  await otherTab.getByLabel('Product name').fill('Never sent');
  await expect(otherTab.locator('.save-status')).toHaveText('Offline');
  await expect.poll(() => otherTab.evaluate(readStoredDrafts)).toContain('Never sent');
  // A tab that closes normally may still save, so this one crashes.
  await Promise.all([otherTab.waitForEvent('crash'), otherTab.goto('chrome://crash').catch(() => null)]);
  await otherTab.close();
  await page.context().setOffline(false);

  await openBuilder(page, seller, `/builder?page=${pageId}`);
  const recoveryBanner = page.getByText('We found unsaved changes.');
  await expect(recoveryBanner).toBeVisible();
  await expect(page.getByLabel('Product name')).toHaveValue('Linocut for Beginners');
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await expect(page.getByLabel('Product name')).toHaveValue('Never sent');
  await expect(savedStatus(page)).toBeVisible();
  await expect(recoveryBanner).toBeHidden();
});

/** The unsaved drafts in the browser's IndexedDB, as text. */
const readStoredDrafts = () =>
  new Promise<string>((resolve, reject) => {
    const request = indexedDB.open('tillwright-drafts');
    request.addEventListener('error', () => reject(new Error('IndexedDB')));
    request.addEventListener('success', () => {
      const all = request.result.transaction('copies').objectStore('copies').getAll();
      all.addEventListener('success', () => {
        request.result.close();
        resolve(JSON.stringify(all.result));
      });
    });
  });
