import { bothWays, CARDS, fillCard, payByCard, payKey, receiptLine } from './buyer.ts';
import { expect, test } from './journey.ts';
import { freshEmail, pageOnSale } from './seller.ts';

const NO_TERMS = { requireTerms: false };

bothWays('a buyer tries coupons, takes one off, and pays with another', async ({ buyer, shop }) => {
  const { page, code, pay, price } = buyer;
  const { url, seller } = await pageOnSale(shop);
  await page.goto(url);
  for (const wrong of ['HALF', 'quarter', 'Q'.repeat(100), '']) {
    await buyer.apply(wrong);
    await expect(page.locator('#coupon-problem')).toHaveText('Invalid coupon. This coupon code is not valid');
    await expect(code).toHaveValue(wrong);
    await expect(code).toBeFocused();
    await expect(pay).toHaveJSProperty('disabled', false);
    await expect(price).toHaveText('$40 USD');
  }
  await buyer.apply(' QUARTER ');
  await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
  await expect(page).toHaveURL(`${url}?coupon=QUARTER`);
  await expect(price).toHaveText('Was $40.00 USD$30.00 USD');
  await expect(code).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();

  await buyer.remove();
  await expect(price).toHaveText('$40 USD');
  await expect(page).toHaveURL(url);
  await expect(code).toBeEnabled();
  await expect(code).toHaveValue('');

  await buyer.apply('FIVER');
  await expect(price).toHaveText('Was $40.00 USD$35.00 USD');
  await buyer.fillIn();
  await pay.click();
  await payByCard(page);
  await expect(page.getByText('Your first lesson is in your inbox.')).toBeVisible();
  await expect(receiptLine(page, 'Linocut for Beginners')).toHaveText('$40.00');
  await expect(receiptLine(page, 'Coupon')).toHaveText('−$5.00');
  await expect(receiptLine(page, 'Paid')).toHaveText('$35.00 USD');
  await expect(receiptLine(page, 'Email')).toHaveText('b•••@example.com');
  await expect(receiptLine(page, 'Receipt number')).toHaveText('1');
  // Its address is no secret: neither the document nor its data says who paid, or a code that takes something off.
  const data = page.url().replace('/success?', '/success.data?');
  for (const address of [page.url(), data]) {
    const answer = await page.request.get(address);
    expect([answer.status(), answer.headers()['cache-control']]).toEqual([200, 'no-store']);
    const told = await answer.text();
    expect(told).toContain('b•••@example.com');
    for (const secret of [buyer.address, 'FIVER']) expect(told).not.toContain(secret);
  }
  expect((await seller.call('list-orders', {})).orders).toMatchObject([
    { email: buyer.address, total: 3500, discount: 500, couponCode: 'FIVER', state: 'paid' },
  ]);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${shop.url}/`);
});

bothWays('what is missing or wrong is said in place, and the rest stays', async ({ buyer, shop, script }) => {
  const { page, email, terms, pay } = buyer;
  const { url } = await pageOnSale(shop);
  await page.goto(`${url}?coupon=QUARTER`);
  // What browsers without script check by themselves is taken away, as if by an old one.
  await email.evaluate((input) => input.removeAttribute('required'));
  await email.evaluate((input) => input.setAttribute('type', 'text'));
  await email.fill('nobody@nowhere');
  await terms.check();
  await pay.click();
  await expect(page.locator('#email-problem')).toHaveText('Please check the email address.');
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('nobody@nowhere');
  await expect(terms).toBeChecked();

  await email.fill(buyer.address);
  await terms.uncheck();
  if (script) await expect(pay).toHaveAttribute('aria-disabled', 'true');
  await pay.click({ force: true });
  await expect(page.locator('#terms-problem')).toHaveText(
    'Terms required. Please accept the terms and conditions',
  );
  await expect(terms).toBeFocused();
  await expect(email).toHaveValue(buyer.address);
  await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
  await expect(pay).toContainText('$30.00 USD');
  await terms.check();
  await pay.click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
});

bothWays('a buyer subscribes and sees what every month costs', async ({ buyer, shop }) => {
  const { page, price } = buyer;
  const { url, seller } = await pageOnSale(shop, {
    ...NO_TERMS,
    paymentType: 'subscription',
    billingFrequency: 'monthly',
  });
  await page.goto(url);
  await expect(price).toHaveText('$40 USD/month');
  await buyer.apply('QUARTER');
  await expect(price.locator('[data-part=total]')).toHaveText('$30.00 USD/month');
  await buyer.fillIn();
  await buyer.pay.click();
  await expect(page.getByRole('heading', { name: 'Subscribe' })).toBeVisible();
  await expect(page.getByText('$30.00 per month')).toBeVisible();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([
    { total: 3000, discount: 1000, couponCode: 'QUARTER', state: 'paid' },
  ]);
});

bothWays('a buyer whose coupon leaves nothing to pay orders without a card', async ({ buyer, shop }) => {
  const { page } = buyer;
  const { url, seller } = await pageOnSale(shop, {
    ...NO_TERMS,
    validCoupons: [{ code: 'GIFT', discount: 100, type: 'percentage' }],
  });
  await page.goto(`${url}?coupon=GIFT`);
  await expect(buyer.pay).toHaveText('Get the course · $0.00 USD');
  await buyer.fillIn();
  await buyer.pay.click();
  await page.getByRole('button', { name: 'Complete order' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(receiptLine(page, 'Paid')).toHaveText('$0.00 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 0, state: 'paid' }]);
});

bothWays('pressing twice, by mouse or by Enter, makes one order', async ({ buyer, shop }) => {
  const { page } = buyer;
  const { url, seller } = await pageOnSale(shop, NO_TERMS);
  await page.goto(url);
  await buyer.fillIn();
  await buyer.email.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter').catch(() => {});
  await page.waitForURL(/\/sandbox\/pay\/cs_/);
  await page.goto(url);
  await buyer.fillIn();
  await buyer.pay.dblclick();
  await payByCard(page);
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ state: 'paid' }]);
});

bothWays('two tabs with two coupons: each pays what it shows', async ({ buyer, shop }) => {
  const { url, seller } = await pageOnSale(shop, NO_TERMS);
  const second = await buyer.page.context().newPage();
  await buyer.page.goto(`${url}?coupon=QUARTER`);
  await second.goto(`${url}?coupon=FIVER`);
  for (const page of [buyer.page, second]) {
    await page.getByLabel('Email').fill(buyer.address);
    await page.locator('button.co-pay').click();
    await page.waitForURL(/\/sandbox\/pay\/cs_/);
  }
  await payByCard(second);
  await payByCard(buyer.page);
  await expect(receiptLine(second, 'Paid')).toHaveText('$35.00 USD');
  await expect(receiptLine(buyer.page, 'Paid')).toHaveText('$30.00 USD');
  expect((await seller.call('list-orders', {})).count).toBe(2);
});

bothWays(
  'a buyer leaves the provider’s page and is told that nothing was charged',
  async ({ buyer, shop }) => {
    const { page, email, pay } = buyer;
    const { url } = await pageOnSale(shop);
    await buyer.order(`${url}?coupon=QUARTER`);
    await page.getByRole('link', { name: 'Leave' }).click();
    await expect(buyer.said('You came back before paying. Nothing was charged.')).toBeVisible();
    await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
    await expect(pay).toHaveText('Get the course · $30.00 USD');
    await expect(email).toHaveAttribute('autocomplete', 'email');
    expect(page.url()).not.toContain(encodeURIComponent(buyer.address));
    await buyer.fillIn();
    await pay.click();
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
  },
);

bothWays('the back button brings everything that was typed, ready to be pressed', async ({ buyer, shop }) => {
  const { page, email, terms, pay } = buyer;
  const { url } = await pageOnSale(shop);
  await buyer.order(`${url}?coupon=QUARTER`);
  await page.waitForURL(/\/sandbox\/pay\/cs_/);
  await page.goBack();
  await expect(pay).toHaveText('Get the course · $30.00 USD');
  await expect(email).toHaveValue(buyer.address);
  await expect(terms).toBeChecked();
  await pay.click();
  await payByCard(page);
  await page.goBack();
  await page.goto(url);
  await expect(pay).toHaveText('Get the course · $40 USD');
});

test('a declined card stays on the provider’s page, and another one pays', async ({ page, shop }) => {
  const { url, seller } = await pageOnSale(shop, NO_TERMS);
  await page.goto(url);
  await page.getByLabel('Email').fill(freshEmail('buyer'));
  await page.locator('button.co-pay').click();
  await fillCard(page, CARDS.declined);
  await payKey(page).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await fillCard(page, '1234 5678 9012 3456');
  await payKey(page).click();
  await expect(page.getByText('Your card number is incorrect.')).toBeVisible();
  await fillCard(page, CARDS.threeDSecure);
  await payKey(page).click();
  await page.getByRole('button', { name: 'Decline authentication' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await fillCard(page, CARDS.threeDSecure);
  await payKey(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 4000, state: 'paid' }]);
});

test('the document between the form and the provider shows the way on', async ({ page, shop }) => {
  const { url, slug } = await pageOnSale(shop, NO_TERMS);
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
