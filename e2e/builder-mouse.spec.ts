import { readFile } from 'node:fs/promises';

import { openBuilder, openDraft, previewPage, savedStatus } from './support/builder-page.ts';
import { expect, test } from './support/fixtures.ts';
import { createSeller, createPublishedPage, createPageConfig } from './support/seller.ts';

test('dragging reorders a feature, and Escape cancels the drag', async ({ page, app }) => {
  const features = ['Shaped', 'Glazed', 'Fired'];
  await openDraft(page, await createSeller(app), createPageConfig({ features }));
  const dragHandle = (index: number) => page.locator('.drag-handle').nth(index);
  const previewFeatures = previewPage(page).locator('.co-feats li');
  await expect(previewFeatures).toHaveText(features);

  const dragFirstBelowLast = async () => {
    await dragHandle(0).scrollIntoViewIfNeeded();
    const [from, to] = [await dragHandle(0).boundingBox(), await dragHandle(2).boundingBox()];
    if (!from || !to) throw new Error('The rows are not drawn');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height, { steps: 12 });
  };
  await dragFirstBelowLast();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(previewFeatures).toHaveText(features);

  await dragFirstBelowLast();
  await page.mouse.up();
  await expect(previewFeatures).toHaveText(['Glazed', 'Fired', 'Shaped']);
  await expect(savedStatus(page)).toBeVisible();
  await page.reload();
  await expect(previewFeatures).toHaveText(['Glazed', 'Fired', 'Shaped']);
});

test('the QR code of the live URL is saved as SVG and as PNG', async ({ page, app }) => {
  const { seller, pageId } = await createPublishedPage(app);
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('tab', { name: 'QR code' }).click();
  const downloadAs = async (kind: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: kind }).click();
    return readFile(await (await download).path());
  };
  expect((await downloadAs('Download SVG')).toString()).toMatch(/^<svg xmlns=.*<path fill="#000000" d="M\d+ \d+h/);
  expect((await downloadAs('Download PNG')).subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'));
});

test('leaving the builder with unsaved changes asks for confirmation', async ({ page, app }) => {
  await openDraft(page, await createSeller(app), createPageConfig());
  await page.context().setOffline(true);
  await page.getByLabel('Product name').fill('Written in a tunnel');
  await page.getByRole('link', { name: 'Back to your pages' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Product name')).toHaveValue('Written in a tunnel');
  await page.context().setOffline(false);
  await expect(savedStatus(page)).toBeVisible();
});
