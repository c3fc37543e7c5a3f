import type { Page } from '@playwright/test';

import { saved } from './builder.ts';
import { expect, test, toastOf } from './journey.ts';
import { signInHere } from './kept-session.ts';
import { newSeller, PASSWORD } from './seller.ts';

/** Makes every use of browser storage throw an error. */
const forbidStorage = (page: Page) =>
  page.addInitScript(() => {
    const refuse = (key = 'this document') => {
      throw new DOMException(`Access is denied for ${key}`, 'SecurityError');
    };
    const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse };
    Object.defineProperty(window, 'localStorage', { get: () => refuse() });
    Object.defineProperty(window, 'sessionStorage', { get: () => forbidden });
    Object.defineProperty(window, 'indexedDB', { get: () => refuse() });
  });

/** The router's own script uses sessionStorage for scroll positions, which may fail. */
const isOfScrolling = (fault: string) => fault.includes('denied for react-router-scroll-positions');

test('without browser storage, the session lasts for the page and a message says so', async ({
  page,
  shop,
  faults,
}) => {
  const seller = await newSeller(shop);
  await forbidStorage(page);
  for (const address of ['/', '/pricing']) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: 'Get started' }).first()).toBeVisible();
  }
  await page.goto('/auth?plan=growth');
  await signInHere(page, seller.email, PASSWORD);
  await expect(toastOf(page, 'Signed in on this page only')).toBeVisible();
  await page.getByLabel('Product name').fill('Made without a memory');
  await expect(saved(page)).toBeVisible();
  await page.goto('/pages');
  await expect(page).toHaveURL(/\/auth(\?|$)/);
  await expect(page.getByLabel('Email')).toBeVisible();
  faults.splice(0, faults.length, ...faults.filter((fault) => !isOfScrolling(fault)));
});
