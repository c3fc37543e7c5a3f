import { startAppProcess } from './support/app-process.ts';
import { expect, test as base } from './support/fixtures.ts';
import { signIn, createPublishedPage } from './support/seller.ts';
import { expectAccessible, takeScreenshots } from './support/visual-checks.ts';
import { waitForEmail } from './support/wait-for-email.ts';

/** The app with operator commands. */
const test = base.extend<object, { app: Awaited<ReturnType<typeof startAppProcess>> }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
    async ({}, use) => {
      const app = await startAppProcess();
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const REASON = 'It says that it is a bank, and it is not.';

test('an operator suspends and restores a page: buyers see that it is unavailable, its seller sees the reason', async ({
  page,
  openContextPage,
  app,
}) => {
  const { url, pageId, slug, seller } = await createPublishedPage(app);
  const buyer = await openContextPage();
  expect((await buyer.goto(url))?.status()).toBe(200);
  const output = await app.runCommand('server/ops/commands/pages.ts', 'suspend', slug, '--reason', REASON);
  expect(output).toContain(`${slug}: suspended.`);

  await expect(async () => expect((await buyer.goto(url))?.status()).toBe(410)).toPass();
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('This page has been taken down');
  await expect(buyer.getByText('Linocut for Beginners')).toHaveCount(0);
  await expect(buyer.getByText(REASON)).toHaveCount(0);
  await expectAccessible(buyer, 'the page that is gone');
  await takeScreenshots(buyer, 'suspended-buyer');

  const { text } = await waitForEmail(app, seller.email, /taken/i);
  expect(text).toContain(REASON);
  expect(text).toContain('Linocut for Beginners');

  await signIn(page, seller);
  await page.goto(`/builder?page=${pageId}`);
  const banner = page.getByRole('complementary', { name: 'Taken down' });
  await expect(banner).toContainText(`This page was taken down. ${REASON}`);
  await expectAccessible(page, 'the builder of a page that was taken down');
  await takeScreenshots(page, 'suspended-builder');
  await page.goto('/pages');
  await expect(banner).toContainText(`“Linocut for Beginners” was taken down. ${REASON}`);
  await expect(page.getByText('Taken down', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the list with a page that was taken down');
  await takeScreenshots(page, 'suspended-list');

  expect(await app.runCommand('server/ops/commands/pages.ts', 'restore', slug)).toContain(`${slug}: restored.`);
  await expect(async () => expect((await buyer.goto(url))?.status()).toBe(200)).toPass();
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Linocut for Beginners');
  await page.reload();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
