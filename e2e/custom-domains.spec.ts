import { get } from 'node:http';

import type { Page } from '@playwright/test';

import type { PlanId } from '#domain/plans.ts';

import type { RunningApp } from './support/app-process.ts';
import { openBuilder } from './support/builder-page.ts';
import { createBuyer, payByCard } from './support/buyer.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import {
  signIn,
  uniqueName,
  createSeller,
  completeOnboarding,
  publishPage,
  createPageConfig,
  type PublishedPage,
  type Seller,
} from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';

type DomainSeller = PublishedPage & { seller: Seller; product: string };

async function createSellerOnPlan(app: RunningApp, planId: PlanId): Promise<DomainSeller> {
  const seller = await createSeller(app);
  await completeOnboarding(seller);
  await seller.call('create-subscription', { planId });
  const product = 'Linocut for Beginners';
  const page = await publishPage(seller, createPageConfig({ productName: product }));
  return { ...page, seller, product };
}

const domainTable = (page: Page) => page.getByRole('table', { name: 'Domains' });

/** The status of a request for this host, sent to the app's port without DNS. */
const fetchStatus = (app: RunningApp, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(app.url);
    get({ host: '127.0.0.1', port, path: '/', headers: { Host: host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', reject);
  });

test(
  'a localhost domain is live at once and serves a page at its root',
  { tag: '@core' },
  async ({ page, app, openContextPage }) => {
    const { seller, product, url } = await createSellerOnPlan(app, 'growth');
    const name = `${uniqueName('linocut')}.localhost`;
    const root = `http://${name}:${new URL(app.url).port}`;
    await signIn(page, seller);
    await page.goto('/pages');
    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Use your own domain' })).toBeVisible();
    await expectAccessible(page, 'domains-none');
    await takeScreenshot(page, 'domains-none');

    await page.getByRole('button', { name: 'Add a domain' }).click();
    await page.getByLabel('Domain', { exact: true }).fill('github.io');
    await page.getByRole('button', { name: 'Add domain' }).click();
    await expect(page.getByLabel('Domain', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Domain', { exact: true })).toHaveValue('github.io');
    await expect(page.getByRole('dialog').getByText('This is a domain ending that many sites share.')).toBeVisible();
    await expect(page.getByLabel('Page', { exact: true })).toContainText(product);
    await expectAccessible(page, 'domains-add');
    await page.getByLabel('Domain', { exact: true }).fill(`http://${name.toUpperCase()}/`);
    await page.keyboard.press('Enter');
    await expect(getToast(page, `${name} is live`)).toBeVisible();
    await expect(domainTable(page)).toContainText('Live');
    await expect(domainTable(page).getByRole('button', { name, exact: true })).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(page, 'domains-live');

    const pagePromise = page.context().waitForEvent('page');
    await domainTable(page)
      .getByRole('link', { name: `Open ${name}` })
      .click();
    const newPage = await pagePromise;
    await expect(newPage).toHaveURL(`${root}/`);
    await expect(newPage.getByRole('heading', { name: product })).toBeVisible();
    await newPage.close();

    const buyer = createBuyer(await openContextPage());
    await buyer.startCheckout(root);
    await payByCard(buyer.page);
    expect(new URL(buyer.page.url()).host).toBe(new URL(root).host);
    await buyer.page.goto(url);
    await expect(buyer.page.getByRole('heading', { name: product })).toBeVisible();

    await domainTable(page).getByRole('button', { name: 'Remove domain' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('stays available at its own URL');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page, 'domains-remove');
    await dialog.getByRole('button', { name: 'Remove domain' }).click();
    await expect(getToast(page, 'Domain removed')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Use your own domain' })).toBeVisible();
    await expect.poll(() => fetchStatus(app, new URL(root).host)).toBe(421);
    expect((await buyer.page.goto(url))?.status()).toBe(200);
  },
);

test("a page is shared at its custom domain or at the app's origin", async ({ page, app }) => {
  const { seller, pageId, url } = await createSellerOnPlan(app, 'growth');
  const name = `${uniqueName('linocut')}.localhost`;
  const host = `${name}:${new URL(app.url).port}`;
  await seller.call('add-domain', { host: name, pageId });
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await expect(page.getByRole('group', { name: 'Page URL' })).toContainText(host);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = page.getByRole('group', { name: 'Your link' }).getByRole('status');
  await expect(link).toHaveText(host);
  await page.getByLabel('Apply a coupon').selectOption('QUARTER');
  await expect(link).toHaveText(`${host}/?coupon=QUARTER`);
  await page.getByRole('tab', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: `QR code for http://${host}/?coupon=QUARTER` })).toBeVisible();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.locator('.social-card').first()).toContainText(host);
  for (const image of await page.locator('.social-card img').all())
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1200);
  await expectAccessible(page, 'share-at-a-domain');
  await takeScreenshot(page, 'share-at-a-domain');
  await page.getByRole('radio', { name: url.replace('http://', '') }).check();
  await expect(link).toHaveText(`${url.replace('http://', '')}?coupon=QUARTER`);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Embed', exact: true }).click();
  await expect(page.getByLabel('Snippet')).toContainText(app.url);
  await page.goto('/pages');
  await expect(page.getByRole('table', { name: 'Pages' })).toContainText(host);
});
