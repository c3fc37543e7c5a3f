import type { HelpCategory } from './help-article.ts';
import { formatDollars, HELP_NUMBERS, formatSalesLimit, findPlan } from './help-numbers.ts';

const [starter, growth, pro] = [findPlan('starter'), findPlan('growth'), findPlan('pro')];

export const PRICING_AND_SUBSCRIPTIONS: HelpCategory = {
  id: 'pricing-and-subscriptions',
  title: 'Pricing & Subscriptions',
  description: 'What Tillwright costs you, and when that changes.',
  articles: [
    {
      id: 'plans',
      question: 'Which plans are there?',
      answer: [
        {
          list: [starter, growth, pro].map(
            (plan) => `${plan.name}: ${formatDollars(plan.priceUsd)} a month, ${formatSalesLimit(plan)}.`,
          ),
        },
        'All of them publish as many pages as you like and take no share of your sales.',
      ],
      links: [{ label: 'Plans and prices', href: '/pricing' }],
    },
    {
      id: 'trial',
      question: 'How does the trial work?',
      answer: [
        `It lasts ${HELP_NUMBERS.trialDays} days, needs no credit card, and begins on ${starter.name} unless you chose another plan. Switching plans during the trial costs nothing. Each person gets one trial: if your email address or Stripe account had one before, also with an account that was deleted, a plan starts when you pay its first invoice.`,
        'When it ends and no card was added, your pages stop taking payments until you choose a plan. Nothing is deleted, and drafts stay open to you.',
      ],
    },
    {
      id: 'what-counts',
      question: 'Which sales count towards my limit?',
      answer: [
        'Paid sales of the calendar month (UTC), after coupons and refunds. The count resets on the 1st of each month. Other currencies are converted to US dollars once, when the sale is recorded, by a dated table of exchange rates. Sandbox and test payments never count towards a real limit.',
        'The counter goes back to zero on the 1st of each month, UTC.',
      ],
    },
    {
      id: 'over-the-limit',
      question: 'What happens when I reach my limit?',
      answer: [
        `At ${HELP_NUMBERS.warning} of it you are warned, at 100 % you are asked to upgrade.`,
        `If you pass it, there is an automatic upgrade to the next plan with an immediate prorated charge: the difference for the rest of the month. From ${starter.name} that is ${growth.name} once sales pass ${formatDollars(starter.monthlyLimitUsd ?? 0)}, from ${growth.name} it is ${pro.name} once they pass ${formatDollars(growth.monthlyLimitUsd ?? 0)}. In the trial, or without a card, nothing is charged.`,
        'No sale is ever stopped: a buyer who is paying always gets through.',
      ],
    },
    {
      id: 'downgrade',
      question: 'Can I move to a smaller plan?',
      answer: [
        'Yes. It takes effect with the next billing cycle; until then you keep the larger plan. It is not possible while this month’s sales are above the limit of the smaller one.',
      ],
    },
    {
      id: 'cancel',
      question: 'How can I cancel?',
      answer: [
        'At any time, with no notice and nothing to explain. You keep what you paid for until the period ends; then your pages are deactivated. They are not deleted: choose a plan again and they sell at the same addresses.',
      ],
    },
    {
      id: 'price-changes',
      question: 'Can prices change?',
      answer: [
        `Yes, with ${HELP_NUMBERS.noticeDays} days notice by email. Until then you pay what you paid, and you can cancel before the new price begins. It begins with the first renewal after the ${HELP_NUMBERS.noticeDays} days; Subscription shows the price and its day. A lower price begins with your next renewal.`,
      ],
    },
    {
      id: 'payment-failed',
      question: 'What if my own payment fails?',
      answer: [
        'The builder says so in a banner, and Stripe tries the card again over some days. Your pages go on selling meanwhile. Update the card and all is as before.',
      ],
    },
    {
      id: 'change-plan',
      question: 'Where do I change my plan or my card?',
      answer: [
        'On Subscription, in the bar. Choose another plan on its card there. Manage Subscription opens Stripe’s page for your payment method, your invoices and cancelling.',
      ],
      links: [{ label: 'Your subscription', href: '/subscription' }],
    },
    {
      id: 'support-hours',
      question: 'How fast does support answer?',
      answer: [
        `On ${starter.name} within ${starter.supportHours} hours, on ${growth.name} within ${growth.supportHours} hours. ${pro.name} has phone support around the clock. A person answers in each case.`,
      ],
    },
  ],
};
