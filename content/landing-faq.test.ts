import { expect, test } from 'vitest';

import { PRINCIPLES } from './about.ts';
import { LANDING_FAQ } from './landing-faq.ts';
import { homeMessages } from './messages/home.ts';
import { pricingMessages } from './messages/pricing.ts';
import { PRICING_FAQ } from './pricing-faq.ts';
import { CLAIMS, MORE_FEATURES } from './product-claims.ts';

test('answers eight different questions', () => {
  expect(new Set(LANDING_FAQ.map(({ question }) => question)).size).toBe(8);
});

test('uses the product’s and Stripe’s numbers', () => {
  const answers = LANDING_FAQ.map(({ answer }) => answer).join(' ');
  for (const number of ['7-day trial', '$9 a month', '2.9% + $0.30', '1.5%', '80%']) expect(answers).toContain(number);
  expect(answers).not.toMatch(/undefined|NaN/);
});

test('promises no sandbox, which a site with real payments does not have', () => {
  const plansLead = pricingMessages.lead({ trialDays: 7 });
  const publicTexts = [CLAIMS, MORE_FEATURES, LANDING_FAQ, PRICING_FAQ, PRINCIPLES, homeMessages.plans.note, plansLead];
  expect(JSON.stringify(publicTexts)).not.toMatch(/sandbox/i);
});
