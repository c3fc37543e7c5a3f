import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { createMessages, offerText } from './share-messages.tsx';

const page = (change: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'Linocut for Beginners',
  description: 'Six lessons.\nOne print.',
  price: '49',
  enableCoupon: true,
  validCoupons: [{ code: 'EARLY20', discount: 20, type: 'percentage' }],
  ...change,
});
const LINK = 'https://shop.example/c/linocut';

test('shows the price as on the page, and both prices with a coupon code', () => {
  expect(offerText(page(), {})).toBe('$49 USD');
  expect(offerText(page(), { coupon: 'EARLY20' })).toBe('$39.20 USD with code EARLY20 instead of $49.00 USD');
  expect(offerText(page(), { coupon: 'GONE' })).toBe('$49 USD');
});

test('shows the price of the selected option, and no price where buyers name it', () => {
  const others = [
    {
      id: 'y1',
      name: 'Yearly',
      price: '90',
      paymentType: 'subscription',
      billingFrequency: 'yearly',
    } as const,
  ];
  const options = page({ priceOptions: { baseName: 'Once', others } });
  expect(offerText(options, { optionId: 'y1' })).toBe('$90 USD/year');
  expect(offerText(options, { optionId: 'base' })).toBe('$49 USD');
  const payWhatYouWantPage = page({ payWhatYouWant: { ...page().payWhatYouWant, enabled: true } });
  expect(offerText(payWhatYouWantPage, {})).toBe('Pay what you want');
});

test('shows the price for one, and with a coupon code the price of the smallest quantity', () => {
  const quantity = { ...page().quantity, enabled: true, minimum: 5, singular: 'seat', plural: 'seats' };
  expect(offerText(page({ quantity }), {})).toBe('$49 USD each');
  expect(offerText(page({ quantity }), { coupon: 'EARLY20' })).toBe(
    '5 seats for $196.00 USD with code EARLY20 instead of $245.00 USD',
  );
});

test('says when which part of the price is due', () => {
  const terms = { ...page().paymentTerms, trialDays: 14 };
  const trial = page({ price: '29', paymentType: 'subscription', paymentTerms: terms });
  expect(offerText(trial, {})).toBe('$0.00 USD now, then $29.00 USD/month after 14 days');
  expect(offerText(trial, { coupon: 'EARLY20' })).toBe(
    '$0.00 USD now, then $23.20 USD/month after 14 days with code EARLY20 instead of ' +
      '$0.00 USD now, then $29.00 USD/month after 14 days',
  );
  expect(offerText(page({ price: '105', paymentType: 'payment-plan' }), {})).toBe('$105.00 USD/month for 3 months');
});

test('contains the link once in every message and the subject in the email', () => {
  const messages = createMessages(page(), LINK, {});
  expect(messages.map(({ text }) => text.split(LINK).length)).toEqual([2, 2, 2]);
  expect(messages.map(({ subject }) => subject)).toEqual(['Linocut for Beginners', null, null]);
  expect(messages[1]?.text).toContain('Six lessons. One print.');
});

test('cuts a long description between words', () => {
  const [, post] = createMessages(page({ description: 'carving '.repeat(200) }), LINK, {});
  expect(post?.text).toContain('carving…');
  expect(post?.text.length).toBeLessThan(400);
});
