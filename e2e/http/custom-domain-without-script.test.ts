import { expect, test } from 'vitest';

import { createEmptyConfig, createPaymentTerms } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

import {
  CheckoutVisitor,
  getDueToday,
  getFieldValue,
  getLink,
  getReceiptLine,
  isChecked,
} from '../support/checkout-visitor.ts';
import { getOnlyOrder } from '../support/http-seller-actions.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { createLoopbackFetch } from '../support/loopback-fetch.ts';
import { createDomainPage } from '../support/seller.ts';
import { getText, type Page } from '../support/visitor.ts';

const app = createSharedApp();
const createDomainBuyer = () => new CheckoutVisitor(app(), { send: createLoopbackFetch(app().url) });

const getCanonicalUrl = (page: Page): string | null =>
  page.document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null;

test('every step before and after the payment stays on the custom domain', async () => {
  const { url, domainUrl, seller } = await createDomainPage(app());
  const buyer = createDomainBuyer();
  const page = await buyer.open(`${domainUrl}?utm_source=letter`);
  expect([getText(page, 'h1'), getCanonicalUrl(page)]).toEqual(['Linocut for Beginners', domainUrl]);
  const applied = await buyer.applyCoupon(page, 'QUARTER');
  expect(applied.url.href).toBe(`${domainUrl}?utm_source=letter&coupon=QUARTER`);
  const removed = await buyer.removeCoupon(applied);
  expect(removed.url.href).toBe(`${domainUrl}?utm_source=letter`);

  const back = await buyer.follow(await buyer.pay(await buyer.applyCoupon(removed, 'FIVER')), 'Back');
  expect(back.url.origin + back.url.pathname).toBe(domainUrl);
  expect(getText(back, '.co-alert')).toBe('Your payment wasn’t completed. You haven’t been charged.');
  expect(getText(back, '.co-price')).toBe('Was $40.00 USD$35.00 USD');

  const success = await buyer.payByCard(await buyer.pay(back));
  expect(success.url.origin).toBe(new URL(domainUrl).origin);
  expect(getReceiptLine(success, 'Paid')).toBe('$35.00 USD');
  expect(getText(success, '.co-steps')).toContain('b•••@example.com');
  expect(getLink(success, 'Return to Home').href).toBe(domainUrl);
  expect((await seller.call('list-orders', {})).orders).toMatchObject([
    { email: buyer.email, total: 3500, couponCode: 'FIVER', state: 'paid' },
  ]);

  expect(getCanonicalUrl(await buyer.open(url))).toBe(domainUrl);
  expect((await buyer.open(new URL(new URL(url).pathname, domainUrl))).url.href).toBe(domainUrl);
});

test('a custom domain sells a quantity with a setup fee, a trial and an extra, also after a canceled payment', async () => {
  const { domainUrl, seller } = await createDomainPage(app(), {
    paymentType: 'subscription',
    paymentTerms: { ...createPaymentTerms(), setupFee: '99', trialDays: 14 },
    quantity: { ...createEmptyConfig().quantity, enabled: true },
    ...withBumps(createBump('workbook', '19')),
  });
  const buyer = createDomainBuyer();
  const changed = await buyer.openAndPay(domainUrl, { quantity: '3', bump: 'workbook' });
  expect([changed.url.href, getDueToday(changed, null, '0')]).toEqual([domainUrl, '$118.00 USD']);
  const back = await buyer.follow(await buyer.pay(changed), 'Back');
  expect(back.url.origin + back.url.pathname).toBe(domainUrl);
  expect([getFieldValue(back, 'quantity'), isChecked(back, 'bump', 'workbook')]).toEqual(['3', true]);
  const success = await buyer.payByCard(await buyer.pay(back));
  expect(success.url.origin).toBe(new URL(domainUrl).origin);
  expect([getReceiptLine(success, 'Extra workbook'), getReceiptLine(success, 'Paid')]).toEqual([
    '$19.00',
    '$118.00 USD',
  ]);
  expect(getText(success, '.co-steps')).toContain('You’ll be charged $120.00 USD then.');
  expect(await getOnlyOrder(seller)).toMatchObject({
    total: 11_800,
    quantity: 3,
    extras: 1,
    subscription: { state: 'trialing', amount: 12_000 },
  });
});

test('a rejected form stays on the custom domain and keeps its values', async () => {
  const { domainUrl } = await createDomainPage(app());
  const buyer = createDomainBuyer();
  const rejected = await buyer.openAndPay(domainUrl, { email: 'nobody@nowhere' });
  expect(rejected.url.href).toBe(domainUrl);
  expect(getText(rejected, '#email-problem')).toBe('Please check the email address.');
  expect([getFieldValue(rejected, 'email'), isChecked(rejected, 'terms')]).toEqual(['nobody@nowhere', true]);
});

test("an unpublished page says so on its domain, and links to the purchases on the app's origin", async () => {
  const { domainUrl, seller, pageId } = await createDomainPage(app());
  await seller.call('unpublish-page', { pageId });
  const buyer = createDomainBuyer();
  const closed = await buyer.open(domainUrl);
  expect(getText(closed, '.co-words')).toContain('This page isn’t available right now.');
  expect((await buyer.follow(closed, 'Check again')).url.href).toBe(domainUrl);
  expect((await buyer.follow(closed, 'Your purchases')).url.href).toBe(`${app().url}/purchases`);
});

test("a domain that is removed during a payment sends the buyer to the app's origin", async () => {
  const { domainUrl, domainId, seller } = await createDomainPage(app());
  const buyer = createDomainBuyer();
  const payPage = await buyer.openAndPay(domainUrl);
  await seller.call('remove-domain', { domainId });
  const success = await buyer.payByCard(payPage);
  expect([success.url.origin, getReceiptLine(success, 'Paid')]).toEqual([app().url, '$40.00 USD']);
  expect((await buyer.open(domainUrl)).status).toBe(421);
});

test('a domain without a page says that nothing is on sale', async () => {
  const { domainUrl, domainId, seller } = await createDomainPage(app());
  await seller.call('set-domain-page', { domainId, pageId: null });
  const buyer = createDomainBuyer();
  const empty = await buyer.open(domainUrl);
  expect([empty.status, getText(empty, 'h1')]).toEqual([404, 'There’s nothing here yet']);
  const missing = await buyer.open(`${domainUrl}builder`);
  expect(missing.status).toBe(404);
  expect(getLink(missing, 'Go to the home page').href).toBe(domainUrl);
});
