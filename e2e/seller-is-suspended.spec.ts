import { expect, test as base } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { enter, pageOnSale } from './seller.ts';
import { expectAccess, shootBoth } from './seen.ts';
import { startShop } from './shop-process.ts';

/** The app with operator commands. */
const test = base.extend<object, { shop: Awaited<ReturnType<typeof startShop>> }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const REASON = 'It says that it is a bank, and it is not.';

test('an operator suspends and restores a page: buyers see that it is unavailable, its seller sees the reason', async ({
  page,
  guest,
  shop,
}) => {
  const { url, pageId, slug, seller } = await pageOnSale(shop);
  const buyer = await guest();
  expect((await buyer.goto(url))?.status()).toBe(200);
  const told = await shop.command('commands/pages.ts', 'suspend', slug, '--reason', REASON);
  expect(told).toContain(`${slug}: suspended.`);

  await expect(async () => expect((await buyer.goto(url))?.status()).toBe(410)).toPass();
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('This page has been taken down');
  await expect(buyer.getByText('Linocut for Beginners')).toHaveCount(0);
  await expect(buyer.getByText(REASON)).toHaveCount(0);
  await expectAccess(buyer, 'the page that is gone');
  await shootBoth(buyer, 'suspended-buyer');

  const { text } = await mailOf(shop, seller.email, /taken/i);
  expect(text).toContain(REASON);
  expect(text).toContain('Linocut for Beginners');

  await enter(page, seller);
  await page.goto(`/builder?page=${pageId}`);
  const banner = page.getByRole('complementary', { name: 'Taken down' });
  await expect(banner).toContainText(`This page was taken down. ${REASON}`);
  await expectAccess(page, 'the builder of a page that was taken down');
  await shootBoth(page, 'suspended-builder');
  await page.goto('/pages');
  await expect(banner).toContainText(`“Linocut for Beginners” was taken down. ${REASON}`);
  await expect(page.getByText('Taken down', { exact: true })).toBeVisible();
  await expectAccess(page, 'the list with a page that was taken down');
  await shootBoth(page, 'suspended-list');

  expect(await shop.command('commands/pages.ts', 'restore', slug)).toContain(`${slug}: as it was before.`);
  await expect(async () => expect((await buyer.goto(url))?.status()).toBe(200)).toPass();
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Linocut for Beginners');
  await page.reload();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
