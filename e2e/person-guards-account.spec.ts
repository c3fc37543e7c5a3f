import { randomInt } from 'node:crypto';

import { atAccount, dialog, letMinutesPass, part, row } from './account.ts';
import { expect, test, toastOf } from './journey.ts';
import { mailOf } from './mail-of.ts';
import {
  appCode,
  forgetSession,
  heading,
  plugIn,
  sellerWithApp,
  sellerWithMailbox,
  typeCredentials,
} from './person.ts';
import { expectAccess, shoot } from './seen.ts';
import { PASSWORD } from './seller.ts';

const NEW_ADDRESS = 'kiln-club@shop.example';

test('an authenticator app is added after showing who one is, and asked for at the next sign-in', async ({
  page,
  guest,
  shop,
}) => {
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
  await code.fill(appCode(secret));
  await page.keyboard.press('Enter');

  const codes = dialog(page, 'Your recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccess(page, 'recovery codes');
  await page.setViewportSize({ width: 390, height: 844 });
  const oneLine = await codes
    .getByRole('listitem')
    .evaluateAll((rows) => rows.every((row) => row.scrollWidth <= row.clientWidth && row.clientHeight < 30));
  expect(oneLine).toBe(true);
  await shoot(page, 'recovery-codes-on-a-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
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
  // Each code is taken once.
  await other.getByLabel('Code from Phone in the studio').fill(appCode(secret, 1));
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

test('whoever has a second step shows both before what guards the account changes', async ({
  page,
  shop,
}) => {
  const seller = await sellerWithApp(shop);
  await atAccount(page, shop, seller);
  await page.route('**/functions/v1/get-account', async (route) => {
    const answer = await route.fetch();
    const account = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...account, unshown: ['first', 'second'] } });
  });
  await letMinutesPass(page, '**/auth/v1/user*');
  await part(page, 'Email').getByRole('button', { name: 'Change email address' }).click();
  await dialog(page, 'Change your email address').getByLabel('New email address').fill(NEW_ADDRESS);
  await page.keyboard.press('Enter');
  const asking = dialog(page, 'Is it you?');
  await expect(asking).toContainText('The first of two steps');
  await asking.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(asking).toContainText('Now your second step.');
  await expect(asking.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  const code = asking.getByLabel('Code from Phone in the studio');
  await expect(code).toBeFocused();
  await expectAccess(page, 'both steps');
  await code.fill(appCode(seller.secret, 1));
  await page.keyboard.press('Enter');
  await expect(asking).toBeHidden();
  await expect(toastOf(page, 'Mail sent')).toContainText(NEW_ADDRESS);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('giving up when asked who one is leaves everything, also what was typed', async ({ page, shop }) => {
  await atAccount(page, shop);
  await letMinutesPass(page, '**/auth/v1/user*');
  await part(page, 'Email').getByRole('button', { name: 'Change email address' }).click();
  const changing = dialog(page, 'Change your email address');
  const field = changing.getByLabel('New email address');
  await field.fill(NEW_ADDRESS);
  await page.keyboard.press('Enter');
  const asking = dialog(page, 'Is it you?');
  await expect(asking.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await expect(field).toHaveValue(NEW_ADDRESS);
  await page.keyboard.press('Escape');
  await expect(changing).toBeHidden();
  await expect(part(page, 'Email').getByRole('button', { name: 'Change email address' })).toBeFocused();
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
  await atAccount(page, shop, await sellerWithMailbox(shop));
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

test('a phone that was begun and left is discarded, and another one added', async ({ page, shop }) => {
  const { email } = await atAccount(page, shop);
  const first = row(page, 'Second step', 'Confirm your email address first');
  await first.getByRole('button', { name: 'Send again' }).click();
  await expect(toastOf(page, 'Mail sent')).toBeVisible();
  const { link } = await mailOf(shop, email, /Confirm this address/);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page).toHaveURL(/\/(builder|pages|account)/);
  await page.goto('/account');
  const phone = `+1202555${randomInt(1000, 10_000)}`;
  const secondStep = part(page, 'Second step');
  await secondStep.getByRole('button', { name: 'Add phone' }).click();
  const adding = dialog(page, 'Add a phone');
  await adding.getByLabel('Number').fill(phone.slice(2));
  await page.keyboard.press('Enter');
  await expect(adding.getByText('Begin with the country code, like +44.')).toBeVisible();
  await adding.getByLabel('Number').fill(`${phone.slice(0, 5)} ${phone.slice(5)}`);
  await page.keyboard.press('Enter');
  const field = adding.getByLabel('Code from the message');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Second step', 'Phone')).toContainText('Not finished');
  await row(page, 'Second step', 'Phone').getByRole('button', { name: 'Discard' }).click();
  await expect(secondStep.getByRole('button', { name: 'Add phone' })).toBeVisible();

  const other = `+1202555${randomInt(1000, 10_000)}`;
  await secondStep.getByRole('button', { name: 'Add phone' }).click();
  await adding.getByLabel('Number').fill(other);
  await page.keyboard.press('Enter');
  await field.fill((await mailOf(shop, other, /\d{6}/)).code);
  await page.keyboard.press('Enter');
  await dialog(page, 'Your recovery codes').getByRole('button', { name: 'I have kept them' }).click();
  await expect(row(page, 'Second step', 'Phone')).toContainText('Added');
});
