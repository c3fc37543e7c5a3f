import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { Receipt } from '#domain/order.ts';

import { PaymentResult, type PaymentResultProps, type ResultPage } from './payment-result.tsx';

const page: ResultPage = {
  logo: null,
  accentColor: '#b4532a',
  fonts: { heading: 'Playfair Display', body: 'Lora' },
  language: 'en',
  sellerName: 'Vane',
  sellerEmail: 'vane@example.com',
};
const order: Receipt = {
  number: 1045,
  productName: 'Throwing Taller',
  currency: 'USD',
  total: 7120,
  discount: 1780,
  couponCode: 'EARLY20',
  items: [{ name: 'Throwing Taller', quantity: 1, amount: 8900 }],
  email: 'a•••@example.com',
  delivery: 'sent',
  pending: null,
  subscription: null,
  createdAt: '2026-11-20T23:30:00.000Z',
};

const message = 'Wedge some clay & wait.';

const renderResult = (props: PaymentResultProps) => renderToStaticMarkup(<PaymentResult {...props} />);

test('shows the receipt of a paid order with the coupon as a negative amount', () => {
  const html = renderResult({ state: 'paid', page, order, message });
  for (const text of ['Payment Successful!', 'Wedge some clay &amp; wait.', '$89.00', 'Coupon EARLY20', '−$17.80'])
    expect(html).toContain(text);
  for (const text of ['$71.20 USD', 'a•••@example.com', '1045', 'Playfair Display', 'November 20, 2026', 'Vane'])
    expect(html).toContain(text);
});

test("omits coupon, email and seller's name and contact if there are none", () => {
  const bare = { ...order, discount: 0, email: null };
  const anonymous = { ...page, sellerName: null, sellerEmail: null };
  const html = renderResult({ state: 'paid', page: anonymous, order: bare, message });
  expect(html).not.toMatch(/−|Coupon|mail|Sold by|Questions/);
});

test.for([
  ['sent', 'We emailed your receipt to <b>a•••@example.com</b>.'],
  ['queued', 'Your receipt is on its way to <b>a•••@example.com</b>.'],
  ['failed', 'We couldn’t deliver your receipt to <b>a•••@example.com</b>.'],
  [null, '<dt dir="auto">Email</dt><dd>a•••@example.com</dd>'],
] as const)('names the address once for a receipt that is %s', ([delivery, text]) => {
  const html = renderResult({ state: 'paid', page, order: { ...order, delivery }, message });
  expect(html).toContain(text);
  expect(html.split('a•••@example.com')).toHaveLength(2);
});

test("names the seller's contact address and links to the purchases", () => {
  const html = renderResult({ state: 'paid', page, order, message });
  expect(html).toContain('Questions? Email <bdi>Vane</bdi> at <a href="mailto:vane@example.com">vane@example.com</a>.');
  expect(html).toContain('href="/purchases">Your purchases</a>');
});

const subscription = {
  amount: 1200,
  currency: 'USD',
  billing: 'monthly',
  priceAfterDiscount: null,
  nextPaymentAt: '2026-12-20T23:30:00.000Z',
  trial: null,
  installment: null,
} as const;

test('names the next payment of a subscription and where to manage it', () => {
  const html = renderResult({ state: 'paid', page, order: { ...order, subscription }, message });
  expect(html).toContain(
    'Your next payment of $12.00 USD is on December 20, 2026. You can change your card or cancel in <a href="/purchases">your purchases</a>.',
  );
});

const PURCHASES_LINK = '<a href="/purchases">your purchases</a>';

test.for([
  [
    { installment: { number: 2, count: 3 } },
    `Your next payment of $12.00 USD is on December 20, 2026 (2 of 3). You can change your card in ${PURCHASES_LINK}.`,
  ],
  [
    { trial: 'with_card' },
    `Your free trial ends on December 20, 2026. You’ll be charged $12.00 USD then. You can change your card or cancel in ${PURCHASES_LINK}.`,
  ],
  [
    { trial: 'without_card' },
    `Your free trial ends on December 20, 2026. To continue for $12.00 USD, add a card in ${PURCHASES_LINK} by then.`,
  ],
] as const)('says what follows: %o', ([change, text]) => {
  const html = renderResult({
    state: 'paid',
    page,
    order: { ...order, subscription: { ...subscription, ...change } },
    message,
  });
  expect(html).toContain(text);
});

test('claims no payment without an order', () => {
  const html = renderResult({ state: 'plain' });
  expect(html).toContain('<h1 tabindex="-1">No order to show</h1>');
  expect(html).toContain('data-state="off"');
});

test.for([
  { state: 'waiting', page },
  { state: 'late', page, nextUrl: '/success?t=x' },
  { state: 'pending', page, order, nextUrl: null },
  { state: 'unfinished', page, nextUrl: '/c/taller' },
] as const)('does not call a payment in state $state successful', (props) => {
  expect(renderResult(props)).not.toContain('Successful');
});

test('reports an unfinished payment and links back to the page', () => {
  const html = renderResult({ state: 'unfinished', page, nextUrl: '/c/taller?coupon=EARLY20' });
  expect(html).toContain('Your payment wasn’t completed');
  expect(html).toContain('You haven’t been charged.');
  expect(html).toContain('href="/c/taller?coupon=EARLY20"');
});

test('shows a total but nothing paid while a payment is pending', () => {
  const html = renderResult({ state: 'pending', page, order, nextUrl: null });
  expect(html).toContain('You don’t need to pay again');
  expect(html).toContain('<dt dir="auto">Total</dt><dd>$71.20 USD</dd>');
  expect(html).not.toContain('>Paid<');
});

test.for([
  ['sepa_debit', null, null, 'Bank debits usually take 3 to 6 business days.', null],
  [
    'multibanco',
    'https://pay.example/v',
    '2026-12-03T10:00:00Z',
    'Pay the voucher by December 3, 2026 to complete your order.',
    'Show voucher',
  ],
  ['customer_balance', 'https://pay.example/t', null, 'Send the bank transfer', 'Show bank details'],
  [null, null, null, 'Some payment methods take a few days.', null],
] as const)('says what a buyer does about a pending %s', ([paymentMethod, url, expiresAt, text, link]) => {
  const pending = { paymentMethod, url, expiresAt };
  const html = renderResult({ state: 'pending', page, order: { ...order, pending }, nextUrl: '/success?t=x' });
  expect(html).toContain(text);
  expect(html).toContain('<a class="co-2nd" href="/success?t=x">Check again</a>');
  expect(html.includes(`href="${url}"`) && link !== null && html.includes(link)).toBe(link !== null);
});

test('shows receipt and refunded amount of a refunded order', () => {
  const html = renderResult({ state: 'refunded', page, order });
  for (const text of ['This order was refunded', '$71.20 USD', 'Refunded</dt><dd>−$71.20'])
    expect(html).toContain(text);
  expect(renderResult({ state: 'partly_refunded', page, order })).toContain('Part of this order was refunded');
});

test('links to the home page in every state', () => {
  const html = renderResult({ state: 'plain' });
  expect(html).toContain('href="/">Return to Home</a>');
});
