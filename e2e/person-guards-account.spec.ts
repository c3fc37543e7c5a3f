import type { Page } from '@playwright/test';

import { expect, test, toastOf } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { appCode, forgetSession, heading, plugIn, typeCredentials } from './person.ts';
import { expectAccess, shoot } from './seen.ts';
import { enter, freshEmail, newSeller, PASSWORD, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

const NEW_PASSWORD = 'kiln club on tuesdays';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
/** The row of a part whose name says this. */
const row = (page: Page, of: string, words: string) =>
  part(page, of)
    .getByRole('listitem')
    .filter({ has: page.locator('.acc-name', { hasText: words }) });

/** Somebody on their account page. */
async function atAccount(page: Page, shop: Shop): Promise<Seller> {
  const seller = await newSeller(shop);
  await enter(page, seller);
  await page.goto('/account');
  await heading(page, 'Delete account');
  return seller;
}

/** As after the minutes in which nothing more is asked: the door asks at its next knock who they are. */
async function letMinutesPass(page: Page, door: string): Promise<void> {
  await page.route(
    door,
    (route) =>
      route.fulfill({
        status: 401,
        headers: { 'x-supabase-api-version': '2024-01-01' },
        json: { code: 'reauthentication_needed', msg: 'Please show once more that it is you.' },
      }),
    { times: 1 },
  );
}

test('an authenticator app is added after showing who one is, and asked for at the next sign-in', async ({
  page,
  guest,
  shop,
}) => {
  const { email } = await atAccount(page, shop);
  await expectAccess(page, 'account');
  await letMinutesPass(page, '**/auth/v1/factors');
  await part(page, 'Second step').getByRole('button', { name: 'Add authenticator app' }).click();
  const adding = dialog(page, 'Add an authenticator app');
  await adding.getByLabel('Name').fill('Phone in the studio');
  await adding.getByRole('button', { name: 'Continue' }).click();

  const asking = dialog(page, 'Is it you?');
  const field = asking.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  await expectAccess(page, 'is it you');
  await field.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(asking.getByText('That was not right. Nothing has changed.')).toBeVisible();
  await expect(field).toHaveValue('not this one');
  await field.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(asking).toBeHidden();

  await expect(adding.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccess(page, 'authenticator app');
  const secret = (await adding.locator('.acc-secret').innerText()).replaceAll(' ', '');
  const code = adding.getByLabel('Code from the app');
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(adding.getByText('That code is not right, or was used already.')).toBeVisible();
  await code.fill(appCode(secret, -1));
  await page.keyboard.press('Enter');

  const codes = dialog(page, 'Your recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccess(page, 'recovery codes');
  await page.keyboard.press('Escape');
  await expect(codes).toBeVisible();
  const file = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toBe('tillwright-recovery-codes.txt');
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(row(page, 'Second step', 'Recovery codes')).toContainText('10 of 10 left');
  await expect(row(page, 'Second step', 'Phone in the studio')).toContainText('Added');
  await expect(part(page, 'Security events')).toContainText('Second step added');
  await shoot(page, 'account-second-step');

  const other = await guest();
  await other.goto('/auth');
  await typeCredentials(other, email);
  await heading(other, 'Second step');
  await other.getByLabel('Code from Phone in the studio').fill(appCode(secret));
  await other.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(toastOf(other, 'Welcome back!')).toBeVisible();

  await page.bringToFront();
  await row(page, 'Second step', 'Phone in the studio').getByRole('button', { name: 'Remove' }).click();
  const removing = dialog(page, 'Remove Phone in the studio?');
  await expect(removing).toContainText('It is your only second step.');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(toastOf(page, 'Second step removed')).toBeVisible();
  await expect(
    part(page, 'Second step').getByRole('button', { name: 'Add authenticator app' }),
  ).toBeVisible();
  await page.reload();
  await heading(page, 'Delete account');
});

test('giving up when asked who one is leaves everything, also what was typed', async ({ page, shop }) => {
  await atAccount(page, shop);
  await letMinutesPass(page, '**/auth/v1/user');
  await part(page, 'Password').getByRole('button', { name: 'Change password' }).click();
  const changing = dialog(page, 'Change your password');
  const field = changing.getByLabel('New password', { exact: true });
  await field.fill(NEW_PASSWORD);
  await changing.getByRole('button', { name: 'Change password' }).click();
  const asking = dialog(page, 'Is it you?');
  await expect(asking.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await expect(field).toHaveValue(NEW_PASSWORD);
  await page.keyboard.press('Escape');
  await expect(changing).toBeHidden();
  await expect(part(page, 'Password').getByRole('button', { name: 'Change password' })).toBeFocused();
});

test('a new password, shown by a mailed code, signs out the other browser', async ({ page, guest, shop }) => {
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
  await letMinutesPass(page, '**/auth/v1/user');
  await field.fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  const asking = dialog(page, 'Is it you?');
  await asking.getByRole('button', { name: 'Send me a code by mail' }).click();
  await asking.getByRole('button', { name: 'Send the code' }).click();
  const { code } = await mailOf(shop, seller.email, /code/i);
  await asking.getByLabel('Code from the mail').fill(code);
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

  const wanted = freshEmail('moved');
  await part(page, 'Email').getByRole('button', { name: 'Change email address' }).click();
  const changing = dialog(page, 'Change your email address');
  await changing.getByLabel('New email address').fill(seller.email);
  await page.keyboard.press('Enter');
  await expect(changing.getByText('This is your address already.')).toBeVisible();
  await changing.getByLabel('New email address').fill(wanted);
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Mail sent')).toContainText(wanted);
  await expect(row(page, 'Email', wanted)).toContainText(seller.email);
  await shoot(page, 'account-new-address');
  for (const mailbox of [wanted, seller.email]) {
    const mail = await mailOf(shop, mailbox, /type=email_change/);
    await page.goto(mail.link);
    await page.locator('main').getByRole('button').click();
    await page.waitForURL((url) => url.pathname !== '/auth/confirm' || mailbox === wanted);
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
  await part(page, 'Sessions').getByRole('button', { name: 'End all others' }).click();
  await dialog(page, 'End all other sessions?').getByRole('button', { name: 'End all others' }).click();
  await expect(sessions).toHaveCount(1);
  await expect(part(page, 'Sessions').getByRole('button')).toHaveCount(0);
  for (const other of others) {
    await other.goto('/account');
    await expect(other).toHaveURL(/\/auth/);
  }
});

test('a passkey is added, named, used and removed', async ({ page, shop }) => {
  await atAccount(page, shop);
  await plugIn(page, 'passkey');
  await part(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  const naming = dialog(page, 'What shall it be called?');
  await naming.getByLabel('Name').fill('Laptop of the shop');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Passkeys', 'Laptop of the shop')).toContainText('Not used yet');
  await expectAccess(page, 'passkey');
  await forgetSession(page);
  await page.goto('/auth?next=/account');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(row(page, 'Passkeys', 'Laptop of the shop')).toContainText('Last used');

  await row(page, 'Passkeys', 'Laptop of the shop').getByRole('button', { name: 'Remove' }).click();
  await dialog(page, 'Remove Laptop of the shop?').getByRole('button', { name: 'Remove' }).click();
  await expect(toastOf(page, 'Passkey removed')).toBeVisible();
  await expect(part(page, 'Passkeys')).toContainText('None yet.');
  await expect(part(page, 'Security events')).toContainText('Passkey removed');
});

test('a security key is added, and one that is not confirmed leaves nothing behind', async ({
  page,
  shop,
}) => {
  await atAccount(page, shop);
  const cdp = await plugIn(page, 'security key');
  const secondStep = part(page, 'Second step');
  await secondStep.getByRole('button', { name: 'Add security key' }).click();
  const adding = dialog(page, 'Add a security key');
  await adding.getByLabel('Name').fill('Blue key');
  await cdp.send('WebAuthn.disable');
  await cdp.send('WebAuthn.enable');
  await page.keyboard.press('Enter');
  await expect(adding.getByRole('button', { name: 'Waiting for it...' })).toBeVisible();
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await expect(adding).toBeHidden();
  await expect(secondStep.getByRole('button', { name: 'Add security key' })).toBeFocused();
  await expect(secondStep).not.toContainText('Not finished');

  await plugIn(page, 'security key');
  await secondStep.getByRole('button', { name: 'Add security key' }).click();
  await adding.getByLabel('Name').fill('Blue key');
  await page.keyboard.press('Enter');
  await dialog(page, 'Your recovery codes').getByRole('button', { name: 'I have kept them' }).click();
  await expect(row(page, 'Second step', 'Blue key')).toContainText('Security key');
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
  await connected.getByRole('button', { name: 'Disconnect Google' }).click();
  await dialog(page, 'Disconnect Google?').getByRole('button', { name: 'Disconnect' }).click();
  await expect(connected.getByRole('button', { name: 'Connect Google' })).toBeVisible();
});

test('a name is kept, everything is taken along, and the account is deleted', async ({ page, shop }) => {
  const seller = await atAccount(page, shop);
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
