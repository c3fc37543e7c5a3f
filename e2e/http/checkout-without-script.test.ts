import { expect, test } from 'vitest';

import {
  CheckoutVisitor,
  getFocusedField,
  isChecked,
  getLink,
  getReceiptLine,
  getFieldValue,
} from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { createPublishedPage } from '../support/seller.ts';
import { getText } from '../support/visitor.ts';

const app = createSharedApp();
const NO_TERMS = { requireTerms: false };

test('a buyer pays with a coupon, and the success page never shows the full email address', async () => {
  const { url, seller } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  const success = await buyer.payByCard(await buyer.openAndPay(`${url}?coupon=FIVER`));
  expect(getText(success, 'h1')).toBe('Payment Successful!');
  expect(getText(success, '.co-words p')).toBe('Your first lesson is in your inbox.');
  const lines = ['Linocut for Beginners', 'Coupon FIVER', 'Paid', 'Order number'];
  expect(lines.map((name) => getReceiptLine(success, name))).toEqual(['$40.00', '−$5.00', '$35.00 USD', '1']);
  expect(getText(success, '.co-steps')).toMatch(
    /receipt (is on its way )?to b•••@example\.com\.Questions\? Email Marlow Prints at /,
  );
  expect(getLink(success, 'Return to Home').href).toBe(`${app().url}/`);
  expect(getLink(success, 'Your purchases').pathname).toBe('/purchases');
  // The success URL is not secret, so neither its document nor its data contains the email address.
  for (const address of [success.url.href, success.url.href.replace('/success?', '/success.data?')]) {
    const response = await buyer.request(address);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const body = await response.text();
    expect(body).toContain('b•••@example.com');
    expect(body).not.toContain(buyer.email);
  }
  expect((await seller.call('list-orders', {})).orders).toMatchObject([
    { email: buyer.email, total: 3500, discount: 500, couponCode: 'FIVER', state: 'paid' },
  ]);
});

