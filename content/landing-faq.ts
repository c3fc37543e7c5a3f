import { PLANS, TRIAL_DAYS, USAGE_WARNING_PERCENTAGE } from '#domain/plans.ts';
import { STRIPE_TERMS } from '#domain/stripe-terms.ts';

import { SITE } from './site.ts';

export type FaqEntry = { question: string; answer: string };

const { cardPercent, cardFixedCents, internationalPercent, conversionPercent } = STRIPE_TERMS;
const minPriceUsd = PLANS[0]?.priceUsd;

const unlimitedPlan = PLANS.find(({ monthlyLimitUsd }) => monthlyLimitUsd === null)?.name;

/** The first question of the front page and of the pricing page. */
export const TRIAL_QUESTION: FaqEntry = {
  question: 'Is it free, or is there a free trial?',
  answer: `Both. Building pages is free forever. To publish pages and accept payments, you need the ${TRIAL_DAYS}-day trial or a plan from $${minPriceUsd} a month. The trial starts when you first open the builder or choose a plan, and it doesn’t require a credit card.`,
};

/** The eight questions of the front page. */
export const LANDING_FAQ: readonly FaqEntry[] = [
  TRIAL_QUESTION,
  {
    question: 'Where does the money go?',
    answer: 'Straight to your own Stripe account. It never passes through our account, so we can’t hold it back.',
  },
  {
    question: 'What are the fees per sale?',
    answer: `Only Stripe’s fee, usually ${cardPercent}% + $${(cardFixedCents / 100).toFixed(2)}. We add nothing to it. International cards usually cost ${internationalPercent}% more, and currency conversion ${conversionPercent}%.`,
  },
  {
    question: 'What if I exceed my plan’s sales limit?',
    answer: `We never stop a sale. We warn you at ${USAGE_WARNING_PERCENTAGE}% of your limit. If you exceed it, there’s an automatic upgrade to the next plan with an immediate prorated charge: you pay the difference for the rest of your billing period. The sales count resets on the 1st of each month, and sales on ${unlimitedPlan} are unlimited.`,
  },
  {
    question: 'Can I sell subscriptions?',
    answer:
      'Yes. You can charge weekly, monthly, or yearly. A coupon can apply to every payment, or only to the first ones.',
  },
  {
    question: `Will buyers see that I use ${SITE.name}?`,
    answer: `Your checkout page shows your name, colors, and fonts, and no ${SITE.name} logo on any plan. Buyers see our name in other places: in the sender name and the last lines of our emails to them, where they manage their purchases, and on the page for reporting abuse. After a payment, “Return to Home” leads to our home page, and without a custom domain, the page’s URL is on our domain.`,
  },
  {
    question: 'What happens when I cancel?',
    answer:
      'Your pages stay live until the end of the period you paid for. After that, buyers see that the page isn’t accepting payments. You can still edit your drafts and export your pages as files.',
  },
  {
    question: 'Can I host it myself?',
    answer: `Yes. You can run ${SITE.name} on a small server with one command. Besides email delivery, Stripe is the only outside service it needs.`,
  },
];
