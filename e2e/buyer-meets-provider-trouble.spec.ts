import { payByCard, receiptLine, toldOf, wayOf } from './buyer.ts';
import { expect, testBesideSandbox as test } from './journey.ts';
import { pageOnSale, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

const NO_TERMS = { requireTerms: false };
const CREATE = /^POST \/v1\/checkout\/sessions$/;
const LOOK = /^GET \/v1\/checkout\/sessions\//;

/** Ends a session before its time, as the hours would. */
async function expire(shop: Shop, seller: Seller, payUrl: string): Promise<void> {
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  const session = /cs_\w+/.exec(payUrl)?.[0] ?? '';
  const answer = await fetch(`${shop.sandboxUrl}/v1/checkout/sessions/${session}/expire`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'stripe-account': account ?? '',
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  expect(answer.status).toBe(200);
}

/** Where the provider would send the buyer of an open session afterwards. */
async function successUrlOf(shop: Shop, seller: Seller, payUrl: string): Promise<string> {
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  const session = /cs_\w+/.exec(payUrl)?.[0] ?? '';
  const answer = await fetch(`${shop.sandboxUrl}/v1/checkout/sessions/${session}`, {
    headers: { authorization: 'Bearer sk_test_sandbox', 'stripe-account': account ?? '' },
  });
  return ((await answer.json()) as { success_url: string }).success_url;
}

for (const script of [true, false]) {
  const how = wayOf(script);

  test(`a provider that is down is said, nothing is charged, and the next press pays, ${how}`, async ({
    guest,
    shop,
  }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { url, seller } = await pageOnSale(shop);
    const healed = shop.road.refuse(CREATE);
    await buyer.order(`${url}?coupon=QUARTER`);
    await expect(buyer.said('Stripe did not answer in time.')).toContainText('Nothing was charged.');
    await expect(buyer.email).toHaveValue(buyer.address);
    await expect(buyer.terms).toBeChecked();
    await expect(buyer.pay).toHaveText('Get the course · $30.00 USD');
    healed();
    await buyer.pay.click();
    await payByCard(buyer.page);
    await expect(receiptLine(buyer.page, 'Paid')).toHaveText('$30.00 USD');
    expect((await seller.call('list-orders', {})).count).toBe(1);
  });

  test(`a provider that takes its time is waited for, ${how}`, async ({ guest, shop }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { url } = await pageOnSale(shop, NO_TERMS);
    const released = shop.road.hold(CREATE);
    await buyer.page.goto(url);
    await buyer.fillIn();
    await buyer.pay.click({ noWaitAfter: true });
    if (script) await expect(buyer.pay).toHaveText('Processing...');
    released();
    await payByCard(buyer.page);
  });

  test(`a session that expired leads back, and a press opens a fresh one, ${how}`, async ({
    guest,
    shop,
  }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { page } = buyer;
    const { url, seller } = await pageOnSale(shop, NO_TERMS);
    await buyer.order(`${url}?coupon=QUARTER`);
    await page.waitForURL(/\/sandbox\/pay\/cs_/);
    const first = page.url();
    await expire(shop, seller, first);
    await page.reload();
    await expect(page.getByText('This page has expired')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(buyer.said('You came back before paying. Nothing was charged.')).toBeVisible();
    await expect(buyer.price).toContainText('$30.00 USD');
    await buyer.fillIn();
    await buyer.pay.click();
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
  });

  test(`a payment is waited for until it is confirmed, ${how}`, async ({ guest, shop }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { page } = buyer;
    const { url } = await pageOnSale(shop, NO_TERMS);
    await buyer.order(url);
    const released = shop.road.hold(LOOK);
    await page.waitForURL(/\/sandbox\/pay\/cs_/);
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Expiry').fill('12 / 40');
    await page.getByLabel('CVC').fill('123');
    await page.getByLabel('Name on card').fill('Bo Buyer');
    await page.getByRole('button', { name: /^Pay / }).click();
    await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
    await expect(page).toHaveTitle('Confirming your payment');
    const loads: string[] = [];
    page.on('framenavigated', (frame) => loads.push(frame.url()));
    released();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page).toHaveTitle('Payment Successful!');
    await expect(receiptLine(page, 'Paid')).toHaveText('$40.00 USD');
    if (script) {
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused();
      expect(loads).toEqual([]);
    }
  });

  test(`a payment that is still unconfirmed after half a minute says what to do, ${how}`, async ({
    guest,
    shop,
  }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { page } = buyer;
    const { url, seller } = await pageOnSale(shop, NO_TERMS);
    await buyer.order(url);
    await page.waitForURL(/\/sandbox\/pay\/cs_/);
    const success = await successUrlOf(shop, seller, page.url());
    const healed = shop.road.refuse(LOOK);
    await page.goto(`${success}&asked=15`);
    await expect(buyer.told('Your payment is being confirmed')).toContainText('no need to pay again');
    healed();
    await page.getByRole('link', { name: 'Check again' }).click();
    await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
  });

  test(`a payment that was not made says so and leads back to the page, ${how}`, async ({ guest, shop }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { page } = buyer;
    const { url, seller } = await pageOnSale(shop, NO_TERMS);
    await buyer.order(`${url}?coupon=QUARTER`);
    await page.waitForURL(/\/sandbox\/pay\/cs_/);
    const payUrl = page.url();
    const success = await successUrlOf(shop, seller, payUrl);
    const words = 'Nothing was charged.';
    await expect(async () => {
      await page.goto(`${success}&asked=15`);
      await expect(buyer.told('This payment was not completed')).toContainText(words, { timeout: 1000 });
    }).toPass();
    await expire(shop, seller, payUrl);
    await page.goto(success);
    await expect(buyer.told('This payment was not completed')).toContainText(words);
    await expect(page.getByText('Payment Successful!')).toBeHidden();
    await page.getByRole('link', { name: 'Back to your order' }).click();
    await expect(page).toHaveURL(url);
    await expect(buyer.price).toContainText('$40 USD');
  });
}
