import { payByCard, receiptLine } from './buyer.ts';
import { expect, test } from './journey.ts';
import { freshEmail, pageOnSale } from './seller.ts';

test.use({ javaScriptEnabled: false });

test('a coupon is refused, applied and removed without script', async ({ page, shop }) => {
  const { url } = await pageOnSale(shop);
  await page.goto(url);
  await page.getByLabel('Coupon code').fill('HALF');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('#coupon-problem')).toHaveText('Invalid coupon. This coupon code is not valid');
  await expect(page.getByLabel('Coupon code')).toHaveValue('HALF');

  await page.getByLabel('Coupon code').fill('QUARTER');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(`${url}?coupon=QUARTER`);
  await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
  await expect(page.locator('.co-price')).toHaveText('Was $40.00 USD$30.00 USD');
  await expect(page.getByLabel('Coupon code')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL(url);
  await expect(page.locator('.co-price')).toHaveText('$40 USD');
  await expect(page.getByLabel('Coupon code')).toBeEnabled();
  await expect(page.getByLabel('Coupon code')).toHaveValue('');
});

test('what is missing is said in place without script', async ({ page, shop }) => {
  const { url } = await pageOnSale(shop);
  await page.goto(`${url}?coupon=QUARTER`);
  const pay = page.locator('button.co-pay');
  const email = page.getByLabel('Email');
  await email.evaluate((input) => input.removeAttribute('required'));
  await page.getByLabel('I accept the').check();
  await pay.click();
  await expect(page.locator('#email-problem')).toHaveText('Please enter your email address.');
  await expect(page.getByLabel('I accept the')).toBeChecked();

  const address = freshEmail('buyer');
  await email.fill(address);
  await page.getByLabel('I accept the').uncheck();
  await pay.click();
  await expect(page.locator('#terms-problem')).toHaveText(
    'Terms required. Please accept the terms and conditions',
  );
  await expect(email).toHaveValue(address);
  await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
  await expect(pay).toContainText('$30.00 USD');
});

test('a buyer pays with a coupon, all the way without script', async ({ page, shop }) => {
  const { url, seller } = await pageOnSale(shop);
  const email = freshEmail('buyer');
  await page.goto(url);
  await page.getByLabel('Coupon code').fill('FIVER');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('I accept the').check();
  await page.locator('button.co-pay').click();
  await payByCard(page);
  await expect(page.getByText('Your first lesson is in your inbox.')).toBeVisible();
  await expect(receiptLine(page, 'Paid')).toHaveText('$35.00 USD');
  await expect(receiptLine(page, 'Email')).toHaveText(email);

  const { orders } = await seller.call('list-orders', {});
  expect(orders).toMatchObject([{ email, total: 3500, discount: 500, couponCode: 'FIVER', state: 'paid' }]);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${shop.url}/`);
});

test('the document between the form and the provider shows the way on', async ({ page, shop }) => {
  const { url, slug } = await pageOnSale(shop, { requireTerms: false });
  const answer = await page.request.post(url, {
    form: { intent: 'pay', email: freshEmail('buyer') },
    headers: { Origin: shop.url },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  const way = answer.headers().location ?? '';
  expect(way).toMatch(new RegExp(`^/c/${slug}/pay/[0-9a-f-]{36}$`));
  const document = await page.request.get(way);
  expect(document.headers()['cache-control']).toBe('no-store');
  expect(await document.text()).toMatch(/<meta http-equiv="refresh" content="0;url=[^"]+\/sandbox\/pay\/cs_/);
  expect(await document.text()).toContain('go on to the payment page');
});
