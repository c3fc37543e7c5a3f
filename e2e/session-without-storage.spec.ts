import type { Page } from '@playwright/test';

import { savedStatus } from './support/builder-page.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { createSeller, PASSWORD } from './support/seller.ts';
import { submitSignInForm } from './support/stored-session.ts';

/** Makes every use of browser storage throw an error. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    const throwDenied = (key = 'this document') => {
      throw new DOMException(`Access is denied for ${key}`, 'SecurityError');
    };
    const blockedStorage = { getItem: throwDenied, setItem: throwDenied, removeItem: throwDenied };
    Object.defineProperty(window, 'localStorage', { get: () => throwDenied() });
    Object.defineProperty(window, 'sessionStorage', { get: () => blockedStorage });
    Object.defineProperty(window, 'indexedDB', { get: () => throwDenied() });
  });

/** The router's own script uses sessionStorage for scroll positions, which may fail. */
const isScrollPositionError = (pageError: string) => pageError.includes('denied for react-router-scroll-positions');

test('without browser storage, the session lasts for the page and a message says so', async ({
  page,
  app,
  pageErrors,
}) => {
  const seller = await createSeller(app);
  await blockStorage(page);
  for (const address of ['/', '/pricing']) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: 'Get started' }).first()).toBeVisible();
  }
  await page.goto('/auth?plan=growth');
  await submitSignInForm(page, seller.email, PASSWORD);
  await expect(getToast(page, 'Signed in on this page only')).toBeVisible();
  await page.getByLabel('Product name').fill('Made without a memory');
  await expect(savedStatus(page)).toBeVisible();
  await page.goto('/pages');
  await expect(page).toHaveURL(/\/auth(\?|$)/);
  await expect(page.getByLabel('Email')).toBeVisible();
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((pageError) => !isScrollPositionError(pageError)));
});
