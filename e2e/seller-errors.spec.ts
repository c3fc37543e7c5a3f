import type { Page } from '@playwright/test';

import { openBuilder, savedStatus } from './support/builder-page.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import {
  createConnectedSeller,
  uniqueName,
  createSeller,
  completeOnboarding,
  PASSWORD,
  publishPage,
  createPageConfig,
} from './support/seller.ts';

test('a wrong password shows an error and keeps the input, and the right one opens the builder', async ({
  page,
  app,
}) => {
  const { email } = await createSeller(app);
  await page.goto('/builder');
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(getToast(page, 'Error')).toContainText('Invalid login credentials');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not-the-one');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(getToast(page, 'Welcome back!')).toBeVisible();
  await page.getByLabel('Product name').fill('Evening class');
  await expect(savedStatus(page)).toBeVisible();
  await expect.poll(() => countStoredHistories(page)).toBeGreaterThan(0);

  await page.goto('/pages');
  await page.getByRole('button', { name: /account menu for/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(getToast(page, 'Signed out')).toContainText('You have been signed out successfully.');
  await expect(page).toHaveURL(`${app.url}/`);
  expect(await countStoredHistories(page)).toBe(0);
  await page.goto('/builder');
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
});

/** The number of pages whose undo history is in the browser's IndexedDB. */
const countStoredHistories = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const openRequest = indexedDB.open('tillwright-drafts');
        openRequest.onerror = () => reject(new Error('IndexedDB'));
        openRequest.onsuccess = () => {
          const count = openRequest.result.transaction('histories').objectStore('histories').count();
          count.onsuccess = () => {
            openRequest.result.close();
            resolve(count.result);
          };
        };
      }),
  );

test('sign-up rejects a short password and a registered email address', async ({ page, app }) => {
  const { email } = await createSeller(app);
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Use at least 6 characters.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(getToast(page, 'Error')).toContainText('User already registered');
});

test('incomplete, restricted and forged onboarding is reported as incomplete', async ({ page, app }) => {
  const seller = await createSeller(app);
  await openBuilder(page, seller, '/builder?stripe_success=true&kept=1');
  const incompleteToast = getToast(page, 'Onboarding Incomplete');
  await expect(incompleteToast).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/builder?kept=1`);
  await expect(page.getByRole('button', { name: 'Create Stripe account', exact: true })).toBeVisible();

  let pagePromise = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Create Stripe account', exact: true }).click();
  let onboarding = await pagePromise;
  await onboarding.getByRole('button', { name: 'Finish later' }).click();
  await expect(getToast(onboarding, 'Onboarding Incomplete')).toBeVisible();
  pagePromise = page.context().waitForEvent('page');
  await onboarding.getByRole('button', { name: 'Continue Onboarding' }).click();
  onboarding = await pagePromise;
  await onboarding.getByRole('button', { name: 'Submit as restricted' }).click();
  const reason = 'Stripe needs more details before you can accept payments.';
  await expect(getToast(onboarding, 'Onboarding Incomplete')).toContainText(reason);
  await expect(onboarding.getByLabel('Stripe', { exact: true })).toContainText(reason);
  await expect(onboarding.getByRole('button', { name: 'Continue Onboarding' })).toBeVisible();

  await page.goto('/builder?stripe_refresh=true');
  await expect(incompleteToast).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/builder`);
});

test('publishing without a Stripe account connects one and returns to the page', async ({ page, app }) => {
  await openBuilder(page, await createSeller(app));
  await page.getByLabel('Product name').fill('Glaze chemistry');
  await expect(page).toHaveURL(/\/builder\?page=[0-9a-f-]{36}$/);
  const pagePromise = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Connect Stripe to Publish' }).click();
  const onboarding = await pagePromise;
  await onboarding.getByLabel('Business name').fill('Vane Ceramics');
  await onboarding.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(getToast(onboarding, 'Connected')).toBeVisible();
  await expect(onboarding).toHaveURL(page.url());
  await expect(onboarding.getByLabel('Product name')).toHaveValue('Glaze chemistry');
});

