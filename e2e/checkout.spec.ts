import { createBuyer, payByCard, receiptLine } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { createPublishedPage } from './support/seller.ts';

test(
  'the script applies and removes a coupon in place, and pays with another one',
  { tag: '@core' },
  async ({ page, app }) => {
    const buyer = createBuyer(page);
    const { code, pay, price } = buyer;
    const { url, seller } = await createPublishedPage(app);
    await page.goto(url);
    for (const invalidCode of ['HALF', '']) {
      await buyer.applyCoupon(invalidCode);
      await expect(page.locator('#coupon-problem')).toHaveText('Invalid coupon. This coupon code is not valid');
      await expect(code).toHaveValue(invalidCode);
      await expect(code).toBeFocused();
    }
    await buyer.applyCoupon(' quarter ');
    await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
    await expect(page).toHaveURL(`${url}?coupon=QUARTER`);
    await expect(price).toHaveText('Was $40.00 USD$30.00 USD');
    await expect(code).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();

    await buyer.removeCoupon();
    await expect(price).toHaveText('$40 USD');
    await expect(page).toHaveURL(url);
    await expect(code).toBeEnabled();
    await expect(code).toHaveValue('');

    await buyer.applyCoupon('FIVER');
    await expect(price).toHaveText('Was $40.00 USD$35.00 USD');
    await buyer.fillForm();
    await pay.click();
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText('$35.00 USD');
    expect((await seller.call('list-orders', {})).orders).toMatchObject([
      { email: buyer.emailAddress, total: 3500, couponCode: 'FIVER', state: 'paid' },
    ]);
  },
);

test(
  'without script, a coupon is applied, rejected and removed',
  { tag: '@core' },
  async ({ openContextPage, app }) => {
    const buyer = createBuyer(await openContextPage({ javaScriptEnabled: false }));
    const { page, code, price } = buyer;
    const { url } = await createPublishedPage(app);
    await page.goto(url);
    await buyer.applyCoupon('HALF');
    await expect(page.locator('#coupon-problem')).toBeVisible();
    await expect(code).toHaveValue('HALF');
    await expect(code).toBeFocused();
    await buyer.applyCoupon('QUARTER');
    await expect(price).toHaveText('Was $40.00 USD$30.00 USD');
    await expect(code).toBeDisabled();
    await buyer.removeCoupon();
    await expect(price).toHaveText('$40 USD');
  },
);

test(
  'the script reports missing and invalid fields before it sends a request',
  { tag: '@core' },
  async ({ page, app }) => {
    const buyer = createBuyer(page);
    const { email, terms, pay } = buyer;
    const { url } = await createPublishedPage(app);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/create-checkout-session')) sent.push(request.url());
    });
    await page.goto(url);
    await email.fill('no address');
    await terms.check();
    await pay.click();
    await expect(page.locator('#email-problem')).toHaveText('Please check the email address.');
    await expect(email).toBeFocused();
    await email.fill(buyer.emailAddress);
    await expect(page.locator('#email-problem')).toBeHidden();
    await terms.uncheck();
    await expect(pay).toHaveAttribute('aria-disabled', 'true');
    await pay.click({ force: true });
    await expect(page.locator('#terms-problem')).toHaveText('Terms required. Please accept the terms and conditions');
    await expect(terms).toBeFocused();
    expect(sent).toEqual([]);
  },
);

test('submitting twice, by Enter or by mouse, sends one request', { tag: '@core' }, async ({ page, app }) => {
  const buyer = createBuyer(page);
  const { url } = await createPublishedPage(app, { requireTerms: false });
  for (const submitAgain of [() => buyer.pay.dblclick(), () => page.keyboard.press('Enter')]) {
    const gate = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/create-checkout-session', async (route) => {
      sent += 1;
      await gate.promise;
      await route.continue();
    });
    await page.goto(url);
    await buyer.fillForm();
    await buyer.email.press('Enter');
    await expect(buyer.pay).toHaveText('Processing...');
    await submitAgain();
    gate.resolve();
    await page.waitForURL(/\/sandbox\/pay\/cs_/);
    expect(sent).toBe(1);
    await page.unroute('**/create-checkout-session');
  }
});
