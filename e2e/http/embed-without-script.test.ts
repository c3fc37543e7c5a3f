import { expect, test } from 'vitest';

import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

import {
  CheckoutVisitor,
  countElements,
  getDueToday,
  getLink,
  getReceiptLine,
  isChecked,
} from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { createPublishedPage } from '../support/seller.ts';
import { getText } from '../support/visitor.ts';

const app = createSharedApp();
const SITE = 'https://blog.example';
const PLAN = {
  id: 'plan',
  name: 'Three payments',
  price: '15',
  paymentType: 'payment-plan',
  billingFrequency: 'monthly',
} as const;

/** Publishes a page that may be embedded in the site, and submits its form in the frame. */
async function payInFrame(fields = {}) {
  const { slug, seller } = await createPublishedPage(app(), {
    embedding: { origins: [SITE] },
    validCoupons: [],
    enableCoupon: false,
  });
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(`/e/${slug}?${new URLSearchParams({ origin: SITE })}`, fields);
  return { slug, seller, buyer, payPage };
}

test('a form that is rejected in a frame shows the page itself, with a link back to the site', async () => {
  const { slug, payPage: rejected } = await payInFrame({ email: 'nobody@nowhere' });
  expect(rejected.url.pathname).toBe(`/c/${slug}`);
  expect(getText(rejected, '#email-problem')).toBe('Please check the email address.');
  expect(getLink(rejected, 'Back to blog.example').href).toBe(`${SITE}/`);
});

test('a buyer who leaves the payment page of an embedded page sees a link back to the site', async () => {
  const { slug, buyer, payPage } = await payInFrame();
  const page = await buyer.follow(payPage, 'Back');
  expect(page.url.pathname).toBe(`/c/${slug}`);
  expect(getText(page, '.co-alert')).toBe('Your payment wasn’t completed. You haven’t been charged.');
  expect(new URL(getLink(page, 'Back to blog.example')).origin).toBe(SITE);
});

test('a buyer who has paid on an embedded page is redirected to the site, unless they stay', async () => {
  const { slug, seller, buyer, payPage } = await payInFrame();
  const success = await buyer.payByCard(payPage);
  expect(getReceiptLine(success, 'Paid')).toBe('$40.00 USD');
  const back = getLink(success, 'Back to blog.example').href;
  expect(back).toMatch(new RegExp(`^${SITE}/#tillwright=${slug}\\.[0-9a-f-]{36}$`));
  const refresh = success.document.querySelector('meta[http-equiv=refresh]');
  expect(refresh?.getAttribute('content')).toBe(`8;url=${back}`);
  const stayPage = await buyer.follow(success, 'Stay on this page');
  expect(countElements(stayPage, 'meta[http-equiv=refresh]')).toBe(0);
  expect(stayPage.html).not.toContain('You’ll be redirected');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 4000, state: 'paid' }]);
});

test('the receipt in the frame is not cached and hides the email address', async () => {
  const { slug, buyer, payPage } = await payInFrame();
  const success = await buyer.payByCard(payPage);
  const query = new URLSearchParams({ t: success.url.searchParams.get('t') ?? '', origin: SITE });
  for (const file of ['done', 'done.data']) {
    const response = await buyer.request(`/e/${slug}/${file}?${query}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const body = await response.text();
    expect(body).toContain('b•••@example.com');
    expect(body).not.toContain(buyer.email);
  }
});

test('an embedded page sells a payment plan with an extra, also after a canceled payment', async () => {
  const { slug, seller } = await createPublishedPage(app(), {
    embedding: { origins: [SITE] },
    priceOptions: { baseName: 'At once', others: [PLAN] },
    ...withBumps(createBump('workbook', '19')),
  });
  const buyer = new CheckoutVisitor(app());
  const frame = await buyer.open(`/e/${slug}?${new URLSearchParams({ priceOption: 'plan', origin: SITE })}`);
  expect(getDueToday(frame, 1, '0')).toBe('$34.00 USD');
  const back = await buyer.follow(await buyer.pay(frame, { bump: 'workbook' }), 'Back');
  expect([isChecked(back, 'plan', 'plan'), isChecked(back, 'bump', 'workbook')]).toEqual([true, true]);
  const success = await buyer.payByCard(await buyer.pay(back));
  expect(getLink(success, 'Back to blog.example').origin).toBe(SITE);
  const query = new URLSearchParams({ t: success.url.searchParams.get('t') ?? '', origin: SITE });
  const receipt = await buyer.open(`/e/${slug}/done?${query}`);
  expect([getReceiptLine(receipt, 'Extra workbook'), getReceiptLine(receipt, 'Paid')]).toEqual([
    '$19.00',
    '$34.00 USD',
  ]);
  expect(getText(receipt, '.co-steps')).toMatch(/Your next payment of \$15\.00 USD is on .+ \(2 of 3\)\./);
  const { orders } = await seller.call('list-orders', {});
  expect(orders).toMatchObject([{ total: 3400, extras: 1, paymentPlan: { count: 3, paid: 1 } }]);
});
