import { formatLongDate } from '#domain/format-date.ts';
import { getPlan, TRIAL_DAYS, type PlanId } from '#domain/plans.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { actionButton, consent, details, priceDisplay, usageBar } from './email-blocks.tsx';
import type { EmailBlock, EmailLinks, EmailTemplates } from './email-content.ts';
import {
  formatDateTime,
  formatDay,
  formatMonth,
  formatPlanPrice,
  formatUsd,
  formatWholeUsd,
  getPlanName,
} from './format.ts';

/** Terms of the sales limit that every seller with a limit agreed to. Repeated in each email about it. */
const describeLimitConsent = (plan = 'the next plan that fits'): string =>
  `If your sales of a month pass the limit, we move you to ${plan} and charge the difference for the rest of your billing month at once. In the trial, or without a card, nothing is charged. No sale is ever stopped.`;

const formatPlanWithPrice = (plan: string, cents: number): string => `${plan} (${formatWholeUsd(cents)} a month)`;
const formatNameAndPrice = (plan: PlanId): string => `${getPlanName(plan)}, ${formatPlanPrice(plan)}`;
const formatLimit = (cents: number | null): string => (cents === null ? 'Unlimited' : `Up to ${formatWholeUsd(cents)}`);

const formatDaysLeft = (days: number): string => {
  if (days <= 0) return 'today';
  return days === 1 ? 'in one day' : `in ${days}\u00a0days`;
};

/** The provider's page if its URL is safe, else the app's own. */
const getPayUrl = (url: string | null, { subscription }: EmailLinks): string =>
  (url && parseSafeUrl(url)) || subscription;

const NEEDS_PAYMENT_COPY = {
  no_card: {
    subject: (name: string) => `Add a card to move to ${name}`,
    reason: 'We don’t have a card on file, so nothing was charged and your plan hasn’t changed.',
    label: 'Add a card',
  },
  declined: {
    subject: (name: string) => `Your payment for ${name} did not go through`,
    reason: 'We couldn’t charge the difference to your card, so your plan hasn’t changed.',
    label: 'Pay now',
  },
} as const;

const usdDisplay = (caption: string, amount: number): EmailBlock => priceDisplay(caption, { amount, currency: 'USD' });

