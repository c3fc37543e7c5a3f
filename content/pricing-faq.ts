import { PRICE_NOTICE_DAYS, USAGE_WARNING_PERCENTAGE } from '#domain/plans.ts';
import { STRIPE_TERMS } from '#domain/stripe-terms.ts';

import { TRIAL_QUESTION, type FaqEntry } from './landing-faq.ts';

const { cardPercent, cardFixedCents } = STRIPE_TERMS;

/** Questions about billing. */
export const PRICING_FAQ: readonly FaqEntry[] = [
  TRIAL_QUESTION,
  {
    question: 'What happens when the trial ends?',
    answer: `Nothing is charged, because we have no card to charge. Pages that you published stop taking payments and say so politely; they and your drafts are kept. Choose a plan whenever you like, and the pages sell again at the same addresses.`,
  },
  {
    question: 'What if I sell more than my plan allows?',
    answer: `The sale goes through; no sale is ever stopped. At ${USAGE_WARNING_PERCENTAGE} % of the limit we warn you. Once your sales of a month exceed it, there is an automatic upgrade to the next plan that fits, with an immediate prorated charge: the difference for the rest of the month. In the trial, or without a card, nothing is charged.`,
  },
  {
    question: 'What counts towards the limit?',
    answer:
      'Paid sales of the calendar month (UTC) in US dollars, after coupons and refunds. The count resets on the 1st of each month. Payments in the sandbox and Stripe’s test payments never count.',
  },
  {
    question: 'Can I change plans later, or cancel?',
    answer:
      'Yes. A larger plan begins at once, and you pay only the difference for the rest of the month. A smaller one begins with the next billing cycle, as long as this month’s sales fit it. If you cancel, your pages stay open until the end of the period that you paid for.',
  },
  {
    question: 'Do you take a share of my sales?',
    answer: `No. A plan is a flat price a month. The only fee on a sale is Stripe’s, usually ${cardPercent} % + $${(cardFixedCents / 100).toFixed(2)} for a card from your own country, and Stripe takes it from the payment itself.`,
  },
  {
    question: 'Do prices change?',
    answer: `If they ever do, we email you at least ${PRICE_NOTICE_DAYS} days before the new price begins for you, and you can cancel before that day. A lower price begins with your next renewal.`,
  },
];
