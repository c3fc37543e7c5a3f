import type { Page } from '@playwright/test';

import { heading } from './person.ts';
import { enter, newSeller, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

export const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
/** The list item of an account section whose name contains the text. */
export const row = (page: Page, of: string, words: string) =>
  part(page, of)
    .getByRole('listitem')
    .filter({ has: page.locator('.acc-name', { hasText: words }) });

/** Signs a seller in and opens the account page. Creates the seller unless one is given. */
export async function atAccount(page: Page, shop: Shop, known?: Seller): Promise<Seller> {
  const seller = known ?? (await newSeller(shop));
  await enter(page, seller);
  await page.goto('/account');
  await heading(page, 'Delete account');
  return seller;
}

/** Mocks an endpoint whose next write requires step-up authentication, as after the grace period. Reads pass. */
export async function letMinutesPass(page: Page, door: string, status = 401): Promise<void> {
  let asked = false;
  await page.route(door, (route) => {
    if (asked || route.request().method() === 'GET') return route.fallback();
    asked = true;
    return route.fulfill({
      status,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'reauthentication_needed', msg: 'Please show once more that it is you.' },
    });
  });
}
