import { expect, test, toastOf } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { heading, typeCredentials } from './person.ts';
import { expectAccess } from './seen.ts';
import { enter, newSeller } from './seller.ts';

const NEW_PASSWORD = 'kiln club on tuesdays';
const RECOVERY = /type=recovery/;

test(
  'the emailed link resets a forgotten password and signs other browsers out',
  { tag: '@core' },
  async ({ page, guest, shop }) => {
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
    // Opening the link, as mail scanners do, does not use it up.
    for (let look = 0; look < 3; look++) await fetch(link);
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Choose a new password' })).toBeEnabled();
    await expectAccess(page, 'link');
    await page.getByRole('button', { name: 'Choose a new password' }).click();
    await heading(page, 'Choose a new password');
    await expectAccess(page, 'new password');
    const field = page.getByLabel('New password');
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
  },
);
