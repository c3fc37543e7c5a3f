import type { Page } from '@playwright/test';

import type { RunningApp } from './app-process.ts';
import { expectHeading } from './authentication.ts';
import { signIn, createSeller, type Seller } from './seller.ts';

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
/** The list item of an account section whose name contains the text. */
export const row = (page: Page, sectionName: string, text: string) =>
  section(page, sectionName)
    .getByRole('listitem')
    .filter({ has: page.locator('.settings-row__name', { hasText: text }) });

/** Signs a seller in and opens the account page. Creates the seller unless one is given. */
export async function openAccountPage(page: Page, app: RunningApp, existingSeller?: Seller): Promise<Seller> {
  const seller = existingSeller ?? (await createSeller(app));
  await signIn(page, seller);
  await page.goto('/account');
  await expectHeading(page, 'Delete account');
  return seller;
}

/** Mocks an endpoint whose next write requires step-up authentication, as after the grace period. Reads pass. */
export async function requireReauthentication(page: Page, urlPattern: string, status = 401): Promise<void> {
  let wasRequired = false;
  await page.route(urlPattern, (route) => {
    if (wasRequired || route.request().method() === 'GET') return route.fallback();
    wasRequired = true;
    return route.fulfill({
      status,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'reauthentication_needed', msg: 'Confirm it’s you to continue.' },
    });
  });
}
