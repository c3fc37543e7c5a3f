import type { Page } from '@playwright/test';

import { atAccount, dialog, letMinutesPass, part, row } from './account.ts';
import { expect, test, toastOf } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { heading, typeCredentials } from './person.ts';
import { expectAccess, shoot } from './seen.ts';
import { enter, freshEmail, newSeller, PASSWORD } from './seller.ts';

const NEW_PASSWORD = 'kiln club on tuesdays';

test('a new password, beside the present one, signs out the other browser', async ({ page, guest, shop }) => {
  const seller = await atAccount(page, shop);
  const other = await guest();
  await other.goto('/auth');
  await typeCredentials(other, seller.email);
  await expect(toastOf(other, 'Welcome back!')).toBeVisible();
  await other.goto('/pages');
  await heading(other, 'Pages');

  await part(page, 'Password').getByRole('button', { name: 'Change password' }).click();
  const changing = dialog(page, 'Change your password');
  const field = changing.getByLabel('New password', { exact: true });
  await field.fill('abc');
  await page.keyboard.press('Enter');
  await expect(changing.getByText('A password has at least 6 characters.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(NEW_PASSWORD);
  const present = changing.getByLabel('Current password', { exact: true });
  await present.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(changing.getByText('This is not your password.')).toBeVisible();
  await expect(present).toBeFocused();
  await expectAccess(page, 'new password');
  await present.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Password changed')).toBeVisible();
  await expect(changing).toBeHidden();

  await other.goto('/account');
  await expect(other).toHaveURL(/\/auth/);
  await typeCredentials(other, seller.email, NEW_PASSWORD);
  await expect(toastOf(other, 'Welcome back!')).toBeVisible();
});

test('a new address counts when both mailboxes have agreed', async ({ page, shop }) => {
  const seller = await newSeller(shop);
  const { link } = await mailOf(shop, seller.email, /type=signup/);
  await enter(page, seller);
  await page.goto('/account');
  await expect(row(page, 'Email', seller.email)).toContainText('Not confirmed');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(toastOf(page, 'Address confirmed')).toBeVisible();
  await page.goto('/account');
  await expect(row(page, 'Email', seller.email)).toContainText('Confirmed');
  // The session that the link took the place of is over.
  await expect(part(page, 'Sessions').getByRole('listitem')).toHaveCount(1);

  const wanted = freshEmail('moved');
  await part(page, 'Email').getByRole('button', { name: 'Change email address' }).click();
  const changing = dialog(page, 'Change your email address');
  await changing.getByLabel('New email address').fill(seller.email);
  await page.keyboard.press('Enter');
  await expect(changing.getByText('This is your address already.')).toBeVisible();
  await letMinutesPass(page, '**/auth/v1/user*');
  await changing.getByLabel('New email address').fill(wanted);
  await page.keyboard.press('Enter');
  const asking = dialog(page, 'Is it you?');
  await asking.getByRole('button', { name: 'Send me a code by mail' }).click();
  await asking.getByRole('button', { name: 'Send the code' }).click();
  const { code } = await mailOf(shop, seller.email, /guards your account is about to change/);
  await asking.getByLabel('Code from the mail').fill(code);
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Mail sent')).toContainText(wanted);
  await expect(row(page, 'Email', wanted)).toContainText(seller.email);
  await shoot(page, 'account-new-address');
  for (const mailbox of [wanted, seller.email]) {
    const mail = await mailOf(shop, mailbox, /type=email_change/);
    await page.goto(mail.link);
    await page.locator('main').getByRole('button').click();
    if (mailbox === wanted) await heading(page, 'This mailbox agrees');
    else await page.waitForURL((url) => url.pathname !== '/auth/confirm');
  }
  await page.goto('/account');
  await expect(part(page, 'Email')).toContainText(wanted);
  await expect(part(page, 'Email')).not.toContainText(seller.email);
});

test('sessions are ended from the list, one and all the others', async ({ page, guest, shop }) => {
  const seller = await atAccount(page, shop);
  const others: Page[] = [];
  for (let count = 0; count < 3; count++) {
    const other = await guest();
    await other.goto('/auth');
    await typeCredentials(other, seller.email);
    await expect(toastOf(other, 'Welcome back!')).toBeVisible();
    others.push(other);
  }
  await page.reload();
  const sessions = part(page, 'Sessions').getByRole('listitem');
  await expect(sessions).toHaveCount(4);
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
  await part(page, 'Sessions')
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await dialog(page, /^End the session of/)
    .getByRole('button', { name: 'End session' })
    .click();
  await expect(toastOf(page, 'Session ended')).toBeVisible();
  await expect(sessions).toHaveCount(3);
  await letMinutesPass(page, '**/auth/v1/logout*', 422);
  await part(page, 'Sessions').getByRole('button', { name: 'End all others' }).click();
  await dialog(page, 'End all other sessions?').getByRole('button', { name: 'End all others' }).click();
  await dialog(page, 'Is it you?').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(sessions).toHaveCount(1);
  await expect(part(page, 'Sessions').getByRole('button')).toHaveCount(0);
  for (const other of others) {
    await other.goto('/account');
    await expect(other).toHaveURL(/\/auth/);
  }
});

test('Google is connected and disconnected, and coming back without it says so', async ({ page, shop }) => {
  const { email } = await atAccount(page, shop);
  const connected = part(page, 'Connected accounts');
  await connected.getByRole('button', { name: 'Connect Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(toastOf(page, 'Google was not connected')).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
  await connected.getByRole('button', { name: 'Connect Google' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(toastOf(page, 'Google connected')).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
  await expect(row(page, 'Connected accounts', 'Google')).toContainText(email);
  await shoot(page, 'account-connected');
  // Words that somebody put into an address are not ours.
  await page.goto('/account?connected=google&error=server_error&error_description=Call+this+number');
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText('Call this number')).toHaveCount(0);
  await connected.getByRole('button', { name: 'Disconnect Google' }).click();
  await dialog(page, 'Disconnect Google?').getByRole('button', { name: 'Disconnect' }).click();
  await expect(connected.getByRole('button', { name: 'Connect Google' })).toBeVisible();
});

test('a name is kept, everything is taken along, and the account is deleted', async ({ page, shop }) => {
  const seller = await newSeller(shop);
  await enter(page, seller);
  await page.goto('/pages');
  await page.getByRole('button', { name: `SE: account of ${seller.email}` }).click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByLabel('Your name').fill('Mara Vance');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Name saved')).toBeVisible();
  await expect(page.getByRole('button', { name: `MV: account of ${seller.email}` })).toBeVisible();

  const file = page.waitForEvent('download');
  await part(page, 'Your data').getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toMatch(/^tillwright-account-\d{4}-\d\d-\d\d\.json$/);
  await expect(part(page, 'Security events')).toContainText('Data downloaded');

  await part(page, 'Delete account').getByRole('button', { name: 'Delete account' }).click();
  const deleting = dialog(page, 'Delete your account?');
  await expect(deleting).toContainText('Every browser is signed out');
  await expectAccess(page, 'delete account');
  const act = deleting.getByRole('button', { name: 'Delete account' });
  await expect(act).toBeDisabled();
  await deleting.getByLabel(`Type ${seller.email} to delete it`).fill(seller.email.toUpperCase());
  await act.click();
  await expect(page).toHaveURL(/\/(\?notice=account-deleted)?$/);
  await expect(page.getByText('Account deleted')).toBeVisible();
  await page.goto('/auth');
  await typeCredentials(page, seller.email);
  await expect(toastOf(page, 'Error')).toContainText('Invalid login credentials');
});
