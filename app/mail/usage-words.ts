import type { EmailOf } from '#domain/mail.ts';
import { getPlan } from '#domain/plans.ts';

import { LIMIT_CONSENT, createLimitConsent } from './limit-consent.ts';
import { formatMonth, getPlanName, formatPercent, formatPlanPrice, formatUsd, formatWholeUsd } from './mail-figures.ts';
import type { EmailBlock, EmailLinks, EmailContent } from './mail-words.ts';

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
