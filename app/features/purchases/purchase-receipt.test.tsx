import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createReceipt, createSubscription } from '#app/testing/purchases.ts';
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

test('numbers the payments of a plan, and says what was agreed and what follows', () => {
  const payments = [1, 2].map((n) => ({ at: `2026-0${n}-20T00:00:00Z`, amount: 10_500, renewal: n > 1 }));
  const paymentTerms = '3 monthly payments of $105.00 USD, $315.00 USD in all. The first is due today.';
  const change: Partial<PurchaseReceipt> = {
    billing: 'monthly',
    payments,
    paymentTerms,
    paymentPlan: { count: 3, paid: 2, state: 'running', nextAt: '2026-03-20T00:00:00Z' },
    subscription: createSubscription({ amount: 10_500 }),
  };
  expect(linesOf(change).slice(3)).toEqual([
    'January 20, 2026 · Payment 1 of 3: $105.00 USD',
    'February 20, 2026 · Payment 2 of 3: $105.00 USD',
    'Total: $210.00 USD',
  ]);
  const html = renderToStaticMarkup(<PurchaseReceiptDocument receipt={createReceipt(change)} />);
  expect(html).toContain(`Payment terms when you ordered: ${paymentTerms}`);
  expect(html).toContain(
    'Payment plan: 2 of 3 payments made. The next payment of $105.00 USD is due on March 20, 2026.',
  );
});

test('shows what was due when a free trial started, and how long it is free', () => {
  const html = renderToStaticMarkup(
    <PurchaseReceiptDocument
      receipt={createReceipt({
        billing: 'monthly',
        items: [{ name: 'Setup fee', quantity: 1, amount: 9900 }],
        subscription: createSubscription({ state: 'trialing', trial: 'with_card' }),
      })}
    />,
  );
  expect(html).toContain('<caption>Due at checkout</caption>');
  expect(html).toContain('Subscription: Free until December 20, 2026. Then $12.00 USD every month.');
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
