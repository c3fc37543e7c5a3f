import type { Page } from '@playwright/test';

import { expect, test, toastOf } from './journey.ts';
import { forgetSession, heading } from './person.ts';
import { expectAccess } from './seen.ts';
import { freshEmail, newSeller } from './seller.ts';

async function goToGoogle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await heading(page, 'Sign in with Google');
}

async function signInThere(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test(
  'signing in with Google creates an account, finds it again, and returns to the requested page',
  { tag: '@core' },
  async ({ page }) => {
    const email = freshEmail('google');
    await page.goto('/auth?tab=sign-up');
    await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled();
    await expectAccess(page, 'ways in');
    await goToGoogle(page);
    await signInThere(page, email);
    await expect(toastOf(page, 'Welcome to Tillwright')).toBeVisible();
    await expect(page).toHaveURL(/\/builder$/);
    await expect(page.getByLabel('Product name')).toBeVisible();

    await forgetSession(page);
    await page.goto('/orders');
    await goToGoogle(page);
    await signInThere(page, email);
    await expect(toastOf(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL(/\/orders$/);
    await page.getByRole('button', { name: `account of ${email}` }).click();
    await expect(page.getByText('Signed in as')).toBeVisible();
  },
);

test('canceling at Google shows an error, and other ways to sign in remain', async ({ page, shop }) => {
  const { email } = await newSeller(shop);
  await page.goto('/builder');
  await goToGoogle(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(toastOf(page, 'Error')).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await page.reload();
  await expect(toastOf(page, 'Error')).toHaveCount(0);

  // Google sign-in never takes over an account whose email address is unconfirmed.
  await goToGoogle(page);
  await signInThere(page, email);
  await expect(toastOf(page, 'Error')).toContainText('has an account here that was never confirmed');
  await expect(page).toHaveURL(/\/auth$/);
});
