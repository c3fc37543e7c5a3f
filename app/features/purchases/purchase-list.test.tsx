import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createPurchase, SAMPLE_SELLER, createSubscription } from '#app/testing/purchases.ts';
import type { Purchase, Purchases } from '#domain/purchase.ts';

import { PurchaseList } from './purchase-list.tsx';

const htmlOf = (purchases: Purchase[], change: Partial<Purchases> = {}) =>
  renderToStaticMarkup(
    <PurchaseList page={1} pages={1} sellers={[{ seller: SAMPLE_SELLER, purchases, bundleOffers: [] }]} {...change} />,
  );

const FAILED = {
  at: '2026-11-20T00:00:00Z',
  payUrl: 'https://pay.example/i',
  nextTryAt: '2026-11-23T00:00:00Z',
};
const CANCEL = '/purchases/subscriptions/7a4f4f0e-1f0e-4e6b-8f2c-3f1f6d1f6d1f';

test('shows product, date, amount and a link to the receipt', () => {
  const html = htmlOf([createPurchase()]);
  for (const text of ['Linocut for Beginners', 'November 20, 2026', 'No. 12', '$40.00 USD', 'Paid', 'Marlow Prints'])
    expect(html).toContain(text);
  expect(html).toContain(`href="/purchases/receipts/${createPurchase().id}"`);
  expect(html).toContain('href="mailto:marlow@example.com"');
});

test('says that a payment is on its way, until when a voucher is valid, or that nothing arrived', () => {
  const pendingPurchase = (paymentMethod: string | null, url: string | null = null, expiresAt: string | null = null) =>
    htmlOf([createPurchase({ state: 'pending', pending: { paymentMethod, url, expiresAt } })]);
  expect(pendingPurchase('sepa_debit')).toContain('SEPA Direct Debit payment pending since November 20, 2026');
  expect(pendingPurchase(null)).toContain('Payment pending since November 20, 2026');
  const voucher = pendingPurchase('multibanco', 'https://pay.example/v', '2026-12-03T10:00:00Z');
  expect(voucher).toContain('Pay the Multibanco voucher by December 3, 2026');
  expect(voucher).toContain('href="https://pay.example/v"');
  const failed = htmlOf([createPurchase({ state: 'failed', pagePath: '/c/linocut' })]);
  expect(failed).toContain('The payment didn’t arrive. You weren’t charged.');
  expect(failed).toContain('href="/c/linocut"');
});

test('lists what the buyer has from a purchase, with license keys folded', () => {
  const file = { kind: 'file', url: '/purchases/f/e1', fileName: 'guide.pdf', bytes: 1000 } as const;
  const keys = { kind: 'keys', keys: ['AAAAA-11111'] } as const;
  const html = htmlOf([
    createPurchase({
      delivered: [
        { id: 'd1', kind: 'file', name: 'Guide', status: 'ready', endsAt: null, content: file },
        { id: 'd2', kind: 'keys', name: 'License', status: 'ready', endsAt: null, content: keys },
      ],
    }),
  ]);
  expect(html).toContain('<h4>What you have</h4>');
  expect(html).toContain('href="/purchases/f/e1">Download');
  expect(html).toMatch(/<summary>Show license key<\/summary>[^]*AAAAA-11111/);
  expect(htmlOf([createPurchase()])).not.toContain('What you have');
});

test('offers to cancel a running subscription and to change its card', () => {
  const html = htmlOf([createPurchase({ subscription: createSubscription() })]);
  expect(html).toContain('$12.00 USD every month. Next payment on December 20, 2026.');
  expect(html).toContain(`href="${CANCEL}"`);
  expect(html).toContain(`href="${CANCEL}/card"`);
  expect(html).not.toMatch(/Resume|Pay now/);
});

test('shows the end date of an ending subscription and offers to resume it', () => {
  const html = htmlOf([
    createPurchase({
      subscription: createSubscription({ state: 'ending', cancelAt: '2026-12-20T00:00:00Z' }),
    }),
  ]);
  expect(html).toContain('Active until December 20, 2026');
  expect(html).toMatch(new RegExp(`<form (?=[^>]*method="post")[^>]*action="${CANCEL}"`));
  expect(html).toMatch(/<button (?=[^>]*name="intent")[^>]*value="resume"/);
  expect(html).not.toContain('Change card');
});

