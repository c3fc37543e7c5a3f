import { formatDollars, HELP_NUMBERS, formatSalesLimit } from '#content/help/help-numbers.ts';
import { SITE } from '#content/site.ts';
import { PLANS } from '#domain/plans.ts';

import type { LegalDocument } from './legal-document.ts';
import { OPERATOR } from './operator.ts';

export const TERMS: LegalDocument = {
  title: 'Terms of Service',
  description: `The agreement between ${SITE.name} and its sellers: accounts, plans, the trial, sales limits, acceptable use, and liability.`,
  summary: [
    'You’re the seller: Stripe pays you, and you’re responsible for what you sell. We provide the software.',
    `The first ${HELP_NUMBERS.trialDays} days are free, no card required. You can cancel at any time.`,
    'If your sales exceed your plan’s limit, you move to the next plan and pay the prorated difference. We never stop a sale.',
    `We give ${HELP_NUMBERS.noticeDays} days’ notice before prices or terms change.`,
  ],
  sections: [
    {
      id: 'agreement',
      title: 'About these terms',
      blocks: [
        `These terms are an agreement between you, the user of ${SITE.name}, and ${OPERATOR.name}, ${OPERATOR.address} (“we”), who operate this site. By creating an account you accept them.`,
        'They apply to this site only. Anyone who runs the software on their own server does so independently and under their own terms.',
        'Buyers have no contract with us. They buy from the seller of the page.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      blocks: [
        `You must be ${HELP_NUMBERS.age} or older and able to enter into contracts. If you act for a company, you must be authorized to do so.`,
        'Provide an email address where we can reach you, keep your password secret, and tell us immediately if someone else may have it. You’re responsible for everything done with your account, unless you couldn’t have prevented it.',
      ],
    },
    {
      id: 'service',
      title: 'Our service',
      blocks: [
        'We provide software to design and publish checkout pages, send buyers to Stripe to pay, and manage your orders. The help center describes what it can do today.',
        'We keep improving the software. We won’t remove a feature that you rely on and pay for without giving you notice.',
        `Support is by email at ${SITE.supportEmail}: on ${PLANS.filter(({ supportHours }) => supportHours !== null)
          .map(({ name, supportHours }) => `${name} within ${supportHours} hours`)
          .join(', on ')}.`,
      ],
    },
    {
      id: 'payments',
      title: 'Stripe and your money',
      blocks: [
        'To get paid you need your own Stripe account and an agreement with Stripe. Buyers pay directly into that account. The money never passes through us, and we don’t hold any of it.',
        `Stripe sets its own fees, payout times, and checks. It usually charges ${HELP_NUMBERS.cardFee} for a card payment, ${HELP_NUMBERS.international} more for international cards, and ${HELP_NUMBERS.conversion} for currency conversion, and typically pays out after ${HELP_NUMBERS.payoutDays} days. We add no product fees.`,
        'If Stripe restricts your account, your pages can’t accept payments until Stripe lifts the restriction. That’s between you and Stripe.',
      ],
    },
    {
      id: 'plans',
      title: 'Plans and trial',
      blocks: [
        'Building, designing, and previewing pages is free forever. To publish pages and accept payments, you need the trial or a plan:',
        {
          list: PLANS.map(
            (plan) => `${plan.name}: ${formatDollars(plan.priceUsd)} a month, ${formatSalesLimit(plan)}.`,
          ),
        },
        `Your first plan begins with a trial of ${HELP_NUMBERS.trialDays} days, without a credit card. The trial starts when you first open the builder or choose a plan. There’s one trial per person: if your email address or Stripe account has already been used for one, your plan starts when you pay its first invoice. If you’ve added a payment method when the trial ends, your plan continues and we charge the first month. If you haven’t, nothing is charged, and your pages stop accepting payments until you reactivate your plan.`,
        'Plans are paid monthly in advance by card through Stripe, and renew automatically until you cancel. Prices don’t include taxes that may apply where you live.',
      ],
    },
    {
      id: 'limits',
      title: 'Sales limits and automatic upgrade',
      blocks: [
        'Your limit counts paid sales in the calendar month (UTC), after coupons and refunds, in US dollars. Other currencies are converted once, when a sale is recorded. The count resets on the 1st of each month. Sandbox and test payments never count toward the limit of a paid plan.',
        `At ${HELP_NUMBERS.warning} of the limit we warn you. By choosing a plan with a limit you agree to an automatic upgrade: if your sales in a month exceed the limit, your plan moves to the next one that fits, and your payment method is charged the difference for the rest of the billing period at once (prorated). During the trial, or without a payment method, your plan may change, but nothing is charged.`,
        'We never stop a sale because of a limit.',
        'You can downgrade at any time, as long as your sales in the current month fit the smaller plan. The change takes effect at the next billing cycle.',
      ],
    },
    {
      id: 'cancelling',
      title: 'Cancellation and failed payments',
      blocks: [
        'You can cancel at any time. Your plan then runs until the end of the paid period, and your pages stay active until then. After that, they’re deactivated, not deleted: visitors see that they aren’t accepting payments. If you reactivate your plan, they’re live again at the same URLs.',
        'If a payment for your plan fails, we notify you, and Stripe retries it over the following days. If all retries fail, your plan is canceled.',
        'We don’t refund billing periods that have already started, unless the law entitles you to a refund or we failed to provide the service.',
      ],
    },
    {
      id: 'price-changes',
      title: 'Price changes',
      blocks: [
        `We announce a new price by email ${HELP_NUMBERS.noticeDays} days before it applies to you. You can cancel before then and never pay it. A lower price applies from your next renewal.`,
      ],
    },
    {
      id: 'selling',
      title: 'Your obligations to buyers',
      blocks: [
        'You’re the seller. You must describe what you sell truthfully, say who you are, deliver what buyers paid for, answer their questions, issue invoices, pay your taxes, and respect consumer rights, such as the right to cancel a purchase.',
        `You must also refund buyers if you promised to or if they have a right to a refund. You can refund on the order or in your Stripe dashboard; refunds take ${HELP_NUMBERS.refundDays} business days to reach the buyer.`,
        'Testimonials must be real and used with permission. A price shown as crossed out must be one you actually charged.',
        'You’re the controller of your buyers’ data. We process it for you as the privacy policy describes: on your instructions, confidentially, with appropriate safeguards, and only with the help of the companies named there. We help you respond to buyers who ask about their data, and we delete it when our agreement ends, unless a law requires us to keep it. This section is the data processing agreement that data protection law requires.',
      ],
    },
    {
      id: 'acceptable-use',
      title: 'Acceptable use',
      blocks: [
        'You must not:',
        {
          list: [
            'Sell anything that is illegal where you or your buyers are, or that Stripe doesn’t allow.',
            'Deceive people about the product, the price, who you are, or who recommended you.',
            'Use text, images, or brands you have no right to use.',
            'Harass anyone, or publish hate speech or child abuse material.',
            'Test stolen cards, phish for data, spread malware, or send spam with links to your pages.',
            'Break into the service, overload it, or get around its limits.',
          ],
        },
        'If a page breaks these rules, we may take it down, and close the account if the violation is serious or repeated. We’ll tell you why, and you can respond, unless the law forbids it or people are at risk.',
        `To report a page, write to ${OPERATOR.legalEmail}.`,
      ],
    },
    {
      id: 'content',
      title: 'Your content and ours',
      blocks: [
        'Your text, images, files, and brands remain yours. You allow us to store, resize, and display them, and to deliver them to your buyers, as needed to provide your pages, and for nothing else.',
        `The software, its name, and its design remain ours. You may use templates, changed or unchanged, for pages you publish with ${SITE.name}.`,
      ],
    },
    {
      id: 'availability',
      title: 'Availability',
      blocks: [
        'We work to keep your pages available at all times but can’t guarantee it: systems and companies we depend on can fail. We make backups. Keep the originals of your images, files, and text, and export pages that matter to you.',
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      blocks: [
        'Each of us is liable without limit for harm caused intentionally or by gross negligence, for harm to life and health, and wherever the law doesn’t allow a limit.',
        'Otherwise we’re liable only for typical, foreseeable harm, up to the amount you paid us in the twelve months before it occurred. We aren’t liable for lost sales, or for what Stripe, your bank, or a buyer does.',
        'If someone makes a claim against us because of what you sold or published, you’ll support us and cover reasonable costs, to the extent that you were responsible.',
        'If you’re a consumer, your rights under the law of your country aren’t affected.',
      ],
    },
    {
      id: 'ending',
      title: 'Ending this agreement',
      blocks: [
        `You can delete your account at any time on your account page. We can end the agreement with ${HELP_NUMBERS.noticeDays} days’ notice, or immediately for a serious reason. We refund what you paid for the remaining time, unless you caused the termination.`,
        'Your Stripe account, with its money, customers, and subscriptions, remains yours in any case. You can export your pages before they’re deleted, unless they are illegal.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      blocks: [
        `We email you ${HELP_NUMBERS.noticeDays} days before new terms apply and explain what is different. If you don’t agree, you can cancel before then. Changes that are required by law or only benefit you may apply sooner.`,
      ],
    },
    {
      id: 'law',
      title: 'Governing law',
      blocks: [
        `These terms are governed by the law of ${OPERATOR.law}, and its courts have jurisdiction. Consumers may also use the courts of the country they live in, and keep the protection of its law.`,
        'If part of these terms is invalid, the rest remains in effect.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        `Questions about these terms: ${OPERATOR.legalEmail}. Help with the software: ${SITE.supportEmail}. By postal mail: ${OPERATOR.name}, ${OPERATOR.address}.`,
      ],
    },
  ],
};
