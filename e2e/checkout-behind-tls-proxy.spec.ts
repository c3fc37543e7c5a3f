import { payByCard, receiptLine } from './support/buyer.ts';
import { expect, testBehindTls as test } from './support/fixtures.ts';
import { uniqueEmail } from './support/seller.ts';
import { waitForPurchasesLink } from './support/wait-for-email.ts';

test('a buyer pays and opens the purchases behind a proxy that terminates TLS', async ({ page, app }) => {
  const email = uniqueEmail('buyer');
  await page.goto(`${app.url}/c/demo`);
  await page.getByLabel('Coupon code').fill('EARLY20');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Coupon applied! You saved $17.80')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('I accept the').check();
  await page.locator('button.co-pay').click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$71.20 USD');
  expect(new URL(page.url()).origin).toBe(app.url);

  await page.goto(`${app.url}/purchases`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('status')).toContainText('we’ve emailed you a link');
  const fetchPage = async (url: string) => (await page.request.get(url)).text();
  await page.goto(await waitForPurchasesLink(app, email, fetchPage));
  await page.getByRole('button', { name: 'View my purchases' }).click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.includes('purchases'));
  expect(cookie).toMatchObject({ name: '__Host-purchases', secure: true, httpOnly: true, sameSite: 'Lax' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('status')).toHaveText('You’re signed out.');
  expect(await page.context().cookies()).toEqual([]);
});
