import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { createBuyer, fillCard, payButton, payByCard } from './support/buyer.ts';
import { createDeliveringPage, toSha256 } from './support/deliverables.ts';
import { getCheckoutFrame, getLoaderTag, testWithEmbeddingSite as test } from './support/embedding-site.ts';
import { expect } from './support/fixtures.ts';
import { uniqueEmail } from './support/seller.ts';

const FILE_NAME = 'Throwing guide.txt';

/** Downloads the only file of the page; returns its name and hash. */
async function downloadFile(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), sha256: toSha256(bytes) };
}

test(
  'a buyer downloads a file in the window in which they paid, and no other browser sees it',
  { tag: '@core' },
  async ({ page, app, openContextPage }) => {
    const { url, bytes } = await createDeliveringPage(app, FILE_NAME);
    await createBuyer(page).startCheckout(url);
    await payByCard(page);
    await expect(page.getByRole('heading', { name: 'Your files' })).toBeVisible();
    expect(await downloadFile(page)).toEqual({ name: FILE_NAME, sha256: toSha256(bytes) });
    const stranger = await openContextPage();
    await stranger.goto(page.url());
    await expect(stranger.getByText(/^We emailed the link to your files to b•••@example\.com\.$/)).toBeVisible();
    await expect(stranger.getByText('Throwing guide')).toHaveCount(0);
    await stranger.getByRole('button', { name: 'Send it again' }).click();
    await expect(stranger.getByRole('status').getByText('We’ve sent it again.')).toBeVisible();
  },
);

test('a buyer who paid from an embedded page sees the file too', async ({ page, app, site }) => {
  const { slug, bytes } = await createDeliveringPage(app, FILE_NAME, { embedding: { origins: [site.origin] } });
  const post = site.servePage('/post', `<div data-tillwright="inline" data-page="${slug}"></div>${getLoaderTag(app)}`);
  await page.goto(post);
  const frame = getCheckoutFrame(page);
  await frame.getByLabel('Email').fill(uniqueEmail('buyer'));
  await frame.locator('button.co-pay').click();
  await fillCard(page);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Your files' })).toBeVisible();
  expect(await downloadFile(page)).toEqual({ name: FILE_NAME, sha256: toSha256(bytes) });
  // The page waits for the buyer instead of leading back to the site by itself.
  await expect(page.getByText('You’ll be redirected in a few seconds.')).toHaveCount(0);
  await page.getByRole('link', { name: `Back to ${new URL(site.origin).host}` }).click();
  await frame.getByRole('link', { name: 'Open your files' }).click();
  await expect(page.getByRole('heading', { name: 'Your files' })).toBeVisible();
});
