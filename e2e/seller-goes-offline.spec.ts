import { openBuilder, openDraft, saved } from './builder.ts';
import { expect, test } from './journey.ts';
import { newSeller, samplePage } from './seller.ts';

test('changes made offline are saved when the network is back', async ({ page, shop }) => {
  const seller = await newSeller(shop);
  const pageId = await openDraft(page, seller, samplePage());
  await page.context().setOffline(true);
  await page.getByLabel('Description').fill('Typed in a tunnel.');
  await expect(page.locator('.b-saved')).toHaveText('Offline');
  await page.getByLabel('Price', { exact: true }).fill('41');
  await page.context().setOffline(false);
  await expect(saved(page)).toBeVisible();
  expect((await seller.call('get-page', { pageId })).config).toMatchObject({
    description: 'Typed in a tunnel.',
    price: '41',
  });
});

test(
  'offline changes of a crashed tab are offered for recovery',
  { tag: '@core' },
  async ({ page, shop }) => {
    const seller = await newSeller(shop);
    const pageId = await openDraft(page, seller, samplePage());
    const other = await page.context().newPage();
    await other.goto(`/builder?page=${pageId}`);
    await expect(other.getByLabel('Product name')).toHaveValue('Linocut for Beginners');
    await page.context().setOffline(true);
    await other.getByLabel('Product name').fill('Never sent');
    await expect(other.locator('.b-saved')).toHaveText('Offline');
    await expect.poll(() => other.evaluate(copiesKept)).toContain('Never sent');
    // A tab that closes normally may still save, so this one crashes.
    await Promise.all([other.waitForEvent('crash'), other.goto('chrome://crash').catch(() => null)]);
    await other.close();
    await page.context().setOffline(false);

    await openBuilder(page, seller, `/builder?page=${pageId}`);
    const offer = page.getByText('We kept changes that were not saved.');
    await expect(offer).toBeVisible();
    await expect(page.getByLabel('Product name')).toHaveValue('Linocut for Beginners');
    await page.getByRole('button', { name: 'Bring them back' }).click();
    await expect(page.getByLabel('Product name')).toHaveValue('Never sent');
    await expect(saved(page)).toBeVisible();
    await expect(offer).toBeHidden();
  },
);

/** The unsaved drafts in the browser's IndexedDB, as text. */
const copiesKept = () =>
  new Promise<string>((resolve, reject) => {
    const opened = indexedDB.open('tillwright-drafts');
    opened.addEventListener('error', () => reject(new Error('IndexedDB')));
    opened.addEventListener('success', () => {
      const all = opened.result.transaction('copies').objectStore('copies').getAll();
      all.addEventListener('success', () => {
        opened.result.close();
        resolve(JSON.stringify(all.result));
      });
    });
  });