export const PLAN_TEMPLATES = {
  /** Announces the price that a seller pays from a renewal on, or withdraws an announcement. */
  plan_price_changes({ plan, from, to, beginsAt }, { subscription }) {
    const name = getPlanName(plan);
    const startDay = formatDay(beginsAt);
    if (from === to)
      return {
        subject: `Your ${name} plan stays at ${formatUsd(from)} a month`,
        title: `Your ${name} plan stays at ${formatUsd(from)}`,
        preview: 'The new price that we announced does not apply.',
        body: [
          `We announced a new price for your ${name} plan. It does not apply: your plan still costs ${formatUsd(from)} a month.`,
          actionButton('See your plan', subscription),
        ],
      };
    const change = `From ${startDay} your ${name} plan costs ${formatUsd(to)} instead of ${formatUsd(from)} a month.`;
    const advice =
      to > from
        ? 'Until then, your price stays the same. Cancel before that day and you never pay the new price.'
        : 'The lower price begins with your next renewal. You don’t have to do anything.';
    return {
      subject: `Your ${name} plan costs ${formatUsd(to)} a month from ${startDay}`,
      title: `A new price for your ${name} plan`,
      preview: change,
      body: [
        `${change} ${advice}`,
        details(
          ['Price until then', `${formatUsd(from)} a month`],
          ['New price', `${formatUsd(to)} a month`],
          ['New price from', startDay],
        ),
        actionButton('See your plan', subscription),
      ],
    };
  },

  welcome_trial(mail, { builder }) {
    const name = getPlanName(mail.plan);
    return {
      subject: `Your ${TRIAL_DAYS}-day trial of ${name} has started`,
      title: 'Your trial has started',
      preview: 'Nothing to pay until it ends, and no card needed.',
      body: [
        `Welcome! You can try everything in ${name} for ${TRIAL_DAYS} days. You don’t pay anything until the trial ends, and you don’t need a card.`,
        details(
          ['Trial ends', formatDateTime(mail.trialEndsAt)],
          ['Then', formatNameAndPrice(mail.plan)],
          ['Monthly sales', formatLimit(mail.limit)],
        ),
        'Add a card before the trial ends to keep your pages on sale. Without one, you aren’t charged: your pages go off sale, and we keep everything for you.',
        mail.limit !== null && consent(describeLimitConsent()),
        actionButton('Create your first page', builder),
      ],
    };
  },

  trial_ends(mail, { subscription }) {
    return {
      subject: `Your trial ends ${formatDaysLeft(mail.days)}`,
      preview: 'Add a card to keep your pages on sale. Without one, you aren’t charged.',
      body: [
        details(['Trial ends', formatDateTime(mail.trialEndsAt)], ['Then', formatNameAndPrice(mail.plan)]),
        'Already added a card? Then you’re all set: your plan continues, and we charge the first month when the trial ends.',
        'Without a card, you aren’t charged. Your pages go off sale and say so to buyers. Your pages, drafts and orders are kept.',
        actionButton('Add a card', subscription),
      ],
    };
  },

  trial_ended: ({ plan }, { subscription }) => ({
    subject: 'Your trial has ended, and your pages are kept',
    title: 'Your trial has ended',
    preview: 'You weren’t charged. Your pages are off sale until you reactivate your plan.',
    body: [
      'You hadn’t added a card, so you weren’t charged and your subscription is paused. Your pages can’t take payments for now, and they say so to buyers. Your pages, drafts and orders are kept.',
      `Reactivate ${getPlanName(plan)} for ${formatPlanPrice(plan)} at any time, and your pages sell again at the same addresses.`,
      actionButton('Reactivate your plan', subscription),
    ],
  }),

  usage_warning(mail, { subscription }) {
    const name = getPlanName(mail.plan);
    const percentage = `${mail.percentage}%`;
    return {
      subject: `You have used ${percentage} of ${name}’s limit this month`,
      title: `${percentage} of this month’s limit`,
      preview: `${formatUsd(mail.amount)} of the ${formatWholeUsd(mail.limit)} that ${name} covers.`,
      body: [
        usdDisplay('Sold this month', mail.amount),
        usageBar(mail.percentage),
        `Business is going well: you’ve sold ${formatUsd(mail.amount)} this month, and ${name} covers ${formatWholeUsd(mail.limit)}. The count resets to zero on the 1st (UTC).`,
        consent(describeLimitConsent(formatPlanWithPrice(getPlanName(mail.nextPlan), mail.nextPrice))),
        actionButton('See your usage', subscription),
      ],
    };
  },

  limit_reached(mail, { subscription }) {
    const name = getPlanName(mail.plan);
    const nextName = getPlanName(mail.nextPlan);
    return {
      subject: `You have reached ${name}’s limit for this month`,
      title: `You have reached ${name}’s limit`,
      preview: `${formatUsd(mail.amount)} sold this month; ${name} covers ${formatWholeUsd(mail.limit)}.`,
      body: [
        usdDisplay('Sold this month', mail.amount),
        usageBar(Math.floor((mail.amount * 100) / mail.limit)),
        `You’ve sold ${formatUsd(mail.amount)} this month, and ${name} covers ${formatWholeUsd(mail.limit)}. Your pages keep selling, and buyers won’t notice anything.`,
        mail.willCharge
          ? `Once your sales pass the limit, we move you to ${nextName}. We charge your card at once and email you the amount.`
          : 'You aren’t charged for it now.',
        consent(describeLimitConsent(formatPlanWithPrice(nextName, mail.nextPrice))),
        actionButton('See your usage', subscription),
      ],
    };
  },

  plan_upgraded({ from, to, charged, month }, { subscription }) {
    const name = getPlanName(to);
    const limitUsd = getPlan(to).monthlyLimitUsd;
    const chargeText =
      charged > 0
        ? `We charged ${formatUsd(charged)} to your card: the difference between the two plans for the rest of your billing month.`
        : 'Nothing was charged for the move.';
    return {
      subject: `You are on ${name} now`,
      preview: charged > 0 ? `${formatUsd(charged)} was charged.` : 'Nothing was charged.',
      body: [
        charged > 0 && usdDisplay('Charged for the rest of this billing month', charged),
        `Your sales of ${formatMonth(month)} passed ${getPlanName(from)}’s limit, so we moved you to ${name}, as agreed. ${chargeText}`,
        details(
          ['Previous plan', getPlanName(from)],
          ['New plan', formatNameAndPrice(to)],
          ['Monthly sales', formatLimit(limitUsd === null ? null : limitUsd * 100)],
        ),
        'Expecting fewer sales? You can choose a smaller plan at any time. It begins with your next billing month, as long as that month’s sales fit its limit.',
        limitUsd !== null && consent(describeLimitConsent()),
        actionButton('See your plan', subscription),
      ],
    };
  },

  upgrade_needs_payment(mail, links) {
    const name = getPlanName(mail.to);
    const { subject, reason, label } = NEEDS_PAYMENT_COPY[mail.reason];
    return {
      subject: subject(name),
      preview: 'Your sales passed your plan’s limit. Your pages keep selling.',
      body: [
        `This month’s sales passed your plan’s limit, and ${name} (${formatPlanPrice(mail.to)}) is the plan that fits. ${reason}`,
        'Your pages keep selling in the meantime, and buyers won’t notice anything.',
        consent(describeLimitConsent(formatPlanWithPrice(name, getPlan(mail.to).priceUsd * 100))),
        actionButton(label, getPayUrl(mail.url, links)),
      ],
    };
  },

  payment_failed(mail, links) {
    const name = getPlanName(mail.plan);
    const nextTryText = mail.nextTryAt
      ? `We’ll try again on ${formatDateTime(mail.nextTryAt)}. Your pages stay on sale until then.`
      : 'We won’t try again automatically. Pay now to keep your pages on sale.';
    return {
      subject: `Your payment of ${formatUsd(mail.amount)} did not go through`,
      title: 'Your payment did not go through',
      preview: `${formatUsd(mail.amount)} for ${name} is due.`,
      body: [
        usdDisplay(`Due for ${name}`, mail.amount),
        `We couldn’t charge your card for ${name}. ${nextTryText}`,
        'If you have a new card, or your bank declined this one, you can pay with a different card now.',
        actionButton(mail.url ? 'Pay now' : 'Update your card', getPayUrl(mail.url, links)),
      ],
    };
  },

  plan_canceled(mail, { subscription }) {
    const name = getPlanName(mail.plan);
    const kept = 'Your pages, drafts and orders are kept.';
    if (mail.endsAt === null)
      return {
        subject: `Your ${name} plan has ended`,
        preview: `Your pages are off sale. ${kept}`,
        body: [
          `Your pages no longer take payments, and they say so to buyers. ${kept} You won’t be charged again.`,
          'Come back at any time, and your pages sell again at the same addresses.',
          actionButton('Reactivate your plan', subscription),
        ],
      };
    return {
      subject: `Your ${name} plan ends on ${formatLongDate(new Date(mail.endsAt))}`,
      title: `Your ${name} plan is canceled`,
      preview: 'Your pages stay on sale until it ends.',
      body: [
        details(['Plan ends', formatDateTime(mail.endsAt)]),
        `Your pages stay on sale until then, and you won’t be charged again. After that, they no longer take payments. ${kept}`,
        'Changed your mind? Resume your plan with one click.',
        actionButton('Resume your plan', subscription),
      ],
    };
  },
} satisfies Partial<EmailTemplates>;