test('connecting an account that is already connected says so', async ({ page, app }) => {
  const seller = await createSeller(app);
  await openBuilder(page, seller);
  const connect = page.getByRole('button', { name: 'Create Stripe account', exact: true });
  await expect(connect).toBeVisible();
  await completeOnboarding(seller);
  await connect.click();
  await expect(getToast(page, 'Already Connected')).toBeVisible();
  await expect(page.getByText('Stripe account connected')).toBeVisible();
});

test('a blocked popup is replaced by a link', async ({ page, app }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openBuilder(page, await createSeller(app));
  await page.getByRole('button', { name: 'Create Stripe account', exact: true }).click();
  const link = page.getByRole('link', { name: 'Open Stripe' });
  await expect(link).toHaveAttribute('href', /\/sandbox\/onboarding\//);
});

test('a provider error is reported and leaves no tab open', async ({ page, app }) => {
  await page.route('**/functions/v1/stripe-connect-onboarding', (route) =>
    route.fulfill({
      status: 503,
      json: {
        error: {
          code: 'provider_unavailable',
          title: 'Connection Failed',
          message: 'Stripe did not answer.',
        },
      },
    }),
  );
  await openBuilder(page, await createSeller(app));
  await page.getByRole('button', { name: 'Create Stripe account', exact: true }).click();
  await expect(getToast(page, 'Connection Failed')).toContainText('Stripe did not answer.');
  await expect.poll(() => page.context().pages().length).toBe(1);
});

test('validation errors are listed, counted on their tabs and focused on publishing', async ({ page, app }) => {
  await openBuilder(page, await createConnectedSeller(app));
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Terms URL').fill('terms');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByLabel('Product name')).toBeFocused();
  await expect(page.getByText('Fix 3 errors before you publish')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Content' })).toContainText('2 errors');
  await expect(page.getByRole('tab', { name: 'Settings' })).toContainText('1 error');
  await page.getByRole('link', { name: /^Enter a full terms URL/ }).click();
  await expect(page.getByLabel('Terms URL')).toBeFocused();
  await expect(page.getByLabel('Terms URL')).toHaveAttribute('aria-invalid', 'true');
});

test('a slug that another page uses is reported at its field', async ({ page, app }) => {
  const customSlug = uniqueName('taken');
  await publishPage(await createConnectedSeller(app), createPageConfig({ customSlug }));
  const seller = await createConnectedSeller(app);
  const { pageId } = await seller.call('save-draft', { config: createPageConfig({ customSlug }) });
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(getToast(page, 'Publishing failed')).toContainText('This URL is already taken');
  await expect(page.getByLabel('Custom slug')).toBeFocused();
  await expect(page.getByLabel('Custom slug')).toHaveAccessibleDescription(/already taken/);
});

test('editing a page in two tabs loses no changes', { tag: '@core' }, async ({ page, app }) => {
  const seller = await createSeller(app);
  const { pageId } = await seller.call('save-draft', { config: createPageConfig({ productName: 'First' }) });
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  const otherTab = await page.context().newPage();
  await otherTab.goto(`/builder?page=${pageId}`);
  await otherTab.getByLabel('Product name').fill('Second');
  await expect(savedStatus(otherTab)).toBeVisible();

  await page.getByLabel('Description').fill('Mine');
  const conflictBanner = page.getByText('This page was changed elsewhere.');
  await expect(conflictBanner).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Keep my version' }).click();
  await expect(savedStatus(page)).toBeVisible();
  await expect(conflictBanner).toBeHidden();

  await otherTab.getByLabel('Description').fill('Theirs');
  await otherTab.getByRole('button', { name: 'Load the other version' }).click();
  await expect(otherTab.getByLabel('Description')).toHaveValue('Mine');
  await expect(otherTab.getByLabel('Product name')).toHaveValue('First');
});

test('a reload keeps the typed text', { tag: '@core' }, async ({ page, app }) => {
  await openBuilder(page, await createSeller(app));
  await page.getByLabel('Product name').fill('Kept');
  await expect(page).toHaveURL(/page=/);
  await expect(savedStatus(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Product name')).toHaveValue('Kept');
});
