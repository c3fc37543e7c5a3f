import { atAccount, dialog, letMinutesPass, part, row } from './account.ts';
import { expect, test, toastOf } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { heading, typeCredentials } from './person.ts';
import { expectAccess, shoot } from './seen.ts';
import { enter, freshEmail, newSeller } from './seller.ts';

test('a new email address takes effect after both addresses have confirmed it', { tag: '@core' }, async ({ page, shop }) => {
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
  // The confirmation link replaced the earlier session.
  await expect(part(page, 'Sessions').getByRole('listitem')).toHaveCount(1);

  const wanted = freshEmail('moved');
  await part(page, 'Email').getByRole('button', { name: 'Change email address' }).click();
  const changing = dialog(page, 'Change your email address');
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

test('connecting Google succeeds, and canceling at Google shows a message', async ({ page, shop }) => {
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
});

test('a deleted account cannot sign in', { tag: '@core' }, async ({ page, shop }) => {
  const seller = await newSeller(shop);
  await enter(page, seller);
  await page.goto('/account');
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
