import { PricingScreen } from '#app/features/site/pricing-screen.tsx';
import { sitePageMeta } from '#app/features/site/site-page-meta.ts';
import { faqJsonLd, softwareJsonLd } from '#app/features/site/structured-data.ts';

import '#app/features/site/pricing.css';
import { pricingMessages } from '#content/messages/pricing.ts';
import { PRICING_FAQ } from '#content/pricing-faq.ts';
import { PLANS, TRIAL_DAYS } from '#domain/plans.ts';

const prices = PLANS.map(({ name, priceUsd }) => `${name} $${priceUsd}`).join(', ');

export const meta = sitePageMeta(
  {
    path: '/pricing',
    name: pricingMessages.title,
    description: pricingMessages.description({ prices, trialDays: TRIAL_DAYS }),
  },
  (appUrl) => [softwareJsonLd(appUrl), faqJsonLd(PRICING_FAQ)],
);

export default PricingScreen;
