import { payByCard, receiptLine } from './buyer.ts';
import { expect, testBehindTls as test } from './journey.ts';
import { purchasesLinkOf } from './mail-of.ts';
import { freshEmail } from './seller.ts';

test('a buyer pays and opens the purchases behind a proxy that terminates TLS', async ({ page, shop }) => {
  const email = freshEmail('buyer');
  await page.goto(`${shop.url}/c/demo`);
  await page.getByLabel('Coupon code').fill('EARLY20');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Coupon applied! You saved $17.80')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('I accept the').check();
  await page.locator('button.co-pay').click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$71.20 USD');
  expect(new URL(page.url()).origin).toBe(shop.url);

  await page.goto(`${shop.url}/purchases`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('status')).toContainText('a mail with a link is on its way');
  const look = async (url: string) => (await page.request.get(url)).text();
  await page.goto(await purchasesLinkOf(shop, email, look));
  await page.getByRole('button', { name: 'See my purchases' }).click();
  await expect(page.getByText(`Bought with ${email}`)).toBeVisible();
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.includes('purchases'));
  expect(cookie).toMatchObject({ name: '__Host-purchases', secure: true, httpOnly: true, sameSite: 'Lax' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('status')).toHaveText('You are signed out.');
  expect(await page.context().cookies()).toEqual([]);
});
