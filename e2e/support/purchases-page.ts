import { expect, type Page } from '@playwright/test';

import type { RunningApp } from './app-process.ts';
import type { Buyer } from './buyer.ts';
import { waitForPurchasesLink } from './wait-for-email.ts';

const SENT = 'If there are purchases with this email address, we’ve emailed you a link.';

export async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto('/purchases');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
}

/** Requests a link and opens the purchases with it. */
export async function openPurchases({ page, emailAddress }: Buyer, app: RunningApp): Promise<void> {
  await requestLink(page, emailAddress);
  await expect(page.getByRole('status')).toContainText(SENT);
  await page.goto(await waitForPurchasesLink(app, emailAddress));
  await page.getByRole('button', { name: 'View my purchases' }).click();
  await expect(page.getByText(`Signed in as ${emailAddress}`)).toBeVisible();
}
