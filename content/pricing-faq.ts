import { PLANS, PRICE_NOTICE_DAYS, USAGE_WARNING_PERCENTAGE } from '#domain/plans.ts';
import { STRIPE_TERMS } from '#domain/stripe-terms.ts';

import { TRIAL_QUESTION, type FaqEntry } from './landing-faq.ts';

const { cardPercent, cardFixedCents } = STRIPE_TERMS;

const unlimitedPlan = PLANS.find(({ monthlyLimitUsd }) => monthlyLimitUsd === null)?.name;

/** Questions about billing. */
export const PRICING_FAQ: readonly FaqEntry[] = [
  TRIAL_QUESTION,
  {
    question: 'What happens when the trial ends?',
    answer:
      'If you’ve added a card, your plan continues and we charge the first month. If you haven’t, nothing is charged: your published pages stop accepting payments, and visitors see a notice. We keep your pages and drafts. Reactivate your plan at any time, and your pages go live again at the same URLs.',
  },
  {
    question: 'What if I exceed my plan’s sales limit?',
    answer: `We never stop a sale. We warn you at ${USAGE_WARNING_PERCENTAGE}% of your limit. If your sales in a month exceed it, there’s an automatic upgrade to the next plan that fits, with an immediate prorated charge: you pay the difference for the rest of your billing period. During the trial, or without a card on file, nothing is charged. Sales on ${unlimitedPlan} are unlimited.`,
  },
  {
    question: 'What counts toward my sales limit?',
    answer:
      'Paid sales in the current calendar month (UTC), converted to US dollars, after coupons and refunds. The count resets on the 1st of each month. Test payments never count toward a live plan.',
  },
  {
    question: 'Can I change plans or cancel later?',
    answer:
      'Yes. Upgrades take effect immediately, with a prorated charge for the rest of your billing period. Downgrades take effect in the next billing cycle, if this month’s sales fit the smaller plan. If you cancel, your pages stay live until the end of the period you paid for.',
  },
  {
    question: 'Do you take a share of my sales?',
    answer: `No. Your plan is a flat monthly price. The only fee per sale is Stripe’s, usually ${cardPercent}% + $${(cardFixedCents / 100).toFixed(2)} for a card from your own country. Stripe deducts it from the payment.`,
  },
  {
    question: 'Can prices change?',
    answer: `Yes, with notice. We email you at least ${PRICE_NOTICE_DAYS} days before a higher price applies to you, so you can cancel first. A lower price applies from your next renewal.`,
  },
];
