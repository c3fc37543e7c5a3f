import { randomBytes } from 'node:crypto';

import { openFaultProxy, type FaultProxy } from '../chaos/fault-proxy.ts';
import { openOwnPostgres } from '../scripts/test-postgres.ts';
import { openBuilder, publishKey, saved } from './builder.ts';
import { buyerOn, payByCard } from './buyer.ts';
import { expect, noteOf, test as base } from './journey.ts';
import { enter, pageOnSale, PASSWORD } from './seller.ts';
import { expectAccess, shootBoth } from './seen.ts';
import { startShop, type Shop } from './shop-process.ts';

/** The app reaches its database through a proxy that injects faults. */
const test = base.extend<object, { shop: Shop & { database: FaultProxy } }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
    async ({}, use) => {
      const postgres = await openOwnPostgres();
      const { hostname, port } = new URL(postgres.url);
      const database = await openFaultProxy({ host: hostname, port: Number(port) });
      const started = await startShop({
        DATABASE_URL: database.through(postgres.url),
        AUTH_SECRET: randomBytes(32).toString('hex'),
      });
      const shop = { ...started, database };
      await use(shop);
      await shop.stop();
      await database.close();
      await postgres.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const ready = (shop: Shop, status: number) =>
  expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status, { timeout: 30_000 }).toBe(status);

test('shows an error page for an uncached page while the database is unavailable, and recovers', async ({
  page,
  shop,
}) => {
  const { url } = await pageOnSale(shop);
  await shop.database.set({ connections: 'refuse' });
  await ready(shop, 503);
  const answer = await page.goto(url);
  expect([answer?.status(), Number(answer?.headers()['retry-after']) > 0]).toEqual([503, true]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back in a moment');
  await expectAccess(page, 'back in a moment');
  await shootBoth(page, 'away-page');
  await shop.database.set({});
  await ready(shop, 200);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Linocut for Beginners');
});

test('a buyer who pays during a database restart needs one click', async ({ page, shop }) => {
  const { url } = await pageOnSale(shop, { requireTerms: false });
  const buyer = buyerOn(page);
  await page.goto(url);
  await buyer.fillIn();
  await shop.database.set({ connections: 'refuse' });
  await ready(shop, 503);
  const refused = page.waitForResponse((answer) => answer.status() === 503);
  await buyer.pay.click();
  await refused;
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  await shop.database.set({});
  await payByCard(page);
});

test('a longer database outage shows an error to the buyer and loses nothing', async ({ page, shop }) => {
  const { url } = await pageOnSale(shop, { requireTerms: false });
  const buyer = buyerOn(page);
  await page.goto(url);
  await buyer.fillIn();
  await shop.database.set({ connections: 'refuse' });
  await ready(shop, 503);
  await buyer.pay.click();
  await expect(noteOf(page, 'Checkout failed')).toContainText('Nothing was charged.', { timeout: 20_000 });
  await shop.database.set({});
  await ready(shop, 200);
  await buyer.pay.click();
  await payByCard(page);
});

test('signing in and publishing keep their input while the database is unavailable, and succeed afterwards', async ({
  page,
  guest,
  shop,
}) => {
  const { seller, pageId } = await pageOnSale(shop);
  const entering = await guest();
  await entering.goto('/auth');
  await entering.getByLabel('Email').fill(seller.email);
  await entering.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await enter(page, seller);
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await page.getByLabel('Description').fill('Typed before.');
  await expect(saved(page)).toBeVisible();
  await shop.database.set({ connections: 'refuse' });
  await ready(shop, 503);

  await entering.getByRole('button', { name: 'Sign in' }).click();
  await expect(entering.locator('.toast')).toContainText(/moment/);
  await expect(entering.getByLabel('Email')).toHaveValue(seller.email);
  await expect(entering.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  await expectAccess(entering, 'signing in while the database is away');
  await shootBoth(entering, 'away-sign-in');

  await page.getByLabel('Description').fill('Typed while it was away.');
  await publishKey(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.locator('.toast')).toContainText(/moment/);
  await expect(page.getByLabel('Description')).toHaveValue('Typed while it was away.');
  await shootBoth(page, 'away-publish');

  await shop.database.set({});
  await ready(shop, 200);
  await entering.getByRole('button', { name: 'Sign in' }).click();
  await expect(entering).toHaveURL(/\/builder/);
  await expect(saved(page)).toBeVisible({ timeout: 60_000 });
  expect((await seller.call('get-page', { pageId })).config).toMatchObject({
    description: 'Typed while it was away.',
  });
});
