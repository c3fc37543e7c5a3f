import { openAccountPage, dialog, requireReauthentication, section, row } from './support/account-page.ts';
import {
  generateTotpCode,
  clearSession,
  expectHeading,
  addVirtualAuthenticator,
  createConfirmedSeller,
  submitCredentials,
} from './support/authentication.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { PASSWORD } from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';

test(
  'an authenticator app is added after reauthentication, and required at the next sign-in',
  { tag: '@core' },
  async ({ page, openContextPage, app }) => {
    const { email } = await openAccountPage(page, app, await createConfirmedSeller(app));
    await expectAccessible(page, 'account');
    await requireReauthentication(page, '**/auth/v1/factors');
    await section(page, 'Two-factor authentication').getByRole('button', { name: 'Add authenticator app' }).click();
    const addDialog = dialog(page, 'Add an authenticator app');
    await addDialog.getByLabel('Name').fill('Phone in the studio');
    await addDialog.getByRole('button', { name: 'Continue' }).click();

    const reauthDialog = dialog(page, 'Confirm it’s you');
    const field = reauthDialog.getByLabel('Password', { exact: true });
    await expect(field).toBeFocused();
    await expectAccessible(page, 'is it you');
    await field.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(reauthDialog).toBeHidden();

    await expect(addDialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expectAccessible(page, 'authenticator app');
    const secret = (await addDialog.locator('.totp-setup__secret').innerText()).replaceAll(' ', '');
    const code = addDialog.getByLabel('Code from the app');
    await expect(code).toBeFocused();
    await code.fill(generateTotpCode(secret));
    await page.keyboard.press('Enter');

    const codesDialog = dialog(page, 'Your recovery codes');
    await expect(codesDialog.getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page, 'recovery codes');
    await page.setViewportSize({ width: 390, height: 844 });
    await takeScreenshot(page, 'recovery-codes-on-a-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await codesDialog.getByRole('button', { name: 'I’ve saved my codes' }).click();
    await expect(row(page, 'Two-factor authentication', 'Recovery codes')).toContainText('10 of 10 left');
    await expect(row(page, 'Two-factor authentication', 'Phone in the studio')).toContainText('Added');
    await expect(section(page, 'Security events')).toContainText('Two-factor method added');
    await takeScreenshot(page, 'account-second-step');

    const otherPage = await openContextPage();
    await otherPage.goto('/auth');
    await submitCredentials(otherPage, email);
    await expectHeading(otherPage, 'Two-factor authentication');
    // Each code is accepted once.
    await otherPage.getByLabel('Code from Phone in the studio').fill(generateTotpCode(secret, 1));
    await otherPage.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(getToast(otherPage, 'Welcome back!')).toBeVisible();
  },
);

test('a passkey is added, named, used and removed', { tag: '@core' }, async ({ page, app }) => {
  await openAccountPage(page, app);
  await addVirtualAuthenticator(page, 'passkey');
  await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  const nameDialog = dialog(page, 'Name this passkey');
  await nameDialog.getByLabel('Name').fill('Laptop of the shop');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Passkeys', 'Laptop of the shop')).toContainText('Not used yet');
  await expectAccessible(page, 'passkey');
  await clearSession(page);
  await page.goto('/auth?next=/account');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(row(page, 'Passkeys', 'Laptop of the shop')).toContainText('Last used');

  await row(page, 'Passkeys', 'Laptop of the shop').getByRole('button', { name: 'Remove' }).click();
  await dialog(page, 'Remove Laptop of the shop?').getByRole('button', { name: 'Remove' }).click();
  await expect(getToast(page, 'Passkey removed')).toBeVisible();
  await expect(section(page, 'Passkeys')).toContainText('No passkeys yet.');
  await expect(section(page, 'Security events')).toContainText('Passkey removed');
});

test('a security key is added', async ({ page, app }) => {
  await openAccountPage(page, app, await createConfirmedSeller(app));
  await addVirtualAuthenticator(page, 'security key');
  const twoFactorSection = section(page, 'Two-factor authentication');
  const addDialog = dialog(page, 'Add a security key');
  await twoFactorSection.getByRole('button', { name: 'Add security key' }).click();
  await addDialog.getByLabel('Name').fill('Blue key');
  await page.keyboard.press('Enter');
  await dialog(page, 'Your recovery codes').getByRole('button', { name: 'I’ve saved my codes' }).click();
  await expect(row(page, 'Two-factor authentication', 'Blue key')).toContainText('Security key');
});
