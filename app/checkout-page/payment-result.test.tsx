import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { Receipt } from '#domain/order.ts';

import { PaymentResult, type PaymentResultProps, type ResultPage } from './payment-result.tsx';

const page: ResultPage = {
  logo: null,
  accentColor: '#b4532a',
  fonts: { heading: 'Playfair Display', body: 'Lora' },
  sellerName: 'Vane',
};
const order: Receipt = {
  number: 1045,
  productName: 'Throwing Taller',
  currency: 'USD',
  total: 7120,
  discount: 1780,
  email: 'a•••@example.com',
  createdAt: '2026-11-20T23:30:00.000Z',
};

const message = 'Wedge some clay & wait.';

const renderResult = (props: PaymentResultProps) => renderToStaticMarkup(<PaymentResult {...props} />);

test('shows the receipt of a paid order with the coupon as a negative amount', () => {
  const html = renderResult({ state: 'paid', page, order, message });
  for (const text of ['Payment Successful!', 'Wedge some clay &amp; wait.', '$89.00', 'Coupon', '−$17.80'])
    expect(html).toContain(text);
  for (const text of ['$71.20 USD', 'a•••@example.com', '1045', 'Playfair Display', '20 November 2026', 'Vane'])
    expect(html).toContain(text);
});

test("omits coupon, email and seller's name if there are none", () => {
  const bare = { ...order, discount: 0, email: null };
  const html = renderResult({ state: 'paid', page: { ...page, sellerName: null }, order: bare, message });
  expect(html).not.toMatch(/−|Coupon|Email|Sold by/);
});

test.for([
  { state: 'waiting', page },
  { state: 'late', page, nextUrl: '/success?t=x' },
  { state: 'pending', page, order },
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
  const html = renderResult({ state: 'pending', page, order });
  expect(html).toContain('You don’t need to pay again');
  expect(html).toContain('<dt dir="auto">Total</dt><dd>$71.20 USD</dd>');
  expect(html).not.toContain('>Paid<');
});

test('shows receipt and refunded amount of a refunded order', () => {
  const html = renderResult({ state: 'refunded', page, order });
  for (const text of ['This order was refunded', '$71.20 USD', 'Refunded</dt><dd>−$71.20'])
    expect(html).toContain(text);
  expect(renderResult({ state: 'partly_refunded', page, order })).toContain('Part of this order was refunded');
});

test('links to the home page in every state', () => {
  const html = renderResult({ state: 'plain' });
  expect(html).toContain('Payment Successful!');
  expect(html).toContain('href="/">Return to Home</a>');
});
