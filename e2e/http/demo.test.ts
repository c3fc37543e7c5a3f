import { expect, test } from 'vitest';

import { DEMO_PAY_DELAY_MS } from '#app/checkout-page/enhance/demo-answers.ts';

import { getLink, getReceiptLine } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes, readMetadata } from '../support/page-metadata.ts';
import { getText, Visitor, type Page } from '../support/visitor.ts';

const app = createSharedApp();

const COURSE = '/checkout/demo';
const SUBSCRIPTION = '/subscription/demo';
const EMAIL = 'bo@example.com';

/** The URL that the waiting page redirects to. */
const getNextUrl = (page: Page): string =>
  /^2;url=(.+)$/.exec(listAttributes(page, 'meta[http-equiv=refresh]', 'content')[0] ?? '')?.[1] ?? '';

test('without script, a coupon is applied and removed, and the payment leads to a receipt', async () => {
  const visitor = new Visitor(app().url);
  const page = await visitor.open(COURSE);
  expect(getText(page, 'h1')).toBe('Premium Course');
  expect(getText(page, '.co-price')).toBe('$99 USD');
  expect(getText(page, 'aside[aria-label="About this demo"]')).toContain('Try the coupon WELCOME20');
  const rejected = await visitor.submit(page, '#pay', { code: 'HALF' }, 'Apply');
  expect(rejected.status).toBe(422);
  expect(getText(rejected, '#coupon-problem')).toBe('Invalid coupon. This coupon code is not valid');
  const applied = await visitor.submit(rejected, '#pay', { code: ' Welcome20 ' }, 'Apply');
  expect(applied.url.href).toBe(`${app().url}${COURSE}?coupon=WELCOME20`);
  expect(getText(applied, 'main [data-part=saved]')).toBe('Coupon applied! You saved $19.80');
  expect(getText(applied, '.co-price')).toBe('Was $99.00 USD$79.20 USD');
  const removed = await visitor.submit(applied, '#pay', {}, 'Remove');
  expect(getText(removed, '.co-price')).toBe('$99 USD');

  const discounted = await visitor.submit(removed, '#pay', { code: 'WELCOME20' }, 'Apply');
  const waiting = await visitor.submit(discounted, '#pay', { email: EMAIL });
  expect(getText(waiting, 'h1')).toBe('Processing...');
  expect(DEMO_PAY_DELAY_MS).toBe(2000);
  expect(getNextUrl(waiting)).toBe(`${COURSE}?step=paid&coupon=WELCOME20`);
  expect(listAttributes(waiting, 'main a', 'href')).toEqual([getNextUrl(waiting)]);
  const paid = await visitor.open(getNextUrl(waiting));
  expect(getText(paid, 'main h1')).toBe('Payment Successful!');
  expect(paid.document.title).toBe('Payment Successful!');
  expect(getReceiptLine(paid, 'Premium Course')).toBe('$99.00');
  expect(getReceiptLine(paid, 'Coupon WELCOME20')).toBe('−$19.80');
  expect(getReceiptLine(paid, 'Paid')).toBe('$79.20 USD');
  expect(getReceiptLine(paid, 'Email')).toBeNull();
  expect(waiting.url.href + paid.url.href).not.toContain(encodeURIComponent(EMAIL));
  expect(getLink(paid, 'Return to Home').pathname).toBe('/');
});

test('without script, a missing email address and missing consent are reported beside their fields', async () => {
  const visitor = new Visitor(app().url);
  const page = await visitor.open(SUBSCRIPTION);
  expect(getText(page, '.co-price')).toBe('$29 USD/month');
  const withoutEmail = await visitor.submit(page, '#pay', { email: '' });
  expect(getText(withoutEmail, '#email-problem')).toBe('Please enter your email address.');
  const withoutTerms = await visitor.submit(withoutEmail, '#pay', { email: EMAIL });
  expect(getText(withoutTerms, '#terms-problem')).toBe('Terms required. Please accept the terms and conditions');
  expect(listAttributes(withoutTerms, 'main [name=email]', 'value')).toEqual([EMAIL]);
  const waiting = await visitor.submit(withoutTerms, '#pay', { terms: 'yes' });
  const paid = await visitor.open(getNextUrl(waiting));
  expect(getReceiptLine(paid, 'Paid')).toBe('$29.00 USD');
});

test('every valid id shows the demo, and only one canonical URL is indexed', async () => {
  const visitor = new Visitor(app().url);
  for (const address of [COURSE, SUBSCRIPTION]) {
    const page = await visitor.open(address);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(listAttributes(page, 'script', 'src')).toEqual([expect.stringMatching(/^\/assets\/[\w.-]+\.js$/)]);
    expect(readMetadata(page).link('canonical')).toBe(`${app().url}${address}`);
    expect(readMetadata(page).meta('robots')).toBeNull();

    const otherPage = await visitor.open(address.replace('demo', '12345-%C3%A9'));
    expect(otherPage.status).toBe(200);
    expect(getText(otherPage, 'h1')).toBe(getText(page, 'h1'));
    expect(readMetadata(otherPage).link('canonical')).toBe(`${app().url}${address}`);
    expect(readMetadata(otherPage).meta('robots')).toBe('noindex');

    for (const invalidId of ['x'.repeat(101), 'demo%00', 'demo%0A']) {
      const notFound = await visitor.open(address.replace('demo', invalidId));
      expect([notFound.status, getText(notFound, 'h1')]).toEqual([404, 'Oops! Page not found']);
    }
  }
});
