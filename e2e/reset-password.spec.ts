import { expectHeading, submitCredentials } from './support/authentication.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { signIn, createSeller } from './support/seller.ts';
import { expectAccessible } from './support/visual-checks.ts';
import { waitForEmail } from './support/wait-for-email.ts';

const NEW_PASSWORD = 'kiln club on tuesdays';
const RECOVERY = /type=recovery/;

test(
  'the emailed link resets a forgotten password and signs other browsers out',
  { tag: '@core' },
  async ({ page, openContextPage, app }) => {
    const seller = await createSeller(app);
    const otherPage = await openContextPage();
    await signIn(otherPage, seller);
    await otherPage.goto('/pages');
    await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible();

    await page.goto('/auth');
    await page.getByLabel('Email').fill(seller.email);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expectHeading(page, 'Forgot your password?');
    await expect(page.getByLabel('Email')).toHaveValue(seller.email);
    await expectAccessible(page, 'forgot');
    await page.getByRole('button', { name: 'Send email' }).click();
    await expectHeading(page, 'Check your email');
    await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible();
    await expectAccessible(page, 'mail sent');

    const { link } = await waitForEmail(app, seller.email, RECOVERY);
    // Opening the link, as mail scanners do, does not use it up.
    for (let index = 0; index < 3; index++) await fetch(link);
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Choose a new password' })).toBeEnabled();
    await expectAccessible(page, 'link');
    await page.getByRole('button', { name: 'Choose a new password' }).click();
    await expectHeading(page, 'Choose a new password');
    await expectAccessible(page, 'new password');
    const field = page.getByLabel('New password');
    await field.fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(getToast(page, 'Password changed')).toBeVisible();
    await expect(page).toHaveURL(/\/builder$/);

    await otherPage.reload();
    await expect(seller.call('create-subscription', { planId: 'starter' })).rejects.toThrow(/401/);

    await page.goto(link);
    await page.getByRole('button', { name: 'Choose a new password' }).click();
    await expectHeading(page, 'This link no longer works');
    await expect(page.getByLabel('Email')).toHaveValue(seller.email);
    await expectAccessible(page, 'spent link');

    const freshPage = await openContextPage();
    await freshPage.goto('/auth');
    await submitCredentials(freshPage, seller.email, NEW_PASSWORD);
    await expect(getToast(freshPage, 'Welcome back!')).toBeVisible();
  },
);
