import type { Page } from '@playwright/test';

import { expect, test, toastOf } from './journey.ts';
import { mailCount, mailOf } from './mail-of.ts';
import { appCode, heading, sellerWithApp, typeCredentials } from './person.ts';
import { expectAccess } from './seen.ts';
import { enter, freshEmail, newSeller, PASSWORD } from './seller.ts';

const NEW_PASSWORD = 'kiln club on tuesdays';
const RECOVERY = /type=recovery/;

/** Asks for the mail of a forgotten password, and goes through its link. */
async function comeByLink(page: Page, shop: Parameters<typeof mailOf>[0], email: string): Promise<void> {
  await page.goto('/auth/forgot');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the mail' }).click();
  const { link } = await mailOf(shop, email, RECOVERY);
  await page.goto(link);
  await page.getByRole('button', { name: 'Choose a new password' }).click();
}

test('a forgotten password is replaced by the mail’s link, and other browsers are signed out', async ({
  page,
  guest,
  shop,
}) => {
  const seller = await newSeller(shop);
  const other = await guest();
  await enter(other, seller);
  await other.goto('/pages');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/auth');
  await page.getByLabel('Email').fill(seller.email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading(page, 'Forgot your password?');
  await expect(page.getByLabel('Email')).toHaveValue(seller.email);
  await expectAccess(page, 'forgot');
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await heading(page, 'Look into your mailbox');
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible();
  await expectAccess(page, 'mail sent');

  const { link } = await mailOf(shop, seller.email, RECOVERY);
  // Whoever only looks, as scanners of mail do, uses nothing up.
  for (let look = 0; look < 3; look++) await fetch(link);
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Choose a new password' })).toBeEnabled();
  await expectAccess(page, 'link');
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await heading(page, 'Choose a new password');
  await expectAccess(page, 'new password');
  const field = page.getByLabel('New password');
  await field.fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('A password has at least 6 characters.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('The new password is the old one. Choose another.')).toBeVisible();
  await field.fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(toastOf(page, 'Password changed')).toBeVisible();
  await expect(page).toHaveURL(/\/builder$/);

  await other.reload();
  await expect(seller.call('create-subscription', { planId: 'starter' })).rejects.toThrow(/401/);

  await page.goto(link);
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await heading(page, 'This link does not work any more');
  await expect(page.getByLabel('Email')).toHaveValue(seller.email);
  await expectAccess(page, 'spent link');

  const fresh = await guest();
  await fresh.goto('/auth');
  await typeCredentials(fresh, seller.email, NEW_PASSWORD);
  await expect(toastOf(fresh, 'Welcome back!')).toBeVisible();
});

test('the mail’s code does the same, and a wrong one is told at its field', async ({ page, shop }) => {
  const { email } = await newSeller(shop);
  await page.goto('/auth/forgot');
  await page.getByLabel('Email').fill('somebody');
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await expect(page.getByText('Type the whole address, like you@example.com.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the mail' }).click();
  const { code } = await mailOf(shop, email, RECOVERY);
  const field = page.getByLabel('Code from the mail');
  await expect(field).toBeFocused();
  const wrong = code === '123456' ? '654321' : '123456';
  await field.fill(wrong);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('This code is not right, or too old.')).toBeVisible();
  await expect(field).toHaveValue(wrong);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Go on' }).click();
  await heading(page, 'Choose a new password');
});

test('whoever has a second step takes it before a new password', async ({ page, shop }) => {
  const { email, secret } = await sellerWithApp(shop);
  await comeByLink(page, shop, email);
  await heading(page, 'Second step');
  await page.getByLabel('Code from Phone in the studio').fill(appCode(secret, 1));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(toastOf(page, 'Password changed')).toBeVisible();
  await expect(page).toHaveURL(/\/builder$/);
});

test('whoever came by the link and thinks better of it signs out', async ({ page, shop }) => {
  const { email } = await newSeller(shop);
  await comeByLink(page, shop, email);
  await heading(page, 'Choose a new password');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You have been signed out successfully.')).toBeVisible();
  await page.goto('/auth/new-password');
  await heading(page, 'Let us send you a mail first');
});

test('an address that nobody has is answered in the same words', async ({ page, shop }) => {
  const email = freshEmail('nobody');
  await page.goto('/auth/forgot');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await heading(page, 'Look into your mailbox');
  await expect(page.getByRole('status').first()).toHaveText(
    `If ${email} has an account here, a mail is on its way. Press its link, or type its code here. Both work once, within an hour.`,
  );
  expect(await mailCount(shop, email)).toBe(0);
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('the link after signing up confirms the address, once', async ({ page, guest, shop }) => {
  const { email } = await newSeller(shop);
  const { link } = await mailOf(shop, email, /type=signup/);
  const plain = await guest({ javaScriptEnabled: false });
  await plain.goto(link);
  await expect(plain.locator('noscript p')).toContainText('This link needs JavaScript.');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(toastOf(page, 'Address confirmed')).toContainText(email);
  await expect(page).toHaveURL(/\/builder$/);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText('Your address is confirmed already.')).toBeVisible();
  const elsewhere = await guest();
  await elsewhere.goto(link);
  await elsewhere.getByRole('button', { name: 'Confirm address' }).click();
  await heading(elsewhere, 'This link does not work any more');
  await expect(elsewhere.getByRole('button', { name: 'Send the mail' })).toBeVisible();
});
