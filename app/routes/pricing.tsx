import { sitePageMeta } from '#app/features/site/page-meta.ts';
import { PricingScreen } from '#app/features/site/pricing-screen.tsx';
import { faqJsonLd, softwareJsonLd } from '#app/features/site/structured-data.ts';

import '#app/features/site/pricing.css';
import { PRICING_FAQ } from '#content/pricing-faq.ts';
import { PLANS, TRIAL_DAYS } from '#domain/plans.ts';

const prices = PLANS.map(({ name, priceUsd }) => `${name} $${priceUsd}`).join(', ');

export const meta = sitePageMeta(
  {
    path: '/pricing',
    name: 'Pricing',
    description: `${prices} a month, each with ${TRIAL_DAYS} days free and no credit card. No share of your sales. Building and trying payments is free for ever.`,
  },
  (appUrl) => [softwareJsonLd(appUrl), faqJsonLd(PRICING_FAQ)],
);

export default PricingScreen;
