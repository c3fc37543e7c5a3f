import { expect, test } from 'vitest';

import { CheckoutVisitor, isChecked, getLink, getReceiptLine, getFieldValue } from '../support/checkout-visitor.ts';
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
