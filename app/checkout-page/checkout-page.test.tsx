import { renderToStaticMarkup } from 'react-dom/server';
import { expect, expectTypeOf, test } from 'vitest';

import { createEmptyConfig, toPublicConfig, type PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { TERMS_TEXT } from '#domain/terms-agreement.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CheckoutPage } from './checkout-page.tsx';

const config = (changes: Partial<PublicCheckoutConfig> = {}): PublicCheckoutConfig => ({
  ...toPublicConfig(createEmptyConfig()),
  productName: 'Throwing Taller',
  price: '29',
  ...changes,
});

const pay = { slug: 'taller', version: 3, attempt: '6a1a9f0e-0c8e-4f5e-9a4e-0f6f3c1b2a11' };

const markup = (changes: Partial<PublicCheckoutConfig> = {}, props: Partial<CheckoutPageProps> = {}) =>
  renderToStaticMarkup(<CheckoutPage config={config(changes)} sellerName="Vane" pay={pay} {...props} />);

const count = (html: string, needle: string) => html.split(needle).length - 1;

const testimonial = { name: 'Ana de Souza', role: null, rating: 4, text: 'Good' };
const discounted = {
  code: 'TEN',
  coupon: { code: 'TEN', type: 'percentage' as const, discount: 10 },
  originalText: '$29.00 USD',
  totalText: '$26.10 USD',
  savedText: '$2.90',
  total: 2610,
  plans: [],
};

test('accepts only a config without coupons', () => {
  expectTypeOf<CheckoutPageProps['config']>().not.toHaveProperty('validCoupons');
  expectTypeOf<CheckoutPageProps['config']>().not.toHaveProperty('customSlug');
});

test('aligns a description like a list only from its third line', () => {
  const isLong = (description: string) => /class="co-desc"[^>]* data-long/.test(markup({ description }));
  expect([isLong('Eight evenings.\nNo talent needed.'), isLong('One\nTwo\nThree'), isLong('A'.repeat(281))]).toEqual([
    false,
    true,
    true,
  ]);
});

test('shows the number of testimonials of each layout', () => {
  const testimonials = { enabled: true, items: Array.from({ length: 5 }, () => testimonial) };
  expect(count(markup({ layout: 'classic', testimonials }), '<figure')).toBe(2);
  expect(count(markup({ layout: 'modern', testimonials }), '<figure')).toBe(4);
  expect(count(markup({ layout: 'minimal', testimonials }), '<figure')).toBe(2);
});

test('does not render testimonials that are switched off', () => {
  expect(markup({ testimonials: { enabled: false, items: [testimonial] } })).not.toContain('<figure');
});

test('renders rating and initials of a testimonial', () => {
  const html = markup({ testimonials: { enabled: true, items: [testimonial] } });
  expect(html).toContain('role="img" aria-label="4 out of 5"');
  expect(count(html, 'class="off"')).toBe(1);
  expect(html).toContain('>AD</span>');
});

test('renders the terms checkbox only if terms are required', () => {
  expect(markup()).not.toContain('name="terms"');
  expect(markup({ requireTerms: true })).toContain('type="checkbox" id="terms"');
});

test('renders the terms sentence that is stored with every order', () => {
  const html = markup({ requireTerms: true, termsUrl: 'https://shop.example/terms', privacyUrl: '' });
  const label = /<label for="terms">(.*?)<\/label>/.exec(html)?.[1] ?? '';
  expect(label.replace(/<[^>]+>/g, '')).toBe(TERMS_TEXT);
  expect(label).toContain('href="https://shop.example/terms"');
});

test('renders the terms note in previews only', () => {
  expect(markup({ requireTerms: true }, { pay: undefined })).toContain('The buyer agrees to the terms');
  expect(markup({ requireTerms: true })).not.toContain('The buyer agrees to the terms');
});

test('renders an enabled pay button even if the terms are not accepted', () => {
  const button = /<button class="co-pay"[^>]*>/.exec(markup({ requireTerms: true }))?.[0];
  expect(button).toContain('type="submit"');
  expect(button).not.toContain('disabled');
});

test('renders an open coupon field only if coupons are enabled', () => {
  expect(markup()).not.toContain('Coupon code');
  const html = markup({ enableCoupon: true });
  expect(html).not.toContain('<details');
  expect(html).toMatch(/<input[^>]*id="code"[^>]*name="code"/);
});

test('renders the price with currency and billing period', () => {
  expect(markup()).toContain('$29 USD</span>');
  const monthly = markup({ paymentType: 'subscription', billingFrequency: 'monthly' });
  expect(count(monthly, '$29 USD/month</span>')).toBe(3);
  expect(markup({ paymentType: 'subscription', billingFrequency: 'yearly' })).toContain('$29 USD/year');
});

test('locks the field of an applied coupon and strikes the price through', () => {
  const html = markup({ enableCoupon: true }, { discounted });
  expect(html).toContain('<del><span class="vh2">Was </span>$29.00 USD</del>');
  expect(html).toContain('Coupon applied! You saved $2.90');
  expect(html).toMatch(/<input[^>]*id="code"[^>]*disabled=""[^>]*value="TEN"/);
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*value="coupon"|<button[^>]*value="coupon"[^>]*disabled=""/);
  expect(html).toContain('data-price="2900" name="expected" value="2610"');
  expect(html).toContain('<input type="hidden" name="coupon" value="TEN"/>');
});

