import type { Page } from '@playwright/test';

import { clearSession, expectHeading } from './support/authentication.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { uniqueEmail, createSeller } from './support/seller.ts';
import { expectAccessible } from './support/visual-checks.ts';

async function openGoogleSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expectHeading(page, 'Sign in with Google');
}

async function submitGoogleEmail(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test(
  'signing in with Google creates an account, finds it again, and returns to the requested page',
  { tag: '@core' },
  async ({ page }) => {
    const email = uniqueEmail('google');
    await page.goto('/auth?tab=sign-up');
    await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled();
    await expectAccessible(page, 'ways in');
    await openGoogleSignIn(page);
    await submitGoogleEmail(page, email);
    await expect(getToast(page, 'Welcome!')).toBeVisible();
    await expect(page).toHaveURL(/\/builder$/);
    await expect(page.getByLabel('Product name')).toBeVisible();

    await clearSession(page);
    await page.goto('/orders');
    await openGoogleSignIn(page);
    await submitGoogleEmail(page, email);
    await expect(getToast(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL(/\/orders$/);
    await page.getByRole('button', { name: `account menu for ${email}` }).click();
    await expect(page.getByText('Signed in as')).toBeVisible();
  },
);

test('canceling at Google shows an error, and other ways to sign in remain', async ({ page, app }) => {
  const { email } = await createSeller(app);
  await page.goto('/builder');
  await openGoogleSignIn(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(getToast(page, 'Error')).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await page.reload();
  await expect(getToast(page, 'Error')).toHaveCount(0);

  // Google sign-in never takes over an account whose email address is unconfirmed.
  await openGoogleSignIn(page);
  await submitGoogleEmail(page, email);
  await expect(getToast(page, 'Error')).toContainText('was never confirmed');
  await expect(page).toHaveURL(/\/auth$/);
});
