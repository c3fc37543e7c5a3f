import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createReceipt } from '#app/testing/purchases.ts';
import type { PurchaseReceipt } from '#domain/purchase.ts';

import { PurchaseReceiptDocument } from './purchase-receipt.tsx';

/** Table rows as text. */
const linesOf = (change: Partial<PurchaseReceipt>): string[] =>
  [
    ...renderToStaticMarkup(<PurchaseReceiptDocument receipt={createReceipt(change)} />).matchAll(
      /<tr[^>]*>(.*?)<\/tr>/g,
    ),
  ].map(([, row = '']) => row.replaceAll(/<\/th>/g, ': ').replaceAll(/<[^>]+>/g, ''));

test('shows the lines, coupon and total of one payment', () => {
  expect(linesOf({})).toEqual([
    'Linocut for Beginners: $50.00 USD',
    'Coupon QUARTER: −$10.00 USD',
    'Total: $40.00 USD',
    'November 20, 2026 · Paid: $40.00 USD',
  ]);
});

test('adds up renewals, refunds and bank reversals to the net amount', () => {
  const payments = [1, 2, 3].map((n) => ({ at: `2026-0${n}-20T00:00:00Z`, amount: 1200, renewal: n > 1 }));
  const refunds: PurchaseReceipt['refunds'] = [
    { at: '2026-03-21T00:00:00Z', amount: 200, state: 'succeeded', items: '2 × Print' },
    { at: null, amount: 100, state: 'pending', items: '' },
  ];
  expect(linesOf({ payments, refunds, lost: 1200, currency: 'EUR' }).slice(3)).toEqual([
    'January 20, 2026 · Paid: €12.00 EUR',
    'February 20, 2026 · Renewal: €12.00 EUR',
    'March 20, 2026 · Renewal: €12.00 EUR',
    'March 21, 2026 · Refunded · 2 × Print: −€2.00 EUR',
    'Refund pending: −€1.00 EUR',
    'Refunded by your bank: −€12.00 EUR',
    'Total: €21.00 EUR',
  ]);
});

test('shows the accepted terms literally with their URLs', () => {
  const agreement = {
    at: '2026-11-20T10:00:00Z',
    text: 'I accept the terms.',
    termsUrl: 'https://www.example.com/terms',
    privacyUrl: '',
  };
  const html = renderToStaticMarkup(<PurchaseReceiptDocument receipt={createReceipt({ agreement })} />);
  expect(html).toContain('<q dir="auto">I accept the terms.</q>');
  expect(html.match(/https:\/\/www\.example\.com\/terms/g)).toHaveLength(2);
});

test('does not call an unpaid order a receipt', () => {
  const html = renderToStaticMarkup(
    <PurchaseReceiptDocument receipt={createReceipt({ state: 'pending', payments: [] })} />,
  );
  expect(html).toContain('<h1>Order 12</h1>');
  expect(html).not.toContain('Receipt');
});
