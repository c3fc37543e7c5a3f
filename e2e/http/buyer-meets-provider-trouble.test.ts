import { expect, test } from 'vitest';

import { openRoad } from '#server/testing-faults.ts';

import { pageOnSale, type Seller } from '../seller.ts';
import { CARD, CheckoutVisitor, isChecked, receiptLine, valueOf } from './checkout-visitor.ts';
import { sharedApp } from './testing-app.ts';
import { textOf, type Page } from './visitor.ts';

const road = openRoad();
const app = sharedApp({ aroundProvider: road.aroundProvider });
const NO_TERMS = { requireTerms: false };
const CREATE = /^POST \/v1\/checkout\/sessions$/;
const READ = /^GET \/v1\/checkout\/sessions\//;
const WAITING = 'Confirming your payment';

/** Sends a request about a checkout session to the sandbox, on behalf of the seller's account. */
async function askProvider(seller: Seller, payPage: Page, end = '', method = 'GET'): Promise<unknown> {
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  const session = /cs_\w+/.exec(payPage.url.href)?.[0] ?? '';
  const response = await app().sandbox?.api(`https://api.stripe.com/v1/checkout/sessions/${session}${end}`, {
    method,
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'stripe-account': account ?? '',
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  expect(response?.status).toBe(200);
  return response?.json();
}

/** Expires a checkout session early. */
const expire = (seller: Seller, payPage: Page) => askProvider(seller, payPage, '/expire', 'POST');

const successUrlOf = async (seller: Seller, payPage: Page): Promise<string> =>
  ((await askProvider(seller, payPage)) as { success_url: string }).success_url;

/** The delay and URL of the refresh that browsers without script follow. Null without a refresh. */
const refreshOf = (page: Page): string | null =>
  page.document.querySelector('noscript meta[http-equiv=refresh]')?.getAttribute('content') ?? null;

test('charges nothing when Stripe does not answer, and the next checkout request succeeds', async () => {
  const { url, seller } = await pageOnSale(app());
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=QUARTER`);
  road.break(CREATE, 'time-out before', 100);
  const failed = await buyer.pay(page);
  road.mend();
  expect(textOf(failed, '.co-alert')).toMatch(/Stripe did not answer in time\..*Nothing was charged\./);
  expect([valueOf(failed, 'email'), isChecked(failed, 'terms')]).toEqual([buyer.email, true]);
  expect(textOf(failed, 'button.co-pay')).toBe('Get the course · $30.00 USD');
  expect(receiptLine(await buyer.payByCard(await buyer.pay(failed)), 'Paid')).toBe('$30.00 USD');
  expect((await seller.call('list-orders', {})).count).toBe(1);
});

test('an expired session leads back to the page, and the next checkout request creates a new one', async () => {
  const { url, seller } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(`${url}?coupon=QUARTER`);
  await expire(seller, payPage);
  const expired = await buyer.open(payPage.url);
  expect(textOf(expired, 'h1')).toBe('This page has expired');
  const page = await buyer.follow(expired, 'Back to the shop');
  expect(textOf(page, '.co-alert')).toBe('You came back before paying. Nothing was charged.');
  const next = await buyer.pay(page);
  expect(next.url.pathname).not.toBe(payPage.url.pathname);
  expect(receiptLine(await buyer.payByCard(next), 'Paid')).toBe('$30.00 USD');
});

test('an unconfirmed payment refreshes until it is confirmed', async () => {
  const { url } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(url);
  road.break(READ, '429', 100);
  const waiting = await buyer.submit(payPage, 'form', CARD, 'action');
  road.mend();
  expect([textOf(waiting, 'h1'), textOf(waiting, 'title')]).toEqual([WAITING, WAITING]);
  expect(receiptLine(waiting, 'Paid')).toBeNull();
  expect(refreshOf(waiting)).toMatch(/^2;url=\/success\?t=[0-9a-f-]{36}&.*asked=1$/);
  await app().settled();
  const success = await buyer.open(refreshOf(waiting)?.replace('2;url=', '') ?? '');
  expect(textOf(success, 'title')).toBe('Payment Successful!');
  expect([receiptLine(success, 'Paid'), refreshOf(success)]).toEqual(['$40.00 USD', null]);
});

test('a payment that is unconfirmed after 30 seconds shows instructions', async () => {
  const { url, seller } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const success = await successUrlOf(seller, await buyer.openAndPay(url));
  road.break(READ, '429', 100);
  const late = await buyer.open(`${success}&asked=15`);
  road.mend();
  expect(textOf(late, 'h1')).toBe('Your payment is being confirmed');
  expect(textOf(late, '.co-words')).toContain('There is no need to pay again.');
  expect(refreshOf(late)).toBeNull();
  expect(textOf(await buyer.follow(late, 'Check again'), 'h1')).toBe(WAITING);
});

test('an unpaid session says that nothing was charged and links back to the page', async () => {
  const { url, seller } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(`${url}?coupon=QUARTER`);
  const success = await successUrlOf(seller, payPage);
  const unpaid = await buyer.open(`${success}&asked=15`);
  expect(textOf(unpaid, '.co-words')).toContain('This payment was not completed');
  await expire(seller, payPage);
  const ended = await buyer.open(success);
  expect(textOf(ended, '.co-words')).toMatch(/^This payment was not completed ?Nothing was charged\./);
  const back = await buyer.follow(ended, 'Back to your order');
  expect(back.url.href).toBe(url);
  expect(textOf(back, '.co-price')).toBe('$40 USD');
});
