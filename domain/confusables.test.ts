import { expect, test } from 'vitest';

import { findImpersonatedBrandInName, findImpersonatedBrandInSlug } from './confusables.ts';

test.for([
  'stripe',
  'stripe-',
  'str1pe',
  'stripe-checkout',
  'pay-pal',
  'paypa1',
  'paypal-login',
  'p-a-y-pal',
  'tillwright-support',
  't1llwright',
  'login-paypal',
  'hsbc',
  'hsbc-secure',
  'hs-bc',
  'my-hsbc-account',
  'bank-of-america',
  'rnastercard',
  'vlsa',
  'c0inbase-wallet',
])('the slug %s impersonates a brand', (slug) => {
  expect(findImpersonatedBrandInSlug(slug)).not.toBeNull();
});

test.for([
  'course-on-stripe',
  'striped-socks',
  'pinstripe',
  'pay-what-you-like',
  'my-payments-course',
  'chase-the-sun',
  'apple-pie',
  'visages',
  'linocut',
  '2024-planner',
  'the-art-of-the-chase',
  'support-group',
  'a',
  '1',
  'wellness',
  'taller',
])('the slug %s impersonates no brand', (slug) => {
  expect(findImpersonatedBrandInSlug(slug)).toBeNull();
});

test.for([
  'PayPal',
  'РayРal',
  'Pay Pal Support',
  'Stripe™ Verification',
  'Your HSBC account',
  'Bank of America – Security',
  'PАYPAL refund',
  'Ｓｔｒｉｐｅ',
])('the name %s impersonates a brand', (name) => {
  expect(findImpersonatedBrandInName(name)).not.toBeNull();
});

test.for([
  'Getting started with Stripe',
  'Pinstripe apron',
  'Throwing Taller',
  'Visa photos, explained',
  'Chase the sun',
  'Selling on Gumroad',
  '日本の陶芸',
  'Ünïcöde',
  '',
])('the name %s impersonates no brand', (name) => {
  expect(findImpersonatedBrandInName(name)).toBeNull();
});
