import { PLANS, TRIAL_DAYS, USAGE_WARNING_PERCENTAGE } from '#domain/plans.ts';
import { STRIPE_TERMS } from '#domain/stripe-terms.ts';

import { SITE } from './site.ts';

export type FaqEntry = { question: string; answer: string };

const { cardPercent, cardFixedCents, internationalPercent, conversionPercent } = STRIPE_TERMS;
const minPriceUsd = PLANS[0]?.priceUsd;

/** The first question of the front page and of the pricing page. */
export const TRIAL_QUESTION: FaqEntry = {
  question: 'Is it free, or is it a trial?',
  answer: `Both, and they do not contradict each other. Building, designing, previewing and trying payments in the sandbox cost nothing and never expire. Publishing and taking money needs the ${TRIAL_DAYS}-day trial, which asks for no credit card, or a plan from $${minPriceUsd} a month.`,
};

/** The eight questions of the front page. */
export const LANDING_FAQ: readonly FaqEntry[] = [
  TRIAL_QUESTION,
  {
    question: 'Where does the money go?',
    answer:
      'Straight to your own Stripe account. It never passes through ours, so there is nothing for us to hold, and nothing for you to ask us for.',
  },
  {
    question: 'What does a sale cost me?',
    answer: `Stripe’s fee, usually ${cardPercent} % + $${(cardFixedCents / 100).toFixed(2)}. We add nothing to it. International cards usually add ${internationalPercent} %, converting a currency ${conversionPercent} %.`,
  },
  {
    question: 'What if I sell more than my plan allows?',
    answer: `The sale goes through; no sale is ever stopped. At ${USAGE_WARNING_PERCENTAGE} % of your plan’s limit we warn you. Once you pass it, there is an automatic upgrade to the next plan with an immediate prorated charge: the difference for the rest of the month.`,
  },
  {
    question: 'Can I sell subscriptions?',
    answer:
      'Yes: by the week, the month or the year. A coupon on a subscription lasts as long as the subscription does.',
  },
  {
    question: `Will buyers see that it is made with ${SITE.name}?`,
    answer:
      'No. Your page wears your name, your accent and your typefaces, and carries no logo and no link of ours, whatever your plan.',
  },
  {
    question: 'What happens when I cancel?',
    answer:
      'Your pages stay open until the end of the period you paid for; then they close politely. Your drafts stay yours to edit, and pages can be saved as files.',
  },
  {
    question: 'Can I run it myself?',
    answer: `Yes. ${SITE.name} runs on one small machine with one command, and needs no outside service but Stripe.`,
  },
];
