import type { EmailOf } from '#domain/mail.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';

import { LIMIT_CONSENT } from './limit-consent.ts';
import { formatDateTime, getPlanName, formatPlanPrice, formatWholeUsd } from './mail-figures.ts';
import type { EmailLinks, EmailContent } from './mail-words.ts';

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