test('offers to pay a failed renewal and shows its next retry', () => {
  const html = htmlOf([createPurchase({ subscription: createSubscription({ state: 'overdue', failed: FAILED }) })]);
  expect(html).toContain('The last payment failed. We’ll try again on November 23, 2026.');
  expect(html).toContain('href="https://pay.example/i"');
});

test('offers nothing for an ended subscription', () => {
  const ended = createSubscription({ state: 'ended', endedAt: '2026-10-20T00:00:00Z', failed: null });
  const html = htmlOf([createPurchase({ subscription: ended })]);
  expect(html).toContain('Ended on October 20, 2026.');
  expect(html).not.toMatch(/Cancel|Resume|Change card/);
});

const RUNNING = { count: 3, paid: 1, state: 'running', nextAt: '2026-12-20T10:00:00.000Z' } as const;

test('offers to change the card of a payment plan, but never to cancel it', () => {
  const html = htmlOf([createPurchase({ paymentPlan: RUNNING, subscription: createSubscription() })]);
  expect(html).toContain('1 of 3 payments made. The next payment of $12.00 USD is due on December 20, 2026.');
  expect(html).toContain('You can’t cancel a payment plan here. If you have questions, contact the seller.');
  expect(html).toContain(`href="${CANCEL}/card"`);
  expect(html).not.toContain(`href="${CANCEL}"`);
});

test('offers to pay the failed payment of a plan, and nothing once all payments were made', () => {
  const overdue = createSubscription({ state: 'overdue', failed: FAILED });
  const plan = { ...RUNNING, state: 'overdue', nextAt: null } as const;
  expect(htmlOf([createPurchase({ paymentPlan: plan, subscription: overdue })])).toContain(
    'href="https://pay.example/i"',
  );
  // Stripe ends the subscription a little later.
  const complete = { ...RUNNING, paid: 3, state: 'complete', nextAt: null } as const;
  const html = htmlOf([createPurchase({ paymentPlan: complete, subscription: createSubscription() })]);
  expect(html).toContain('You’ve made all 3 payments.');
  expect(html).not.toMatch(/Change card|contact the seller/);
});

test('offers to cancel a free trial, and to add a card to one without', () => {
  const trial = (kind: 'with_card' | 'without_card') =>
    htmlOf([createPurchase({ subscription: createSubscription({ state: 'trialing', trial: kind }) })]);
  expect(trial('with_card')).toContain('Change card');
  expect(trial('without_card')).toContain('Add a card');
  for (const html of [trial('with_card'), trial('without_card')]) expect(html).toContain(`href="${CANCEL}"`);
});

test('escapes product and seller names', () => {
  const hostile = '\u202Eevil"><script>alert(1)</script>';
  const html = renderToStaticMarkup(
    <PurchaseList
      page={1}
      pages={1}
      sellers={[
        {
          seller: { ...SAMPLE_SELLER, name: hostile, email: 'a"onclick="x@example.com' },
          purchases: [createPurchase({ productName: hostile, subscription: createSubscription() })],
          bundleOffers: [],
        },
      ]}
    />,
  );
  expect(html).not.toMatch(/<script|<[^>]*"\s*onclick=/);
  // Isolated by bdi wherever it appears beside other text.
  expect(html).toMatch(/<h2[^>]* dir="auto">/);
  expect(html).toMatch(/<h3 dir="auto">/);
  expect(html).toMatch(/<bdi>‮evil/);
});

test('shows an empty state with advice', () => {
  expect(htmlOf([], { sellers: [] })).toContain('We couldn’t find any purchases with this email address.');
});

test('links only to existing pages', () => {
  const first = htmlOf([createPurchase()], { page: 1, pages: 2 });
  expect(first).toContain('href="/purchases?page=2"');
  expect(first).not.toContain('Newer');
  expect(htmlOf([createPurchase()], { page: 2, pages: 2 })).not.toContain('Older');
});
