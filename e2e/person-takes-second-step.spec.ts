import { randomInt } from 'node:crypto';

import type { Page } from '@playwright/test';

import { expect, test, toastOf } from './journey.ts';
import { mailCount, mailOf } from './mail-of.ts';
import {
  appCode,
  confirmedSeller,
  forgetSession,
  heading,
  plugIn,
  sellerWithApp,
  sellerWithPhone,
  setUpKey,
  setUpPasskey,
  typeCredentials,
} from './person.ts';
import { expectAccess } from './seen.ts';

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true }).click();

test('the app’s code is asked for, a wrong one stays, and the right one leads to where one was going', async ({
  page,
  guest,
  shop,
}) => {
  const seller = await sellerWithApp(shop);
  await page.goto('/orders');
  await typeCredentials(page, seller.email);
  await heading(page, 'Second step');
  await expect(toastOf(page, 'Welcome back!')).toHaveCount(0);
  const field = page.getByLabel('Code from Phone in the studio');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccess(page, 'second step');
  await field.fill('000000');
  await confirm(page);
  await expect(page.getByText('That code is not right, or was used already.')).toBeVisible();
  await expect(field).toHaveValue('000000');

  // Nothing opens without it, whatever address is typed.
  for (const path of ['/pages', '/builder?page=p1', '/subscription']) {
    await page.goto(path);
    await heading(page, 'Second step');
  }
  await page.goto('/orders');
  await page.getByLabel('Code from Phone in the studio').fill(appCode(seller.secret, 1));
  await confirm(page);
  await expect(toastOf(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL(/\/orders$/);

  const other = await guest();
  await other.goto('/auth');
  await typeCredentials(other, seller.email);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(toastOf(other, 'Signed out')).toBeVisible();
});

test('a recovery code stands in for the app, once', async ({ page, shop }) => {
  const { email, codes } = await sellerWithApp(shop);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const attempt of ['first', 'second']) {
    await page.goto('/auth');
    await typeCredentials(page, email);
    await page.getByRole('button', { name: 'A recovery code' }).click();
    const field = page.getByLabel('Recovery code');
    await field.fill(codes[0]?.toUpperCase() ?? '');
    // The whole code can be read while it is typed.
    expect(await field.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await confirm(page);
    if (attempt === 'second') break;
    await expect(toastOf(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL(/\/builder$/);
    await forgetSession(page);
  }
  await expect(page.getByText('That code is not right, or was used already.')).toBeVisible();
});

test('a message to the telephone is sent when it is asked for, and again after a minute', async ({
  page,
  shop,
}) => {
  const phone = `+1202555${randomInt(1000, 10_000)}`;
  const seller = await sellerWithPhone(shop, phone);
  const before = await mailCount(shop, phone);
  await page.clock.install();
  await page.goto('/auth');
  await typeCredentials(page, seller.email);
  await expect(page.getByText('We send a code to Studio telephone.')).toBeVisible();
  expect(await mailCount(shop, phone)).toBe(before);
  await page.getByRole('button', { name: 'Send a message' }).click();
  const field = page.getByLabel('Code sent to Studio telephone');
  await expect(field).toBeFocused();
  expect(await mailCount(shop, phone)).toBe(before + 1);
  await page.getByRole('button', { name: /^Send again in/ }).click({ force: true });
  await page.clock.fastForward(61_000);
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect.poll(() => mailCount(shop, phone)).toBe(before + 2);
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible();
  await field.fill((await mailOf(shop, phone, /\d{6}/)).code);
  await confirm(page);
  await expect(toastOf(page, 'Welcome back!')).toBeVisible();
});

test('a security key is asked for by the browser', async ({ page, shop }) => {
  const seller = await confirmedSeller(shop);
  await plugIn(page, 'security key');
  await setUpKey(page, shop, seller, 'Blue key');
  await forgetSession(page);
  await page.goto('/builder');
  await typeCredentials(page, seller.email);
  await heading(page, 'Second step');
  await expect(page.getByText('Have Blue key at hand.')).toBeVisible();
  await expectAccess(page, 'security key');
  await page.getByRole('button', { name: 'Use security key' }).click();
  await expect(toastOf(page, 'Welcome back!')).toBeVisible();
  await expect(page.getByLabel('Product name')).toBeVisible();
});

test('a passkey signs in without a password, and a browser without one says so', async ({
  page,
  guest,
  shop,
}) => {
  const seller = await confirmedSeller(shop);
  await plugIn(page, 'passkey');
  await setUpPasskey(page, shop, seller);
  await forgetSession(page);
  await page.goto('/auth?next=/orders');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(toastOf(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL(/\/orders$/);

  const empty = await guest();
  await plugIn(empty, 'passkey');
  await empty.goto('/auth');
  await empty.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(toastOf(empty, 'Error')).toContainText('Nothing was used.');
});
