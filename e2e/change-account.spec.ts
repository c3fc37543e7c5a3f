import { openAccountPage, dialog, requireReauthentication, section, row } from './support/account-page.ts';
import { expectHeading, submitCredentials } from './support/authentication.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { signIn, uniqueEmail, createSeller } from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';
import { waitForEmail } from './support/wait-for-email.ts';

test('a new email address takes effect after both addresses have confirmed it', async ({ page, app }) => {
  const seller = await createSeller(app);
  const { link } = await waitForEmail(app, seller.email, /type=signup/);
  await signIn(page, seller);
  await page.goto('/account');
  await expect(row(page, 'Email', seller.email)).toContainText('Not confirmed');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(getToast(page, 'Email confirmed')).toBeVisible();
  await page.goto('/account');
  await expect(row(page, 'Email', seller.email)).toContainText('Confirmed');
  // The confirmation link replaced the earlier session. The first row has the headers.
  await expect(section(page, 'Sessions').getByRole('row')).toHaveCount(2);

  const newEmail = uniqueEmail('moved');
  await section(page, 'Email').getByRole('button', { name: 'Change email address' }).click();
  const changeDialog = dialog(page, 'Change your email address');
  await requireReauthentication(page, '**/auth/v1/user*');
  await changeDialog.getByLabel('New email address').fill(newEmail);
  await page.keyboard.press('Enter');
  const reauthDialog = dialog(page, 'Confirm it’s you');
  await reauthDialog.getByRole('button', { name: 'Email me a code' }).click();
  await reauthDialog.getByRole('button', { name: 'Send code' }).click();
  const { code } = await waitForEmail(app, seller.email, /make a sensitive change to your account/);
  await reauthDialog.getByLabel('Code from the email').fill(code);
  await page.keyboard.press('Enter');
  await expect(getToast(page, 'Email sent')).toContainText(newEmail);
  await expect(row(page, 'Email', newEmail)).toContainText(seller.email);
  await takeScreenshot(page, 'account-new-address');
  for (const address of [newEmail, seller.email]) {
    const mail = await waitForEmail(app, address, /type=email_change/);
    await page.goto(mail.link);
    await page.locator('main').getByRole('button').click();
    if (address === newEmail) await expectHeading(page, 'Email confirmed');
    else await page.waitForURL((url) => url.pathname !== '/auth/confirm');
  }
  await page.goto('/account');
  await expect(section(page, 'Email')).toContainText(newEmail);
  await expect(section(page, 'Email')).not.toContainText(seller.email);
});

test('connecting Google succeeds, and canceling at Google shows a message', async ({ page, app }) => {
  const { email } = await openAccountPage(page, app);
  const connectedAccounts = section(page, 'Connected accounts');
  await connectedAccounts.getByRole('button', { name: 'Connect Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(getToast(page, 'Couldn’t connect Google')).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
  await connectedAccounts.getByRole('button', { name: 'Connect Google' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(getToast(page, 'Google connected')).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
  await expect(row(page, 'Connected accounts', 'Google')).toContainText(email);
  await takeScreenshot(page, 'account-connected');
});

test('a deleted account cannot sign in', { tag: '@core' }, async ({ page, app }) => {
  const seller = await createSeller(app);
  await signIn(page, seller);
  await page.goto('/account');
  await section(page, 'Delete account').getByRole('button', { name: 'Delete account' }).click();
  const deleteDialog = dialog(page, 'Delete your account?');
  await expect(deleteDialog).toContainText('You’ll be signed out everywhere');
  await expectAccessible(page, 'delete account');
  const deleteButton = deleteDialog.getByRole('button', { name: 'Delete account' });
  await expect(deleteButton).toBeDisabled();
  await deleteDialog.getByLabel(`Enter ${seller.email} to confirm`).fill(seller.email.toUpperCase());
  await deleteButton.click();
  await expect(page).toHaveURL(/\/(\?notice=account-deleted)?$/);
  await expect(page.getByText('Account deleted')).toBeVisible();
  await page.goto('/auth');
  await submitCredentials(page, seller.email);
  await expect(getToast(page, 'Error')).toContainText('Invalid login credentials');
});
