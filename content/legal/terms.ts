import { formatDollars, HELP_NUMBERS, formatSalesLimit } from '#content/help/help-numbers.ts';
import { SITE } from '#content/site.ts';
import { PLANS } from '#domain/plans.ts';

import type { LegalDocument } from './legal-document.ts';
import { OPERATOR } from './operator.ts';

export const TERMS: LegalDocument = {
  title: 'Terms of Service',
  description: `The agreement between ${SITE.name} and its sellers: accounts, plans, trial, limits, what may be sold, and who answers for what.`,
  summary: [
    'You sell, you are paid by Stripe, and you answer for what you sell. We make the tool.',
    `The first ${HELP_NUMBERS.trialDays} days are free and need no card. You can cancel at any time.`,
    'If your sales pass the limit of your plan, you move to the next one and pay the difference. No sale is ever stopped.',
    `Prices and terms change with ${HELP_NUMBERS.noticeDays} days notice.`,
  ],
  sections: [
    {
      id: 'agreement',
      title: 'What this is',
      blocks: [
        `These terms are the agreement between you, who use ${SITE.name} to sell, and ${OPERATOR.name}, ${OPERATOR.address} (“we”), who run it here. By opening an account you accept them.`,
        'They hold for this site. Whoever runs the software on a machine of their own does so without us and under terms of their own.',
        'Buyers make no contract with us. What they buy, they buy from the seller of the page.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      blocks: [
        `You have to be ${HELP_NUMBERS.age} or older and able to enter into contracts. If you act for a company, you need to be allowed to.`,
        'Give an email address at which you can be reached, keep your password to yourself, and tell us at once when somebody else may have it. What is done with your account counts as done by you, unless you could not help it.',
      ],
    },
    {
      id: 'service',
      title: 'What we provide',
      blocks: [
        'Software to design checkout pages, publish them at an address of their own, and hand buyers over to Stripe to pay; a list of the orders; and a sandbox to try it all. The help describes what it can do today.',
        'We improve the software all the time. We do not take away something that you need and pay for without telling you in time.',
        `Support is by email at ${SITE.supportEmail}: on ${PLANS.filter(({ supportHours }) => supportHours !== null)
          .map(({ name, supportHours }) => `${name} within ${supportHours} hours`)
          .join(', on ')}.`,
      ],
    },
    {
      id: 'payments',
      title: 'Stripe and your money',
      blocks: [
        'To be paid you need a Stripe account of your own and an agreement with Stripe. Buyers pay into that account directly. The money never passes through us, and we hold none of it.',
        `Stripe sets its fees, its payout times and its checks. It usually keeps ${HELP_NUMBERS.cardFee} of a card payment, ${HELP_NUMBERS.international} more for cards from another country and ${HELP_NUMBERS.conversion} for converting a currency, and typically pays out after ${HELP_NUMBERS.payoutDays} days. We add no product fees.`,
        'If Stripe restricts your account, your pages cannot take payments until it is free again. That is between you and Stripe.',
      ],
    },
    {
      id: 'plans',
      title: 'Plans and trial',
      blocks: [
        'Building, designing, previewing and trying payments in the sandbox are free for ever. Publishing and taking money needs a plan:',
        {
          list: PLANS.map(
            (plan) => `${plan.name}: ${formatDollars(plan.priceUsd)} a month, ${formatSalesLimit(plan)}.`,
          ),
        },
        `A first plan begins with a trial of ${HELP_NUMBERS.trialDays} days, without a credit card. The trial is given once per person: if your email address or Stripe account had a trial before, a plan starts when you pay its first invoice. When it ends and you have added no payment method, nothing is charged and your pages stop taking payments until you choose a plan.`,
        'A plan is paid in advance for a month, by card, through Stripe, and renews by itself until you cancel. Prices are without the taxes that may come on top where you live.',
      ],
    },
    {
      id: 'limits',
      title: 'Limits and the automatic upgrade',
      blocks: [
        'What counts is your paid sales of a calendar month (UTC), after coupons and refunds, in US dollars; other currencies are converted once, when a sale is recorded, by a dated table of exchange rates. The count resets on the 1st of each month. Sandbox and test payments do not count.',
        `At ${HELP_NUMBERS.warning} of the limit we warn you. By choosing a plan with a limit you agree to the following: if your sales of a month exceed the limit, your plan moves to the next one that fits, and the difference for the rest of the period is charged to your payment method at once (prorated). In the trial, or without a payment method, the plan may change but nothing is charged.`,
        'No sale is ever stopped because of a limit.',
        'You can move to a smaller plan at any time; it takes effect with the next billing cycle, as long as the sales of the month fit into it.',
      ],
    },
    {
      id: 'cancelling',
      title: 'Cancelling and failed payments',
      blocks: [
        'You can cancel at any time. Your plan then runs to the end of the period that is paid, and your pages stay active until then. After that they are deactivated, not deleted: whoever opens one reads that it takes no payments at the moment. Choose a plan again and they sell at the same addresses.',
        'If a payment for your plan fails, we tell you and Stripe tries again over some days. If it fails for good, the plan ends as if it had been cancelled.',
        'Periods that have begun are not refunded, unless the law gives you a right to it or we have failed to provide the service.',
      ],
    },
    {
      id: 'price-changes',
      title: 'Changes of price',
      blocks: [
        `We announce a new price by email ${HELP_NUMBERS.noticeDays} days before it holds for you. You can cancel before that day and never pay it. A lower price begins with your next renewal.`,
      ],
    },
    {
      id: 'selling',
      title: 'What you owe your buyers',
      blocks: [
        'You are the seller. It is for you to describe truthfully what you sell, to say who you are, to deliver it, to answer questions, to write invoices, to pay your taxes, and to respect the rights that consumers have, such as to withdraw from a purchase.',
        'It is also for you to refund buyers where you promised it or where they have a right to it. You do that in the order, or in your Stripe dashboard; ' +
          `the money takes ${HELP_NUMBERS.refundDays} business days to reach the buyer’s card.`,
        'Testimonials have to be real and used with permission. A price that is struck through has to be the price that was asked.',
        'You are the controller of your buyers’ data. We process it for you as the privacy policy describes, on your instructions, in confidence, with fitting safeguards, and with help from no more than the companies named there. We help you to answer buyers who ask about their data, and delete it when our agreement ends, as far as no law keeps us from it. This section is the agreement about processing that data protection law asks for.',
      ],
    },
    {
      id: 'acceptable-use',
      title: 'What may not be done',
      blocks: [
        {
          list: [
            'Sell what is against the law where you or your buyers are, or what Stripe does not allow.',
            'Deceive people: about the product, the price, who you are, or who praised you.',
            'Use words, pictures or brands that you have no right to.',
            'Harass anybody, or put hatred or the abuse of children on a page.',
            'Test stolen cards, collect data by trickery, spread malware, or send unasked mail with links to your pages.',
            'Break into the service, overload it, or get around its limits.',
          ],
        },
        'If a page breaks this we may take it off sale, and close the account if it is serious or happens again. We say why, and you can answer, unless the law forbids that or people are at risk.',
        `Tell us of such a page at ${OPERATOR.legalEmail}.`,
      ],
    },
    {
      id: 'content',
      title: 'What is yours and what is ours',
      blocks: [
        'Your words, pictures and brands stay yours. You allow us to store, resize and show them as far as your pages need it, and no further.',
        `The software, its name and its look stay ours. Templates may be used for pages that you publish with ${SITE.name}, changed or as they are.`,
      ],
    },
    {
      id: 'availability',
      title: 'Interruptions',
      blocks: [
        'We work to keep pages up at all times and cannot promise that they always are: machines fail, and so do companies that we depend on. We make backups. Keep the originals of your pictures and texts, and export pages that matter to you.',
      ],
    },
    {
      id: 'liability',
      title: 'Who answers for what',
      blocks: [
        'Each of us answers without limit for harm done on purpose or by gross negligence, for harm to life and health, and wherever the law allows no limit.',
        'Beyond that we answer for harm that is typical and could be foreseen, up to what you paid us in the twelve months before it. We do not answer for sales that did not happen, or for what Stripe, your bank or a buyer does.',
        'If somebody makes a claim against us because of what you sold or wrote, you stand by us and bear the reasonable cost, as far as it was your doing.',
        'If you are a consumer, the rights that the law of your country gives you stay as they are.',
      ],
    },
    {
      id: 'ending',
      title: 'When we part',
      blocks: [
        `You can delete your account at any time, on its own page. We can end the agreement with ${HELP_NUMBERS.noticeDays} days notice, and at once for a serious reason. What you paid for a time after that is paid back, unless the reason lies with you.`,
        'Your Stripe account with its money, customers and subscriptions is yours in any case. You have the chance to export your pages before they are deleted, unless they are against the law.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes of these terms',
      blocks: [
        `We tell you by email ${HELP_NUMBERS.noticeDays} days before new terms hold, and say what is different. If you do not agree, cancel before that day. Changes that a law demands, or that are only good for you, may come sooner.`,
      ],
    },
    {
      id: 'law',
      title: 'Law and courts',
      blocks: [
        `The law of ${OPERATOR.law} holds, and its courts decide. Consumers may also turn to the courts of the country that they live in, and keep the protection of its law.`,
        'If a part of these terms does not hold, the rest does.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        `Questions about these terms: ${OPERATOR.legalEmail}. Help with the software: ${SITE.supportEmail}. By post: ${OPERATOR.name}, ${OPERATOR.address}.`,
      ],
    },
  ],
};