test('reports an invalid email address and missing consent beside their fields, and keeps the other values', async () => {
  const { url } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=QUARTER`);
  const wrongEmail = await buyer.pay(page, { email: 'nobody@nowhere' });
  expect(getText(wrongEmail, '#email-problem')).toBe('Please check the email address.');
  expect([getFocusedField(wrongEmail), getFieldValue(wrongEmail, 'email')]).toEqual(['email', 'nobody@nowhere']);
  expect(isChecked(wrongEmail, 'terms')).toBe(true);

  const noEmail = await buyer.pay(page, { email: '' });
  expect(getText(noEmail, '#email-problem')).toBe('Please enter your email address.');

  const noTerms = await buyer.pay(wrongEmail, { terms: false });
  expect(getText(noTerms, '#terms-problem')).toBe('Terms required. Please accept the terms and conditions');
  expect([getFocusedField(noTerms), getFieldValue(noTerms, 'email')]).toEqual(['terms', buyer.email]);
  expect(getText(noTerms, '[data-part=saved]')).toBe('Coupon applied! You saved $10.00');
  expect(getText(noTerms, 'button.co-pay')).toBe('Get the course · $30.00 USD');
  expect(getText(await buyer.pay(noTerms), 'button')).toBe('Pay $30.00');
});

test('the document has the language of the page, and English by default', async () => {
  const buyer = new CheckoutVisitor(app());
  for (const [change, language] of [
    [{}, 'en'],
    [{ language: 'pt-BR' }, 'pt-BR'],
  ] as const) {
    const page = await buyer.open((await createPublishedPage(app(), change)).url);
    expect(page.document.documentElement.getAttribute('lang')).toBe(language);
  }
});

test('a page opened without an order claims no payment', async () => {
  const page = await new CheckoutVisitor(app()).open('/success');
  expect(getText(page, 'h1')).toBe('No order to show');
  expect(getLink(page, 'Return to Home').pathname).toBe('/');
});

test('a buyer subscribes and sees the discounted price per month', async () => {
  const { url, seller } = await createPublishedPage(app(), {
    ...NO_TERMS,
    paymentType: 'subscription',
    billingFrequency: 'monthly',
  });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  expect(getText(page, '.co-price')).toBe('$40 USD/month');
  const applied = await buyer.applyCoupon(page, 'QUARTER');
  expect(getText(applied, '.co-price [data-part=total]')).toBe('$30.00 USD/month');
  const payPage = await buyer.pay(applied);
  expect(getText(payPage, 'h1')).toBe('Subscribe');
  expect(payPage.document.body.textContent).toContain('$30.00 per month');
  const success = await buyer.payByCard(payPage);
  expect(getReceiptLine(success, 'Paid')).toBe('$30.00 USD');
  expect(getText(success, '.co-steps')).toMatch(/Your next payment of \$30\.00 USD is on \w+ \d+, \d{4}\./);
  expect((await seller.call('list-orders', {})).orders).toMatchObject([
    { total: 3000, discount: 1000, couponCode: 'QUARTER', state: 'paid' },
  ]);
});

test('two submissions with one idempotency key lead to the same payment', async () => {
  const { url, seller } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.openAndPay(url, { email: '' });
  expect(getFieldValue(page, 'attempt')).toMatch(/^[0-9a-f-]{36}$/);
  const [first, second] = await Promise.all([buyer.pay(page), buyer.pay(page)]);
  expect(first.url.pathname).toMatch(/^\/sandbox\/pay\/cs_/);
  expect(second.url.href).toBe(first.url.href);
  await buyer.payByCard(first);
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ state: 'paid' }]);
});

test('an idempotency key of another page, or an invalid one, still charges the price of the submitted page', async () => {
  const one = await createPublishedPage(app(), NO_TERMS);
  const other = await createPublishedPage(app(), { ...NO_TERMS, price: '50' });
  const buyer = new CheckoutVisitor(app());
  const token = crypto.randomUUID();
  for (const [{ url }, attempt, label] of [
    [one, token, 'Pay $40.00'],
    [other, token, 'Pay $50.00'],
    [other, 'made up', 'Pay $50.00'],
  ] as const)
    expect(getText(await buyer.openAndPay(url, { attempt }), 'button')).toBe(label);
});

test('a buyer who leaves the payment page sees that nothing was charged, and can pay again', async () => {
  const { url } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(`${url}?coupon=QUARTER`);
  const page = await buyer.follow(payPage, 'Back');
  expect(getText(page, '.co-alert')).toBe('Your payment wasn’t completed. You haven’t been charged.');
  expect(getText(page, '[data-part=saved]')).toBe('Coupon applied! You saved $10.00');
  expect(getText(page, 'button.co-pay')).toBe('Get the course · $30.00 USD');
  expect(page.document.querySelector('[name=email]')?.outerHTML).toMatch(/autocomplete="email"/i);
  expect(page.url.href).not.toContain(encodeURIComponent(buyer.email));
  expect(getReceiptLine(await buyer.payByCard(await buyer.pay(page)), 'Paid')).toBe('$30.00 USD');
});

test('the page between the form and the provider redirects automatically and has a link', async () => {
  const { url, slug } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  const redirectPage = await buyer.submit(page, '#pay', { email: buyer.email });
  expect(redirectPage.url.pathname).toMatch(new RegExp(`^/c/${slug}/pay/[0-9a-f-]{36}$`));
  expect(redirectPage.headers.get('cache-control')).toBe('no-store');
  const target = getLink(redirectPage, 'continue to payment');
  expect(target.pathname).toMatch(/^\/sandbox\/pay\/cs_/);
  const refresh = redirectPage.document.querySelector('meta[http-equiv=refresh]');
  expect(refresh?.getAttribute('content')).toBe(`0;url=${target.href}`);
});

test('the success page without an order shows no receipt', async () => {
  const visitor = new CheckoutVisitor(app());
  for (const address of ['/success', '/success?t=made-up', `/success?t=${crypto.randomUUID()}`]) {
    const page = await visitor.open(address);
    expect(getText(page, 'h1')).toBe('No order to show');
    expect(getText(page, '.co-lines')).toBeNull();
    expect(getLink(page, 'Return to Home').pathname).toBe('/');
  }
});

test('rejects a form that is too large', async () => {
  const { url } = await createPublishedPage(app(), NO_TERMS);
  const response = await new CheckoutVisitor(app()).request(url, {
    method: 'POST',
    body: new URLSearchParams({ email: 'x'.repeat(600_000) }),
    headers: { origin: app().url },
  });
  expect([response.status, await response.text()]).toEqual([413, 'This request is too large. Send less data at once.']);
});
