import type { EmailOf } from '#domain/email.ts';
import { formatLongDate } from '#domain/format-date.ts';
import { getPlan, TRIAL_DAYS } from '#domain/plans.ts';
import { parseSafeUrl } from '#domain/text.ts';

import type { EmailBlock, EmailLinks, EmailContent } from './email-content.ts';
import {
  formatMonth,
  getPlanName,
  formatPercent,
  formatPlanPrice,
  formatUsd,
  formatWholeUsd,
  formatDateTime,
  formatDay,
} from './format.ts';

/** Announces the price that a seller pays from a renewal on, or withdraws an announcement. */
export function planPriceChangesEmail(
  { plan, from, to, beginsAt }: EmailOf<'plan_price_changes'>,
  { subscription }: EmailLinks,
): EmailContent {
  const name = getPlanName(plan);
  const startDay = formatDay(beginsAt);
  if (from === to)
    return {
      subject: `Your ${name} plan stays at ${formatUsd(from)} a month`,
      title: `Your ${name} plan stays at ${formatUsd(from)}`,
      preview: 'The new price that we announced does not apply.',
      blocks: [
        {
          kind: 'text',
          text: `We announced a new price for your ${name} plan. It does not apply: your plan still costs ${formatUsd(from)} a month.`,
        },
        { kind: 'key', label: 'See your plan', href: subscription },
      ],
    };
  const changeText = `From ${startDay} your ${name} plan costs ${formatUsd(to)} instead of ${formatUsd(from)} a month.`;
  const consequenceText =
    to > from
      ? 'Until then you pay what you paid. Cancel before that day and you never pay the new price.'
      : 'The lower price begins with your next renewal. You do not have to do anything.';
  return {
    subject: `Your ${name} plan costs ${formatUsd(to)} a month from ${startDay}`,
    title: `A new price for your ${name} plan`,
    preview: changeText,
    blocks: [
      { kind: 'text', text: `${changeText} ${consequenceText}` },
      {
        kind: 'facts',
        rows: [
          ['Price until then', `${formatUsd(from)} a month`],
          ['New price', `${formatUsd(to)} a month`],
          ['New price from', startDay],
        ],
      },
      { kind: 'key', label: 'See your plan', href: subscription },
    ],
  };
}

const describeLimitConsent = (to: string): string =>
  `If your sales of a month pass the limit, we move you to ${to} and charge the difference for the rest of your billing month at once. In the trial, or without a card, nothing is charged. No sale is ever stopped.`;

/** Terms of the sales limit that every seller with a limit agreed to. Repeated in each email about it. */
export const LIMIT_CONSENT: EmailBlock = {
  kind: 'consent',
  text: describeLimitConsent('the next plan that fits'),
};

/** The same with the plan's name, and its price in US cents. */
export const createLimitConsent = (plan: string, price: number): EmailBlock => ({
  kind: 'consent',
  text: describeLimitConsent(`${plan} (${formatWholeUsd(price)} a month)`),
});