test('renders the hidden fields that the server compares', () => {
  const html = markup();
  expect(html).toContain('name="intent" value="pay"');
  expect(html).toContain(`name="attempt" value="${pay.attempt}"`);
  expect(html).toContain('name="version" value="3"');
  expect(html).toContain('data-price="2900" name="expected" value="2900"');
  expect(html).toContain('disabled="" name="coupon"');
  expect(html).toContain('data-slug="taller"');
});

test('renders errors below their fields and links them', () => {
  const error = { title: 'Terms required', message: 'Please accept the terms and conditions' };
  const html = markup(
    { requireTerms: true, enableCoupon: true },
    { errors: { email: error, coupon: error, terms: error, form: error } },
  );
  for (const name of ['email', 'coupon', 'terms']) {
    expect(html).toMatch(new RegExp(`aria-invalid="true" aria-describedby="${name}-problem"`));
    expect(count(html, `id="${name}-problem"`)).toBe(1);
  }
  expect(html).toContain('class="co-alert" role="alert"');
});

test('keeps submitted values', () => {
  const html = markup(
    { requireTerms: true, enableCoupon: true },
    { values: { email: 'ana@example.com', code: 'NOPE', terms: true } },
  );
  expect(html).toContain('value="ana@example.com"');
  expect(html).toContain('value="NOPE"');
  expect(html).toMatch(/id="terms"[^>]*checked=""/);
});

test("escapes the seller's texts", () => {
  const evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
  const html = markup(
    {
      productName: evil,
      description: evil,
      features: [evil],
      buttonText: evil,
      testimonials: { enabled: true, items: [{ ...testimonial, name: evil, role: evil, text: evil }] },
    },
    { sellerName: evil },
  );
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<img');
});

test('ignores an accent that is no color', () => {
  const html = markup({ accentColor: 'red;background:u' });
  expect(html).toContain('--a:#a855f7');
  expect(html).not.toContain('background');
});

test('links http URLs only', () => {
  const evil = { requireTerms: true, termsUrl: 'javascript:alert(1)', privacyUrl: 'data:text/html,x' };
  expect(markup(evil)).not.toMatch(/javascript:|data:text|target="_blank"/);
  const html = markup({ requireTerms: true, termsUrl: 'https://vane.example/terms', privacyUrl: '' });
  expect(html).toContain('<a href="https://vane.example/terms" target="_blank" rel="noopener nofollow ugc"');
  expect(html).toContain('I accept the <a');
  expect(html).toContain('and the privacy policy.');
});

test('renders placeholders on an empty page', () => {
  const html = markup({ productName: ' ', price: '', buttonText: '' }, { sellerName: null, pay: undefined });
  expect(html).toContain('>Product name</span>');
  expect(html).toContain('>Price</span>');
  expect(html).toContain('<bdi>Buy now</bdi></span>');
  expect(html).toContain('The seller never sees your card number.');
  expect(html).not.toMatch(/co-art|co-logo|co-feats|co-foot/);
});

test('renders the logo at the top or with the product', () => {
  const logo = '/media/logo.webp';
  expect(markup({ logo, logoPosition: 'top-center' })).toContain('<div class="co-logo" data-at="top-center"');
  expect(markup({ logo, logoPosition: 'above-product' })).toMatch(/<div class="co-head"><div class="co-logo"/);
  expect(markup({ logo })).toContain('alt="Vane"');
});

test('renders two previews without duplicate ids', () => {
  const html = renderToStaticMarkup(
    <>
      <CheckoutPage config={config({ enableCoupon: true })} sellerName={null} headingLevel={2} />
      <CheckoutPage config={config({ enableCoupon: true })} sellerName={null} headingLevel={2} />
    </>,
  );
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
  expect(html).not.toMatch(/type="hidden"|co-bar|<h1/);
});

test('renders the pay button as busy', () => {
  expect(markup({}, { busy: true })).toMatch(/aria-busy="true">Processing\.\.\.</);
});
