import { get } from 'node:http';

import type { Page } from '@playwright/test';

import type { PlanId } from '#domain/plans.ts';

import { openBuilder } from './builder.ts';
import { buyerOn, payByCard } from './buyer.ts';
import { expect, test, toastOf } from './journey.ts';
import { startNameServer, type NameServer } from './name-server.ts';
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
import { startShop, type Shop } from './shop-process.ts';

const TARGET = 'shops.tillwright.net';

/** A shop that is known in the DNS, and the name server that it asks. */
const testInTheDns = test.extend<object, { shop: Shop; dns: NameServer }>({
  dns: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
    async ({}, use) => {
      const dns = await startNameServer();
      dns.records.set(TARGET, { A: '198.51.100.20' });
      await use(dns);
      dns.stop();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ dns }, use) => {
      const shop = await startShop({ DNS_SERVERS: dns.address, DOMAIN_TARGET: TARGET });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

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

async function addDomain(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a domain' }).click();
  await page.getByLabel('Domain', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** What the shop answers to whoever comes by this name, wherever it leads. */
const statusAt = (shop: Shop, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(shop.url);
    get({ host: '127.0.0.1', port, path: '/', headers: { Host: host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on('error', reject);
  });

test('a name of this machine is live at once: a page sells at its root', async ({ page, shop, guest }) => {
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
});

test('a page is shared at its own domain, or at the shop’s address', async ({ page, shop }) => {
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

test('whoever has no plan for domains reads what they are, and the way to it', async ({ page, shop }) => {
  const { seller } = await sellerOn(shop, 'starter');
  await enter(page, seller);
  await page.goto('/pages');
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('link', { name: 'Domains' }).last().click();
  await expect(page.getByText('From the Growth plan on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a domain' })).toHaveCount(0);
  await expectAccess(page, 'domains-starter');
  await page.getByRole('link', { name: 'See the plans' }).click();
  await expect(page).toHaveURL(/\/subscription$/);
});

testInTheDns('records are looked at, told in words, and proven', async ({ page, shop, dns }) => {
  const { records } = dns;
  const { seller } = await sellerOn(shop, 'growth');
  const zone = `${freshWord('marlow')}.com`;
  const name = `pay.${zone}`;
  const proofName = `_tillwright.${name}`;
  await enter(page, seller);
  await page.goto('/domains');
  await addDomain(page, name);
  const domain = row(page, name);
  await expect(domain).toContainText('Waiting for DNS');
  await expect(domain.getByText('_tillwright.pay', { exact: true })).toBeVisible();
  await expect(domain.getByText(proofName, { exact: true })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await domain.getByRole('button', { name: 'Copy the value of the TXT record' }).click();
  const proof = await page.evaluate(() => navigator.clipboard.readText());
  expect(proof).toMatch(/^tillwright-verify=/);
  expect(await statusAt(shop, name)).toBe(421);

  const check = async (...words: string[]) => {
    await domain.getByRole('button', { name: 'Check now' }).click();
    for (const text of words) await expect(domain.getByRole('status')).toContainText(text);
  };
  await check(`There is no TXT record at ${proofName} yet.`, `${name} leads nowhere yet.`);
  await expect(domain.getByText('Nothing there', { exact: true })).toHaveCount(3);

  records.set(proofName, { TXT: 'tillwright-verify=of-somebody-else' });
  records.set(name, { CNAME: 'shops.elsewhere.net' });
  records.set('shops.elsewhere.net', { A: '203.0.113.9' });
  await check('“tillwright-verify=of-somebody-else”', `${name} leads to shops.elsewhere.net`);
  await expect(domain.getByText('Found something else').first()).toBeVisible();
  await expectAccess(page, 'domains-waiting');
  await shoot(page, 'domains-waiting');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccess(page, 'domains-waiting, on a phone in the dark');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  const turn = domain.getByRole('button', { name, exact: true });
  await turn.press('Enter');
  await expect(domain.getByRole('button', { name: 'Check now' })).toHaveCount(0);
  await turn.press('Space');

  records.set(proofName, { TXT: proof });
  await check(`${name} leads to shops.elsewhere.net`);
  await expect(domain.getByText('Right', { exact: true })).toHaveCount(1);
  records.set(name, { CNAME: TARGET });
  const [claimed] = (await seller.call('list-domains', {})).domains;
  await seller.call('check-domain', { domainId: claimed?.id ?? '' });
  // Nobody presses anything here: the screen looks again by itself.
  await expect(toastOf(page, `${name} is live`)).toBeVisible({ timeout: 20_000 });
  await expect(domain).toContainText('Live');
  await expect.poll(() => statusAt(shop, name)).toBe(200);

  records.delete(proofName);
  await check('Check failed.', `There is no TXT record at ${proofName} any more.`);
  expect(await statusAt(shop, name)).toBe(200);
  await expectAccess(page, 'domains-failing');
  await shoot(page, 'domains-failing');
});