export function welcomeTrialEmail(mail: EmailOf<'welcome_trial'>, { builder }: EmailLinks): EmailContent {
  const name = getPlanName(mail.plan);
  return {
    subject: `Your ${TRIAL_DAYS} days on ${name} have begun`,
    title: `Your ${TRIAL_DAYS} days have begun`,
    preview: 'Nothing to pay until they are over, and no card is asked for.',
    blocks: [
      {
        kind: 'text',
        text: `Welcome. Everything that ${name} holds is yours to try. There is nothing to pay until the trial is over, and no card is asked for.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Trial ends', formatDateTime(mail.trialEndsAt)],
          ['Then', `${name}, ${formatPlanPrice(mail.plan)}`],
          ['Sales of a month', mail.limit === null ? 'Without a limit' : `Up to ${formatWholeUsd(mail.limit)}`],
        ],
      },
      {
        kind: 'text',
        text: 'Add a card before the trial ends, and your pages go on selling. Without one nothing is charged: your pages stop selling, and everything is kept for you.',
      },
      ...(mail.limit === null ? [] : [LIMIT_CONSENT]),
      { kind: 'key', label: 'Make your first page', href: builder },
    ],
  };
}

const formatDaysLeft = (days: number): string => {
  if (days <= 0) return 'today';
  return days === 1 ? 'in one day' : `in ${days}\u00a0days`;
};

export function trialEndsEmail(mail: EmailOf<'trial_ends'>, { subscription }: EmailLinks): EmailContent {
  const timeLeft = formatDaysLeft(mail.days);
  return {
    subject: `Your trial ends ${timeLeft}`,
    title: `Your trial ends ${timeLeft}`,
    preview: 'With a card your pages go on selling. Without one nothing is charged.',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Trial ends', formatDateTime(mail.trialEndsAt)],
          ['Then', `${getPlanName(mail.plan)}, ${formatPlanPrice(mail.plan)}`],
        ],
      },
      {
        kind: 'text',
        text: 'If your card is with us already, there is nothing to do: your plan goes on, and its first month is charged when the trial ends.',
      },
      {
        kind: 'text',
        text: 'Without a card nothing is charged. Your pages stop selling then, and say so politely to buyers; pages, drafts and orders are kept.',
      },
      { kind: 'key', label: 'Add a card', href: subscription },
    ],
  };
}

export function trialEndedEmail(mail: EmailOf<'trial_ended'>, { subscription }: EmailLinks): EmailContent {
  return {
    subject: 'Your trial has ended, and your pages are kept',
    title: 'Your trial has ended',
    preview: 'Nothing was charged. Your pages are off sale until you choose to go on.',
    blocks: [
      {
        kind: 'text',
        text: 'There was no card, so nothing was charged and your subscription is paused. Your pages take no payments for now, and tell buyers so. Pages, drafts and orders are all kept.',
      },
      {
        kind: 'text',
        text: `Reactivate ${getPlanName(mail.plan)} for ${formatPlanPrice(mail.plan)} whenever you like, and your pages sell again at the same addresses.`,
      },
      { kind: 'key', label: 'Reactivate', href: subscription },
    ],
  };
}

export function usageWarningEmail(mail: EmailOf<'usage_warning'>, { subscription }: EmailLinks): EmailContent {
  const name = getPlanName(mail.plan);
  return {
    subject: `You have used ${formatPercent(mail.percentage)} of ${name}’s limit this month`,
    title: `${formatPercent(mail.percentage)} of this month’s limit`,
    preview: `${formatUsd(mail.amount)} of the ${formatWholeUsd(mail.limit)} that ${name} covers.`,
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: 'USD', caption: 'Sold this month' },
      { kind: 'roll', percentage: mail.percentage },
      {
        kind: 'text',
        text: `It goes well: you have sold ${formatUsd(mail.amount)} this month, and ${name} covers ${formatWholeUsd(mail.limit)}. The count starts again at zero on the 1st (UTC).`,
      },
      createLimitConsent(getPlanName(mail.nextPlan), mail.nextPrice),
      { kind: 'key', label: 'See your usage', href: subscription },
    ],
  };
}

export function limitReachedEmail(mail: EmailOf<'limit_reached'>, { subscription }: EmailLinks): EmailContent {
  const name = getPlanName(mail.plan);
  const nextPlanName = getPlanName(mail.nextPlan);
  return {
    subject: `You have reached ${name}’s limit for this month`,
    title: `You have reached ${name}’s limit`,
    preview: `${formatUsd(mail.amount)} sold this month; ${name} covers ${formatWholeUsd(mail.limit)}.`,
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: 'USD', caption: 'Sold this month' },
      { kind: 'roll', percentage: Math.floor((mail.amount * 100) / mail.limit) },
      {
        kind: 'text',
        text: `You have sold ${formatUsd(mail.amount)} this month, and ${name} covers ${formatWholeUsd(mail.limit)}. Your pages go on selling, and buyers notice nothing.`,
      },
      {
        kind: 'text',
        text: mail.willCharge
          ? `Once your sales pass it, you are moved to ${nextPlanName}. Your card is charged at once, and a mail tells you the amount.`
          : 'Nothing is charged to you for it now.',
      },
      createLimitConsent(nextPlanName, mail.nextPrice),
      { kind: 'key', label: 'See your usage', href: subscription },
    ],
  };
}

const describeUpgrade = ({ from, to, charged, month }: EmailOf<'plan_upgraded'>): string => {
  const reason = `Your sales of ${formatMonth(month)} passed ${getPlanName(from)}’s limit, so we moved you to ${getPlanName(to)}, as agreed.`;
  return charged > 0
    ? `${reason} We charged ${formatUsd(charged)} to your card: the difference between the two plans for the rest of your billing month.`
    : `${reason} Nothing was charged for the move.`;
};

const createChargeBlocks = (cents: number): EmailBlock[] =>
  cents > 0
    ? [
        {
          kind: 'figure',
          amount: cents,
          currency: 'USD',
          caption: 'Charged for the rest of this billing month',
        },
      ]
    : [];

export function planUpgradedEmail(mail: EmailOf<'plan_upgraded'>, { subscription }: EmailLinks): EmailContent {
  const name = getPlanName(mail.to);
  const limit = getPlan(mail.to).monthlyLimitUsd;
  return {
    subject: `You are on ${name} now`,
    title: `You are on ${name} now`,
    preview: mail.charged > 0 ? `${formatUsd(mail.charged)} was charged.` : 'Nothing was charged.',
    blocks: [
      ...createChargeBlocks(mail.charged),
      { kind: 'text', text: describeUpgrade(mail) },
      {
        kind: 'facts',
        rows: [
          ['Plan until now', getPlanName(mail.from)],
          ['Plan from now on', `${name}, ${formatPlanPrice(mail.to)}`],
          ['Sales of a month', limit === null ? 'Without a limit' : `Up to ${formatWholeUsd(limit * 100)}`],
        ],
      },
      {
        kind: 'text',
        text: 'A quieter time ahead? Choose a smaller plan at any time. It begins with your next billing month, as long as the month’s sales fit it.',
      },
      ...(limit === null ? [] : [LIMIT_CONSENT]),
      { kind: 'key', label: 'See your plan', href: subscription },
    ],
  };
}

/** Links to the provider's page if its URL is safe, else to the app's own. */
const createButton = (label: string, url: string | null, fallbackUrl: string): EmailBlock => ({
  kind: 'key',
  label,
  href: (url && parseSafeUrl(url)) ?? fallbackUrl,
});

const NEEDS_PAYMENT_COPY = {
  no_card: {
    subject: (name: string) => `Add a card to move to ${name}`,
    reason: 'There is no card with us, so nothing was charged and your plan is still the same.',
    label: 'Add a card',
  },
  declined: {
    subject: (name: string) => `Your payment for ${name} did not go through`,
    reason: 'We could not charge the difference to your card, so your plan is still the same.',
    label: 'Settle it',
  },
} as const;

export function upgradeNeedsPaymentEmail(mail: EmailOf<'upgrade_needs_payment'>, links: EmailLinks): EmailContent {
  const name = getPlanName(mail.to);
  const { subject, reason, label } = NEEDS_PAYMENT_COPY[mail.reason];
  return {
    subject: subject(name),
    title: subject(name),
    preview: 'Your sales passed your plan’s limit. Your pages go on selling.',
    blocks: [
      {
        kind: 'text',
        text: `Your sales of this month passed your plan’s limit, and ${name} (${formatPlanPrice(mail.to)}) is the plan that fits. ${reason}`,
      },
      { kind: 'text', text: 'Your pages go on selling meanwhile, and buyers notice nothing.' },
      createLimitConsent(name, getPlan(mail.to).priceUsd * 100),
      createButton(label, mail.url, links.subscription),
    ],
  };
}

export function paymentFailedEmail(mail: EmailOf<'payment_failed'>, { subscription }: EmailLinks): EmailContent {
  const name = getPlanName(mail.plan);
  return {
    subject: `Your payment of ${formatUsd(mail.amount)} did not go through`,
    title: 'Your payment did not go through',
    preview: `${formatUsd(mail.amount)} for ${name} is due.`,
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: 'USD', caption: `Due for ${name}` },
      {
        kind: 'text',
        text: mail.nextTryAt
          ? `We could not charge your card for ${name}. We try again on ${formatDateTime(mail.nextTryAt)}. Your pages stay on sale meanwhile.`
          : `We could not charge your card for ${name}, and do not try again by ourselves. Pay now to keep your pages on sale.`,
      },
      {
        kind: 'text',
        text: 'If your card is new, or its bank said no, a payment by hand with another card settles it at once.',
      },
      createButton(mail.url ? 'Pay now' : 'Update your card', mail.url, subscription),
    ],
  };
}

export function planCanceledEmail(mail: EmailOf<'plan_canceled'>, { subscription }: EmailLinks): EmailContent {
  const name = getPlanName(mail.plan);
  const nothingDeletedText = 'Pages, drafts and orders are kept.';
  if (mail.endsAt === null)
    return {
      subject: `Your ${name} plan has ended`,
      title: `Your ${name} plan has ended`,
      preview: `Your pages are off sale. ${nothingDeletedText}`,
      blocks: [
        {
          kind: 'text',
          text: `Your pages take no payments now, and tell buyers so. ${nothingDeletedText} Nothing more is charged.`,
        },
        {
          kind: 'text',
          text: 'Come back whenever you like: your pages sell again at the same addresses.',
        },
        { kind: 'key', label: 'Reactivate', href: subscription },
      ],
    };
  return {
    subject: `Your ${name} plan ends on ${formatLongDate(new Date(mail.endsAt))}`,
    title: `Your ${name} plan is cancelled`,
    preview: 'Your pages stay on sale until it ends.',
    blocks: [
      { kind: 'facts', rows: [['Plan ends', formatDateTime(mail.endsAt)]] },
      {
        kind: 'text',
        text: `Your pages stay on sale until then, and nothing more is charged. Afterwards they take no payments. ${nothingDeletedText}`,
      },
      { kind: 'text', text: 'Changed your mind? One press keeps the plan as it was.' },
      { kind: 'key', label: 'Keep the plan', href: subscription },
    ],
  };
}
