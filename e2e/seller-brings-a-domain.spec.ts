import { get } from 'node:http';

import type { Page } from '@playwright/test';

import type { PlanId } from '#domain/plans.ts';

import { openBuilder } from './builder.ts';
import { buyerOn, payByCard } from './buyer.ts';
import { expect, test, toastOf } from './journey.ts';
import { expectAccess, shoot } from './seen.ts';
import {
  enter,
  freshWord,
  newSeller,
  onboard,
  publish,
  samplePage,
  type Published,
  type Seller,
} from './seller.ts';
import type { Shop } from './shop-process.ts';

type Sold = Published & { seller: Seller; product: string };

async function sellerOn(shop: Shop, planId: PlanId): Promise<Sold> {
  const seller = await newSeller(shop);
  await onboard(seller);
  await seller.call('create-subscription', { planId });
  const product = 'Linocut for Beginners';
  const page = await publish(seller, samplePage({ productName: product }));
  return { ...page, seller, product };
}

const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Domains' })
    .locator('> li')
    .filter({ has: page.getByRole('button', { name, exact: true }) });

/** The status of a request for this host, sent to the app's port without DNS. */
const statusAt = (shop: Shop, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(shop.url);
    get({ host: '127.0.0.1', port, path: '/', headers: { Host: host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on('error', reject);
  });

test(
  'a localhost domain is live at once and serves a page at its root',
  { tag: '@core' },
  async ({ page, shop, guest }) => {
    const { seller, product, url } = await sellerOn(shop, 'growth');
    const name = `${freshWord('linocut')}.localhost`;
    const root = `http://${name}:${new URL(shop.url).port}`;
    await enter(page, seller);
    await page.goto('/pages');
    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sell under a name of your own' })).toBeVisible();
    await expectAccess(page, 'domains-none');
    await shoot(page, 'domains-none');

    await page.getByRole('button', { name: 'Add a domain' }).click();
    await page.getByLabel('Domain', { exact: true }).fill('github.io');
    await page.getByRole('button', { name: 'Add domain' }).click();
    await expect(page.getByLabel('Domain', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Domain', { exact: true })).toHaveValue('github.io');
    await expect(page.getByRole('dialog').getByText('Many share this name.')).toBeVisible();
    await expect(page.getByLabel('Page', { exact: true })).toContainText(product);
    await expectAccess(page, 'domains-add');
    await page.getByLabel('Domain', { exact: true }).fill(`http://${name.toUpperCase()}/`);
    await page.keyboard.press('Enter');
    await expect(toastOf(page, `${name} is live`)).toBeVisible();
    await expect(row(page, name)).toContainText('Live');
    await expect(row(page, name).getByRole('button', { name, exact: true })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await expectAccess(page, 'domains-live');

    const opening = page.context().waitForEvent('page');
    await row(page, name)
      .getByRole('link', { name: `Open ${name}` })
      .click();
    const opened = await opening;
    await expect(opened).toHaveURL(`${root}/`);
    await expect(opened.getByRole('heading', { name: product })).toBeVisible();
    await opened.close();

    const buyer = buyerOn(await guest());
    await buyer.order(root);
    await payByCard(buyer.page);
    expect(new URL(buyer.page.url()).host).toBe(new URL(root).host);
    await buyer.page.goto(url);
    await expect(buyer.page.getByRole('heading', { name: product })).toBeVisible();

    await row(page, name).getByRole('button', { name: 'Remove domain' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('goes on selling at its own address');
    await expect(dialog.getByRole('button', { name: 'Keep the domain' })).toBeFocused();
    await expectAccess(page, 'domains-remove');
    await dialog.getByRole('button', { name: 'Remove domain' }).click();
    await expect(toastOf(page, 'Domain removed')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sell under a name of your own' })).toBeVisible();
    await expect.poll(() => statusAt(shop, new URL(root).host)).toBe(421);
    expect((await buyer.page.goto(url))?.status()).toBe(200);
  },
);

test("a page is shared at its custom domain or at the app's origin", async ({ page, shop }) => {
  const { seller, pageId, url } = await sellerOn(shop, 'growth');
  const name = `${freshWord('linocut')}.localhost`;
  const host = `${name}:${new URL(shop.url).port}`;
  await seller.call('add-domain', { host: name, pageId });
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await expect(page.getByRole('group', { name: 'Live address' })).toContainText(host);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = page.getByRole('group', { name: 'Your link' }).getByRole('status');
  await expect(link).toHaveText(host);
  await page.getByLabel('With a coupon').selectOption('QUARTER');
  await expect(link).toHaveText(`${host}/?coupon=QUARTER`);
  await page.getByRole('tab', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: `opens http://${host}/?coupon=QUARTER` })).toBeVisible();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.locator('.b-card').first()).toContainText(host);
  for (const image of await page.locator('.b-card img').all())
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1200);
  await expectAccess(page, 'share-at-a-domain');
  await shoot(page, 'share-at-a-domain');
  await page.getByRole('radio', { name: url.replace('http://', '') }).check();
  await expect(link).toHaveText(`${url.replace('http://', '')}?coupon=QUARTER`);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Embed', exact: true }).click();
  await expect(page.getByLabel('Snippet')).toContainText(shop.url);
  await page.goto('/pages');
  await expect(page.getByRole('list', { name: 'Pages' })).toContainText(host);
});
