import { readFile } from 'node:fs/promises';

import { openBuilder, openDraft, paper, saved } from './builder.ts';
import { expect, test } from './journey.ts';
import { newSeller, pageOnSale, samplePage } from './seller.ts';

test('dragging reorders a feature, and Escape cancels the drag', async ({ page, shop }) => {
  const features = ['Shaped', 'Glazed', 'Fired'];
  await openDraft(page, await newSeller(shop), samplePage({ features }));
  const grip = (place: number) => page.locator('.b-grip').nth(place);
  const shown = paper(page).locator('.co-feats li');
  await expect(shown).toHaveText(features);

  const dragFirstBelowLast = async () => {
    await grip(0).scrollIntoViewIfNeeded();
    const [from, to] = [await grip(0).boundingBox(), await grip(2).boundingBox()];
    if (!from || !to) throw new Error('The rows are not drawn');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height, { steps: 12 });
  };
  await dragFirstBelowLast();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(shown).toHaveText(features);

  await dragFirstBelowLast();
  await page.mouse.up();
  await expect(shown).toHaveText(['Glazed', 'Fired', 'Shaped']);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(shown).toHaveText(['Glazed', 'Fired', 'Shaped']);
});

test('the QR code of the live URL is saved as SVG and as PNG', async ({ page, shop }) => {
  const { seller, pageId } = await pageOnSale(shop);
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('tab', { name: 'QR code' }).click();
  const savedAs = async (kind: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: kind }).click();
    return readFile(await (await download).path());
  };
  expect((await savedAs('SVG')).toString()).toMatch(/^<svg xmlns=.*<path fill="#000000" d="M\d+ \d+h/);
  expect((await savedAs('PNG')).subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'));
});

test('leaving the builder with unsaved changes asks for confirmation', async ({ page, shop }) => {
  await openDraft(page, await newSeller(shop), samplePage());
  await page.context().setOffline(true);
  await page.getByLabel('Product name').fill('Written in a tunnel');
  await page.getByRole('link', { name: 'Back to your pages' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave before this is saved?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Product name')).toHaveValue('Written in a tunnel');
  await page.context().setOffline(false);
  await expect(saved(page)).toBeVisible();
});
