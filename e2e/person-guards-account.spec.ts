import { atAccount, dialog, letMinutesPass, part, row } from './account.ts';
import { expect, test, toastOf } from './journey.ts';
import { appCode, forgetSession, heading, plugIn, sellerWithMailbox, typeCredentials } from './person.ts';
import { expectAccess, shoot } from './seen.ts';
import { PASSWORD } from './seller.ts';

test(
  'an authenticator app is added after reauthentication, and required at the next sign-in',
  { tag: '@core' },
  async ({ page, guest, shop }) => {
    const { email } = await atAccount(page, shop, await sellerWithMailbox(shop));
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
    await field.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(asking).toBeHidden();

    await expect(adding.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expectAccess(page, 'authenticator app');
    const secret = (await adding.locator('.acc-secret').innerText()).replaceAll(' ', '');
    const code = adding.getByLabel('Code from the app');
    await expect(code).toBeFocused();
    await code.fill(appCode(secret));
    await page.keyboard.press('Enter');

    const codes = dialog(page, 'Your recovery codes');
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await expectAccess(page, 'recovery codes');
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot(page, 'recovery-codes-on-a-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await expect(row(page, 'Second step', 'Recovery codes')).toContainText('10 of 10 left');
    await expect(row(page, 'Second step', 'Phone in the studio')).toContainText('Added');
    await expect(part(page, 'Security events')).toContainText('Second step added');
    await shoot(page, 'account-second-step');

    const other = await guest();
    await other.goto('/auth');
    await typeCredentials(other, email);
    await heading(other, 'Second step');
    // Each code is accepted once.
    await other.getByLabel('Code from Phone in the studio').fill(appCode(secret, 1));
    await other.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(toastOf(other, 'Welcome back!')).toBeVisible();
  },
);

test('a passkey is added, named, used and removed', { tag: '@core' }, async ({ page, shop }) => {
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

test('a security key is added', async ({ page, shop }) => {
  await atAccount(page, shop, await sellerWithMailbox(shop));
  await plugIn(page, 'security key');
  const secondStep = part(page, 'Second step');
  const adding = dialog(page, 'Add a security key');
  await secondStep.getByRole('button', { name: 'Add security key' }).click();
  await adding.getByLabel('Name').fill('Blue key');
  await page.keyboard.press('Enter');
  await dialog(page, 'Your recovery codes').getByRole('button', { name: 'I have kept them' }).click();
  await expect(row(page, 'Second step', 'Blue key')).toContainText('Security key');
});
