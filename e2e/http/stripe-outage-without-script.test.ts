import { expect, test } from 'vitest';

import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';

import { CARD, CheckoutVisitor, isChecked, getReceiptLine, getFieldValue } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { createPublishedPage, type Seller } from '../support/seller.ts';
import { getText, type Page } from '../support/visitor.ts';

const faultyStripe = createFaultyStripe();
const app = createSharedApp({ wrapStripe: faultyStripe.wrapStripe });
const NO_TERMS = { requireTerms: false };
const CREATE = /^POST \/v1\/checkout\/sessions$/;
const READ = /^GET \/v1\/checkout\/sessions\//;
const WAITING = 'Confirming your payment';

/** Sends a request about a checkout session to the sandbox, on behalf of the seller's account. */
async function requestSession(seller: Seller, payPage: Page, suffix = '', method = 'GET'): Promise<unknown> {
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  const session = /cs_\w+/.exec(payPage.url.href)?.[0] ?? '';
  const response = await app().sandbox?.api(`https://api.stripe.com/v1/checkout/sessions/${session}${suffix}`, {
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
const expireSession = (seller: Seller, payPage: Page) => requestSession(seller, payPage, '/expire', 'POST');

const getSuccessUrl = async (seller: Seller, payPage: Page): Promise<string> =>
  ((await requestSession(seller, payPage)) as { success_url: string }).success_url;

/** The delay and URL of the refresh that browsers without script follow. Null without a refresh. */
const getRefresh = (page: Page): string | null =>
  page.document.querySelector('noscript meta[http-equiv=refresh]')?.getAttribute('content') ?? null;

test('charges nothing when Stripe does not answer, and the next checkout request succeeds', async () => {
  const { url, seller } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=QUARTER`);
  faultyStripe.injectFault(CREATE, 'time-out before', 100);
  const failed = await buyer.pay(page);
  faultyStripe.clearFaults();
  expect(getText(failed, '.co-alert')).toMatch(/Stripe didn’t respond in time\..*You haven’t been charged\./);
  expect([getFieldValue(failed, 'email'), isChecked(failed, 'terms')]).toEqual([buyer.email, true]);
  expect(getText(failed, 'button.co-pay')).toBe('Get the course · $30.00 USD');
  expect(getReceiptLine(await buyer.payByCard(await buyer.pay(failed)), 'Paid')).toBe('$30.00 USD');
  expect((await seller.call('list-orders', {})).count).toBe(1);
});

test('an expired session leads back to the page, and the next checkout request creates a new one', async () => {
  const { url, seller } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(`${url}?coupon=QUARTER`);
  await expireSession(seller, payPage);
  const expired = await buyer.open(payPage.url);
  expect(getText(expired, 'h1')).toBe('This checkout session has expired');
  const page = await buyer.follow(expired, 'Return to');
  expect(getText(page, '.co-alert')).toBe('Your payment wasn’t completed. You haven’t been charged.');
  const next = await buyer.pay(page);
  expect(next.url.pathname).not.toBe(payPage.url.pathname);
  expect(getReceiptLine(await buyer.payByCard(next), 'Paid')).toBe('$30.00 USD');
});

test('an unconfirmed payment refreshes until it is confirmed', async () => {
  const { url } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(url);
  faultyStripe.injectFault(READ, '429', 100);
  const waiting = await buyer.submit(payPage, 'form', CARD, 'action');
  faultyStripe.clearFaults();
  expect([getText(waiting, 'h1'), getText(waiting, 'title')]).toEqual([WAITING, WAITING]);
  expect(getReceiptLine(waiting, 'Paid')).toBeNull();
  expect(getRefresh(waiting)).toMatch(/^2;url=\/success\?t=[0-9a-f-]{36}&.*polls=1$/);
  await app().waitUntilIdle();
  const success = await buyer.open(getRefresh(waiting)?.replace('2;url=', '') ?? '');
  expect(getText(success, 'title')).toBe('Payment Successful!');
  expect([getReceiptLine(success, 'Paid'), getRefresh(success)]).toEqual(['$40.00 USD', null]);
});

test('a payment that is unconfirmed after 30 seconds shows instructions', async () => {
  const { url, seller } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const success = await getSuccessUrl(seller, await buyer.openAndPay(url));
  faultyStripe.injectFault(READ, '429', 100);
  const latePage = await buyer.open(`${success}&polls=15`);
  faultyStripe.clearFaults();
  expect(getText(latePage, 'h1')).toBe('Still confirming your payment');
  expect(getText(latePage, '.co-words')).toContain('You don’t need to pay again.');
  expect(getRefresh(latePage)).toBeNull();
  expect(getText(await buyer.follow(latePage, 'Check again'), 'h1')).toBe(WAITING);
});

test('an unpaid session says that nothing was charged and links back to the page', async () => {
  const { url, seller } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(`${url}?coupon=QUARTER`);
  const success = await getSuccessUrl(seller, payPage);
  const unpaid = await buyer.open(`${success}&polls=15`);
  expect(getText(unpaid, '.co-words')).toContain('Your payment wasn’t completed');
  await expireSession(seller, payPage);
  const ended = await buyer.open(success);
  expect(getText(ended, '.co-words')).toMatch(/^Your payment wasn’t completed ?You haven’t been charged\./);
  const back = await buyer.follow(ended, 'Back to checkout');
  expect(back.url.href).toBe(url);
  expect(getText(back, '.co-price')).toBe('$40 USD');
});
