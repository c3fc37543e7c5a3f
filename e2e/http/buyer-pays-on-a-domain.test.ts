import { expect, test } from 'vitest';

import { pageAtDomain } from '../domain.ts';
import { CheckoutVisitor, isChecked, linkOf, receiptLine, valueOf } from './checkout-visitor.ts';
import { loopback } from './loopback.ts';
import { sharedApp } from './testing-app.ts';
import { textOf, type Page } from './visitor.ts';

const app = sharedApp();
const buyerOfDomain = () => new CheckoutVisitor(app(), { send: loopback(app().url) });

const canonicalOf = (page: Page): string | null =>
  page.document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null;

test('every step before and after the payment stays on the custom domain', async () => {
  const { url, domainUrl, seller } = await pageAtDomain(app());
  const buyer = buyerOfDomain();
  const page = await buyer.open(`${domainUrl}?utm_source=letter`);
  expect([textOf(page, 'h1'), canonicalOf(page)]).toEqual(['Linocut for Beginners', domainUrl]);
  const applied = await buyer.applyCoupon(page, 'QUARTER');
  expect(applied.url.href).toBe(`${domainUrl}?utm_source=letter&coupon=QUARTER`);
  const removed = await buyer.removeCoupon(applied);
  expect(removed.url.href).toBe(`${domainUrl}?utm_source=letter`);

  const back = await buyer.follow(await buyer.pay(await buyer.applyCoupon(removed, 'FIVER')), 'Leave');
  expect(back.url.origin + back.url.pathname).toBe(domainUrl);
  expect(textOf(back, '.co-alert')).toBe('You came back before paying. Nothing was charged.');
  expect(textOf(back, '.co-price')).toBe('Was $40.00 USD$35.00 USD');

  const success = await buyer.payByCard(await buyer.pay(back));
  expect(success.url.origin).toBe(new URL(domainUrl).origin);
  expect([receiptLine(success, 'Paid'), receiptLine(success, 'Email')]).toEqual([
    '$35.00 USD',
    'b•••@example.com',
  ]);
  expect(linkOf(success, 'Return to Home').href).toBe(domainUrl);
  expect((await seller.call('list-orders', {})).orders).toMatchObject([
    { email: buyer.email, total: 3500, couponCode: 'FIVER', state: 'paid' },
  ]);

  expect(canonicalOf(await buyer.open(url))).toBe(domainUrl);
  expect((await buyer.open(new URL(new URL(url).pathname, domainUrl))).url.href).toBe(domainUrl);
});

test('a rejected form stays on the custom domain and keeps its values', async () => {
  const { domainUrl } = await pageAtDomain(app());
  const buyer = buyerOfDomain();
  const refused = await buyer.openAndPay(domainUrl, { email: 'nobody@nowhere' });
  expect(refused.url.href).toBe(domainUrl);
  expect(textOf(refused, '#email-problem')).toBe('Please check the email address.');
  expect([valueOf(refused, 'email'), isChecked(refused, 'terms')]).toEqual(['nobody@nowhere', true]);
});

test("an unpublished page says so on its domain, and links to the purchases on the app's origin", async () => {
  const { domainUrl, seller, pageId } = await pageAtDomain(app());
  await seller.call('unpublish-page', { pageId });
  const buyer = buyerOfDomain();
  const closed = await buyer.open(domainUrl);
  expect(textOf(closed, '.co-words')).toContain('This page is not on sale at the moment.');
  expect((await buyer.follow(closed, 'Look again')).url.href).toBe(domainUrl);
  expect((await buyer.follow(closed, 'Your purchases')).url.href).toBe(`${app().url}/purchases`);
});

test("a domain that is removed during a payment sends the buyer to the app's origin", async () => {
  const { domainUrl, domainId, seller } = await pageAtDomain(app());
  const buyer = buyerOfDomain();
  const payPage = await buyer.openAndPay(domainUrl);
  await seller.call('remove-domain', { domainId });
  const success = await buyer.payByCard(payPage);
  expect([success.url.origin, receiptLine(success, 'Paid')]).toEqual([app().url, '$40.00 USD']);
  expect((await buyer.open(domainUrl)).status).toBe(421);
});

test('a domain without a page says that nothing is on sale', async () => {
  const { domainUrl, domainId, seller } = await pageAtDomain(app());
  await seller.call('set-domain-page', { domainId, pageId: null });
  const buyer = buyerOfDomain();
  const empty = await buyer.open(domainUrl);
  expect([empty.status, textOf(empty, 'h1')]).toEqual([404, 'Nothing is on sale here yet']);
  const missing = await buyer.open(`${domainUrl}builder`);
  expect(missing.status).toBe(404);
  expect(linkOf(missing, 'Go to the first page').href).toBe(domainUrl);
});
