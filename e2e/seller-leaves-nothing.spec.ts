import type { Page } from '@playwright/test';

import { openDraft, saved } from './builder.ts';
import { expect, test, toastOf } from './journey.ts';
import { keptHere, NOTHING } from './kept-here.ts';
import { accountKey, expectSignedOut, signInHere, signOutHere } from './kept-session.ts';
import { connectedSeller, freshWord, newSeller, PASSWORD, samplePage, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

/** A seller at work, of whom everything is kept that can be: steps, notes, a campaign, and so on. */
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

const endAtServer = (shop: Shop, { session }: Seller) =>
  fetch(`${shop.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${session.access_token}` },
  });

/** Nothing that can be seen tells who was here. */
async function expectNothingSeen(page: Page, { seller, name }: { seller: Seller; name: string }) {
  const seen = await page.content();
  expect(seen).not.toContain(seller.email);
  expect(seen).not.toContain(name);
  expect(await page.title()).not.toContain(name);
}

test('a sign-out leaves nothing of the seller, in this tab and in others', async ({ page, shop }) => {
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
});

test('a session that the server has ended leaves nothing that the server has as well', async ({
  page,
  shop,
}) => {
  const work = await atWork(page, shop);
  await page.waitForLoadState('networkidle');
  await endAtServer(shop, work.seller);
  await page.goto('/pages');
  await expectSignedOut(page);
  await expect.poll(() => keptHere(page)).toEqual(NOTHING);
  await expectNothingSeen(page, work);
});

test('a session that ended while no tab was open leaves nothing after the next start', async ({
  page,
  shop,
}) => {
  await atWork(page, shop);
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.removeItem('tillwright-session'));
  await page.goto('/auth');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect.poll(() => keptHere(page)).toEqual(NOTHING);
});

/** Leaves the builder for the list of pages with a change that cannot reach the server. */
async function leaveUnsaved(page: Page, text: string): Promise<void> {
  await page.route('**/functions/v1/save-draft', (route) => route.abort('internetdisconnected'));
  await page.getByLabel('Description').fill(text);
  await expect(page.locator('.b-saved')).toHaveText('Offline');
  await expect.poll(async () => (await keptHere(page)).copies).toContain(text);
  await page.getByRole('link', { name: /pages/i }).first().click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(accountKey(page)).toBeVisible();
}

test('what could not be saved is asked about before it is lost, and kept by whoever stays', async ({
  page,
  shop,
}) => {
  await atWork(page, shop);
  await leaveUnsaved(page, 'Not yet there');
  await signOutHere(page);
  const question = page.getByRole('dialog', { name: 'Sign out and lose your last changes?' });
  await expect(question).toContainText('Changes to one page have not reached us.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(accountKey(page)).toBeVisible();
  expect((await keptHere(page)).copies).toContain('Not yet there');

  await page.goto('/');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign out' }).first()).toBeVisible();
  expect((await keptHere(page)).copies).toContain('Not yet there');

  await page.goto('/pages');
  await signOutHere(page);
  await question.getByRole('button', { name: 'Sign out and lose them' }).click();
  await expect(toastOf(page, 'Signed out')).toBeVisible();
  expect(await keptHere(page)).toEqual(NOTHING);
});

test('what a last try can save is saved, and nothing is asked', async ({ page, shop }) => {
  await atWork(page, shop);
  await leaveUnsaved(page, 'There in the end');
  const saves = page.waitForResponse('**/functions/v1/save-draft');
  await page.unroute('**/functions/v1/save-draft');
  await signOutHere(page);
  const answer = await saves;
  expect(answer.ok()).toBe(true);
  expect(answer.request().postData()).toContain('There in the end');
  await expect(toastOf(page, 'Signed out')).toBeVisible();
  expect(await keptHere(page)).toEqual(NOTHING);
});

test('what was not saved when the session ended waits a day, for its seller alone', async ({
  page,
  shop,
}) => {
  const { seller, pageId } = await atWork(page, shop);
  await leaveUnsaved(page, 'Waits for me');
  await endAtServer(shop, seller);
  await page.goto('/orders');
  await expectSignedOut(page);
  const copy = await keptHere(page);
  expect(copy.copies).toContain('Waits for me');
  await expect.poll(async () => (await keptHere(page)).others).toBe('');

  const other = await newSeller(shop);
  await page.goto(`/auth?next=/builder?page=${pageId}`);
  await signInHere(page, other.email, PASSWORD);
  await expect(page.getByText('This page could not be opened')).toBeVisible();
  await page.goto('/pages');
  await signOutHere(page);
  await expect(toastOf(page, 'Signed out')).toBeVisible();
  expect(await keptHere(page)).toEqual({ ...NOTHING, copies: copy.copies });

  await page.clock.install({ time: Date.now() + 25 * 60 * 60 * 1000 });
  await page.goto('/auth');
  await expect.poll(() => keptHere(page)).toEqual(NOTHING);
});
