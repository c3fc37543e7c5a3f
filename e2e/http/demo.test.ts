import { expect, test } from 'vitest';

import { DEMO_PAY_DELAY_MS } from '#app/checkout-page/demo-answers.ts';

import { linkOf, receiptLine } from './checkout-visitor.ts';
import { attributesOf, metadataOf } from './metadata.ts';
import { sharedApp } from './testing-app.ts';
import { textOf, Visitor, type Page } from './visitor.ts';

const app = sharedApp();

const COURSE = '/checkout/demo';
const SUBSCRIPTION = '/subscription/demo';
const EMAIL = 'bo@example.com';

/** The URL that the waiting page redirects to. */
const nextAddress = (page: Page): string =>
  /^2;url=(.+)$/.exec(attributesOf(page, 'meta[http-equiv=refresh]', 'content')[0] ?? '')?.[1] ?? '';

test('without script, a coupon is applied and removed, and the payment leads to a receipt', async () => {
  const visitor = new Visitor(app().url);
  const page = await visitor.open(COURSE);
  expect(textOf(page, 'h1')).toBe('Premium Course');
  expect(textOf(page, '.co-price')).toBe('$99 USD');
  expect(textOf(page, 'aside[aria-label="About this demo"]')).toContain('Try the coupon WELCOME20');
  const refused = await visitor.submit(page, '#coupon', { code: 'HALF' }, 'Apply');
  expect(refused.status).toBe(422);
  expect(textOf(refused, '#coupon-problem')).toBe('Invalid coupon. This coupon code is not valid');
  const applied = await visitor.submit(refused, '#coupon', { code: ' Welcome20 ' }, 'Apply');
  expect(applied.url.href).toBe(`${app().url}${COURSE}?coupon=WELCOME20`);
  expect(textOf(applied, 'main [data-part=saved]')).toBe('Coupon applied! You saved $19.80');
  expect(textOf(applied, '.co-price')).toBe('Was $99.00 USD$79.20 USD');
  const removed = await visitor.submit(applied, '#remove-coupon', {}, 'Remove');
  expect(textOf(removed, '.co-price')).toBe('$99 USD');

  const discounted = await visitor.submit(removed, '#coupon', { code: 'WELCOME20' }, 'Apply');
  const waiting = await visitor.submit(discounted, '#pay', { email: EMAIL });
  expect(textOf(waiting, 'h1')).toBe('Processing...');
  expect(DEMO_PAY_DELAY_MS).toBe(2000);
  expect(nextAddress(waiting)).toBe(`${COURSE}?step=paid&coupon=WELCOME20`);
  expect(attributesOf(waiting, 'main a', 'href')).toEqual([nextAddress(waiting)]);
  const paid = await visitor.open(nextAddress(waiting));
  expect(textOf(paid, 'main h1')).toBe('Payment Successful!');
  expect(paid.document.title).toBe('Payment Successful!');
  expect(receiptLine(paid, 'Premium Course')).toBe('$99.00');
  expect(receiptLine(paid, 'Coupon')).toBe('−$19.80');
  expect(receiptLine(paid, 'Paid')).toBe('$79.20 USD');
  expect(receiptLine(paid, 'Email')).toBeNull();
  expect(waiting.url.href + paid.url.href).not.toContain(encodeURIComponent(EMAIL));
  expect(linkOf(paid, 'Return to Home').pathname).toBe('/');
});

test('without script, a missing email address and missing consent are reported beside their fields', async () => {
  const visitor = new Visitor(app().url);
  const page = await visitor.open(SUBSCRIPTION);
  expect(textOf(page, '.co-price')).toBe('$29 USD/month');
  const withoutEmail = await visitor.submit(page, '#pay', { email: '' });
  expect(textOf(withoutEmail, '#email-problem')).toBe('Please enter your email address.');
  const withoutTerms = await visitor.submit(withoutEmail, '#pay', { email: EMAIL });
  expect(textOf(withoutTerms, '#terms-problem')).toBe(
    'Terms required. Please accept the terms and conditions',
  );
  expect(attributesOf(withoutTerms, 'main [name=email]', 'value')).toEqual([EMAIL]);
  const waiting = await visitor.submit(withoutTerms, '#pay', { terms: 'yes' });
  const paid = await visitor.open(nextAddress(waiting));
  expect(receiptLine(paid, 'Paid')).toBe('$29.00 USD');
});

test('every valid id shows the demo, and only one canonical URL is indexed', async () => {
  const visitor = new Visitor(app().url);
  for (const address of [COURSE, SUBSCRIPTION]) {
    const page = await visitor.open(address);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(attributesOf(page, 'script', 'src')).toEqual([expect.stringMatching(/^\/assets\/[\w.-]+\.js$/)]);
    expect(metadataOf(page).link('canonical')).toBe(`${app().url}${address}`);
    expect(metadataOf(page).meta('robots')).toBeNull();

    const other = await visitor.open(address.replace('demo', '12345-%C3%A9'));
    expect(other.status).toBe(200);
    expect(textOf(other, 'h1')).toBe(textOf(page, 'h1'));
    expect(metadataOf(other).link('canonical')).toBe(`${app().url}${address}`);
    expect(metadataOf(other).meta('robots')).toBe('noindex');

    for (const absurd of ['x'.repeat(101), 'demo%00', 'demo%0A']) {
      const notFound = await visitor.open(address.replace('demo', absurd));
      expect([notFound.status, textOf(notFound, 'h1')]).toEqual([404, 'Oops! Page not found']);
    }
  }
});
