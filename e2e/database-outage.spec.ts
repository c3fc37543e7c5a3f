import { randomBytes } from 'node:crypto';

import { openOwnPostgres } from '../scripts/test-postgres.ts';
import { startAppProcess, type RunningApp } from './support/app-process.ts';
import { openBuilder, publishButton, savedStatus } from './support/builder-page.ts';
import { createBuyer, payByCard } from './support/buyer.ts';
import { startFaultProxy, type FaultProxy } from './support/fault-proxy.ts';
import { expect, getCheckoutToast, test as base } from './support/fixtures.ts';
import { signIn, createPublishedPage, PASSWORD } from './support/seller.ts';
import { expectAccessible, takeScreenshots } from './support/visual-checks.ts';

/** The app reaches its database through a proxy that injects faults. */
const test = base.extend<object, { app: RunningApp & { database: FaultProxy } }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
    async ({}, use) => {
      const postgres = await openOwnPostgres();
      const { hostname, port } = new URL(postgres.url);
      const database = await startFaultProxy({ host: hostname, port: Number(port) });
      const appProcess = await startAppProcess({
        DATABASE_URL: database.getProxyUrl(postgres.url),
        AUTH_SECRET: randomBytes(32).toString('hex'),
      });
      const app = { ...appProcess, database };
      await use(app);
      await app.stop();
      await database.close();
      await postgres.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const waitForReadiness = (app: RunningApp, status: number) =>
  expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { timeout: 30_000 }).toBe(status);

test('shows an error page for an uncached page while the database is unavailable, and recovers', async ({
  page,
  app,
}) => {
  const { url } = await createPublishedPage(app);
  await app.database.set({ connections: 'refuse' });
  await waitForReadiness(app, 503);
  const response = await page.goto(url);
  expect([response?.status(), Number(response?.headers()['retry-after']) > 0]).toEqual([503, true]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back in a moment');
  await expectAccessible(page, 'back in a moment');
  await takeScreenshots(page, 'away-page');
  await app.database.set({});
  await waitForReadiness(app, 200);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Linocut for Beginners');
});

test('a buyer who pays during a database restart needs one click', async ({ page, app }) => {
  const { url } = await createPublishedPage(app, { requireTerms: false });
  const buyer = createBuyer(page);
  await page.goto(url);
  await buyer.fillForm();
  await app.database.set({ connections: 'refuse' });
  await waitForReadiness(app, 503);
  const unavailableResponse = page.waitForResponse((response) => response.status() === 503);
  await buyer.pay.click();
  await unavailableResponse;
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  await app.database.set({});
  await payByCard(page);
});

test('a longer database outage shows an error to the buyer and loses nothing', async ({ page, app }) => {
  const { url } = await createPublishedPage(app, { requireTerms: false });
  const buyer = createBuyer(page);
  await page.goto(url);
  await buyer.fillForm();
  await app.database.set({ connections: 'refuse' });
  await waitForReadiness(app, 503);
  await buyer.pay.click();
  await expect(getCheckoutToast(page, 'Checkout failed')).toContainText('You haven’t been charged.', {
    timeout: 20_000,
  });
  await app.database.set({});
  await waitForReadiness(app, 200);
  await buyer.pay.click();
  await payByCard(page);
});

test('signing in and publishing keep their input while the database is unavailable, and succeed afterwards', async ({
  page,
  openContextPage,
  app,
}) => {
  const { seller, pageId } = await createPublishedPage(app);
  const signInPage = await openContextPage();
  await signInPage.goto('/auth');
  await signInPage.getByLabel('Email').fill(seller.email);
  await signInPage.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await signIn(page, seller);
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await page.getByLabel('Description').fill('Typed before.');
  await expect(savedStatus(page)).toBeVisible();
  await app.database.set({ connections: 'refuse' });
  await waitForReadiness(app, 503);

  await signInPage.getByRole('button', { name: 'Sign in' }).click();
  await expect(signInPage.locator('.toast')).toContainText(/moment/);
  await expect(signInPage.getByLabel('Email')).toHaveValue(seller.email);
  await expect(signInPage.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  await expectAccessible(signInPage, 'signing in while the database is away');
  await takeScreenshots(signInPage, 'away-sign-in');

  await page.getByLabel('Description').fill('Typed while it was away.');
  await publishButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.locator('.toast')).toContainText(/moment/);
  await expect(page.getByLabel('Description')).toHaveValue('Typed while it was away.');
  await takeScreenshots(page, 'away-publish');

  await app.database.set({});
  await waitForReadiness(app, 200);
  await signInPage.getByRole('button', { name: 'Sign in' }).click();
  await expect(signInPage).toHaveURL(/\/builder/);
  await expect(savedStatus(page)).toBeVisible({ timeout: 60_000 });
  expect((await seller.call('get-page', { pageId })).config).toMatchObject({
    description: 'Typed while it was away.',
  });
});
