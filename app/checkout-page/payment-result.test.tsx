import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { PaymentResult, type PaidOrder, type ResultPage } from './payment-result.tsx';

const page: ResultPage = {
  logo: null,
  accentColor: '#b4532a',
  fonts: { heading: 'Playfair Display', body: 'Lora' },
  successMessage: 'Wedge some clay & wait.',
  sellerName: 'Vane',
};
const order: PaidOrder = {
  number: 1045,
  productName: 'Throwing Taller',
  currency: 'USD',
  total: 7120,
  discount: 1780,
  couponCode: 'EARLY20',
  email: 'ana@example.com',
};

test('a paid order shows what was paid, with the coupon as money that leaves', () => {
  const html = renderToStaticMarkup(<PaymentResult state="paid" page={page} order={order} />);
  for (const text of ['Payment Successful!', 'Wedge some clay &amp; wait.', '$89.00', 'EARLY20', '−$17.80'])
    expect(html).toContain(text);
  for (const text of ['$71.20 USD', 'ana@example.com', '1045', 'Playfair Display'])
    expect(html).toContain(text);
});

test('an order without coupon and email leaves those lines out', () => {
  const bare = { ...order, discount: 0, couponCode: null, email: null };
  const html = renderToStaticMarkup(<PaymentResult state="paid" page={page} order={bare} />);
  expect(html).not.toMatch(/−|Email/);
});

test('an unconfirmed payment is not called successful', () => {
  for (const state of ['waiting', 'late'] as const) {
    const html = renderToStaticMarkup(<PaymentResult state={state} page={page} />);
    expect(html).not.toContain('Successful');
    expect(html).toContain('confirm');
  }
});

test('every state leads home', () => {
  const html = renderToStaticMarkup(<PaymentResult state="plain" />);
  expect(html).toContain('Payment Successful!');
  expect(html).toContain('href="/">Return to Home</a>');
});
