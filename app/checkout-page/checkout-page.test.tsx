import { renderToStaticMarkup } from 'react-dom/server';
import { expect, expectTypeOf, test } from 'vitest';

import { emptyConfig, publicConfigOf, type PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { TERMS_TEXT } from '#domain/terms.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CheckoutPage } from './checkout-page.tsx';

const config = (changes: Partial<PublicCheckoutConfig> = {}): PublicCheckoutConfig => ({
  ...publicConfigOf(emptyConfig()),
  productName: 'Throwing Taller',
  price: '29',
  ...changes,
});

const pay = { slug: 'taller', version: 3, attempt: '6a1a9f0e-0c8e-4f5e-9a4e-0f6f3c1b2a11' };

const markup = (changes: Partial<PublicCheckoutConfig> = {}, props: Partial<CheckoutPageProps> = {}) =>
  renderToStaticMarkup(<CheckoutPage config={config(changes)} sellerName="Vane" pay={pay} {...props} />);

const count = (html: string, part: string) => html.split(part).length - 1;

const said = { name: 'Ana de Souza', role: null, rating: 4, text: 'Good' };
const discounted = {
  code: 'TEN',
  originalText: '$29.00 USD',
  totalText: '$26.10 USD',
  savedText: '$2.90',
  total: 2610,
  plans: [],
};

test('the page takes a config that cannot carry coupons', () => {
  expectTypeOf<CheckoutPageProps['config']>().not.toHaveProperty('validCoupons');
  expectTypeOf<CheckoutPageProps['config']>().not.toHaveProperty('customSlug');
});

test('each layout shows its number of testimonials', () => {
  const testimonials = { enabled: true, items: Array.from({ length: 5 }, () => said) };
  expect(count(markup({ layout: 'classic', testimonials }), '<figure')).toBe(2);
  expect(count(markup({ layout: 'modern', testimonials }), '<figure')).toBe(4);
  expect(count(markup({ layout: 'minimal', testimonials }), '<figure')).toBe(2);
});

test('testimonials that are switched off are not drawn', () => {
  expect(markup({ testimonials: { enabled: false, items: [said] } })).not.toContain('<figure');
});

test('a testimonial says its rating and shows initials', () => {
  const html = markup({ testimonials: { enabled: true, items: [said] } });
  expect(html).toContain('role="img" aria-label="4 out of 5"');
  expect(count(html, 'class="off"')).toBe(1);
  expect(html).toContain('>AD</span>');
});

test('the terms box appears only when terms are required', () => {
  expect(markup()).not.toContain('name="terms"');
  expect(markup({ requireTerms: true })).toContain('type="checkbox" id="terms"');
});

test('the sentence beside the box is the one that is kept with every order', () => {
  const html = markup({ requireTerms: true, termsUrl: 'https://shop.example/terms', privacyUrl: '' });
  const label = /<label for="terms">(.*?)<\/label>/.exec(html)?.[1] ?? '';
  expect(label.replace(/<[^>]+>/g, '')).toBe(TERMS_TEXT);
  expect(label).toContain('href="https://shop.example/terms"');
});

test('a preview says that the buyer agrees to the terms, the public page does not need to', () => {
  expect(markup({ requireTerms: true }, { pay: undefined })).toContain('The buyer agrees to the terms');
  expect(markup({ requireTerms: true })).not.toContain('The buyer agrees to the terms');
});

test('the pay button is served enabled, also while terms are not ticked', () => {
  const button = /<button class="co-pay"[^>]*>/.exec(markup({ requireTerms: true }))?.[0];
  expect(button).toContain('type="submit"');
  expect(button).not.toContain('disabled');
});

test('the coupon box appears only when coupons are enabled, and needs no other field', () => {
  expect(markup()).not.toContain('Coupon code');
  const html = markup({ enableCoupon: true });
  expect(html).not.toContain('<details');
  expect(html).toMatch(/<input[^>]*id="code"[^>]*form="coupon"/);
  expect(html).toMatch(/<form[^>]*id="coupon"[^>]*><input type="hidden" name="intent" value="coupon"/);
});

test('the price carries its currency and its period', () => {
  expect(markup()).toContain('$29 USD</span>');
  const monthly = markup({ paymentType: 'subscription', billingFrequency: 'monthly' });
  expect(count(monthly, '$29 USD/month</span>')).toBe(3);
  expect(markup({ paymentType: 'subscription', billingFrequency: 'yearly' })).toContain('$29 USD/year');
});

test('an applied coupon locks its box and strikes the price through', () => {
  const html = markup({ enableCoupon: true }, { discounted });
  expect(html).toContain('<del><span class="vh2">Was </span>$29.00 USD</del>');
  expect(html).toContain('Coupon applied! You saved $2.90');
  expect(html).toMatch(/<input[^>]*id="code"[^>]*disabled=""[^>]*value="TEN"/);
  expect(html).toMatch(/form="coupon" disabled=""/);
  expect(html).toContain('data-price="2900" name="expected" value="2610"');
  expect(html).toContain('<input type="hidden" name="coupon" value="TEN"/>');
});

test('the pay form carries what the server compares', () => {
  const html = markup();
  expect(html).toContain('name="intent" value="pay"');
  expect(html).toContain(`name="attempt" value="${pay.attempt}"`);
  expect(html).toContain('name="version" value="3"');
  expect(html).toContain('data-price="2900" name="expected" value="2900"');
  expect(html).toContain('disabled="" name="coupon"');
  expect(html).toContain('data-slug="taller"');
});

test('a refusal stands under its field and is linked with it', () => {
  const problem = { title: 'Terms required', message: 'Please accept the terms and conditions' };
  const html = markup(
    { requireTerms: true, enableCoupon: true },
    { problems: { email: problem, coupon: problem, terms: problem, form: problem } },
  );
  for (const name of ['email', 'coupon', 'terms']) {
    expect(html).toMatch(new RegExp(`aria-invalid="true" aria-describedby="${name}-problem"`));
    expect(count(html, `id="${name}-problem"`)).toBe(1);
  }
  expect(html).toContain('class="co-alert" role="alert"');
});

test('typed values stay', () => {
  const html = markup(
    { requireTerms: true, enableCoupon: true },
    { typed: { email: 'ana@example.com', code: 'NOPE', terms: true } },
  );
  expect(html).toContain('value="ana@example.com"');
  expect(html).toContain('value="NOPE"');
  expect(html).toMatch(/id="terms"[^>]*checked=""/);
});

test('a seller’s text is never markup', () => {
  const evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
  const html = markup(
    {
      productName: evil,
      description: evil,
      features: [evil],
      buttonText: evil,
      testimonials: { enabled: true, items: [{ ...said, name: evil, role: evil, text: evil }] },
    },
    { sellerName: evil },
  );
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<img');
});

test('an accent that is no colour cannot reach the style', () => {
  const html = markup({ accentColor: 'red;background:u' });
  expect(html).toContain('--a:#a855f7');
  expect(html).not.toContain('background');
});

test('only http addresses are linked', () => {
  const evil = { requireTerms: true, termsUrl: 'javascript:alert(1)', privacyUrl: 'data:text/html,x' };
  expect(markup(evil)).not.toMatch(/javascript:|data:text|target="_blank"/);
  const html = markup({ requireTerms: true, termsUrl: 'https://vane.example/terms', privacyUrl: '' });
  expect(html).toContain('<a href="https://vane.example/terms" target="_blank" rel="noopener nofollow ugc"');
  expect(html).toContain('I accept the <a');
  expect(html).toContain('and the privacy policy.');
});

test('an empty page shows where name and price will stand', () => {
  const html = markup({ productName: ' ', price: '', buttonText: '' }, { sellerName: null, pay: undefined });
  expect(html).toContain('>Product name</span>');
  expect(html).toContain('>Price</span>');
  expect(html).toContain('<bdi>Buy now</bdi></span>');
  expect(html).toContain('The seller never sees your card number.');
  expect(html).not.toMatch(/co-art|co-logo|co-feats|co-foot/);
});

test('the logo stands on top, or with the product', () => {
  const logo = '/media/logo.webp';
  expect(markup({ logo, logoPosition: 'top-center' })).toContain('<div class="co-logo" data-at="top-center"');
  expect(markup({ logo, logoPosition: 'above-product' })).toMatch(
    /<div class="co-head"><div class="co-logo"/,
  );
  expect(markup({ logo })).toContain('alt="Vane"');
});

test('two previews on one screen share no id', () => {
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

test('a page that works says so', () => {
  expect(markup({}, { busy: true })).toMatch(/aria-busy="true">Processing\.\.\.</);
});
