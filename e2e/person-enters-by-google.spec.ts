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
  'Google opens an account, and the same one afterwards, where one was going',
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

test('whoever turns back at Google is told so, and can go in another way', async ({ page, shop }) => {
  const { email } = await newSeller(shop);
  await page.goto('/builder');
  await goToGoogle(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(toastOf(page, 'Error')).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await page.reload();
  await expect(toastOf(page, 'Error')).toHaveCount(0);

  // An address that has not been confirmed here belongs to whoever knows its password.
  await goToGoogle(page);
  await signInThere(page, email);
  await expect(toastOf(page, 'Error')).toContainText('has an account here that was never confirmed');
  await expect(page).toHaveURL(/\/auth$/);
});
