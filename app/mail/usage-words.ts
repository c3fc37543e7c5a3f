import type { MailOf } from '#domain/mail.ts';
import { planOf } from '#domain/plans.ts';

import { LIMIT_CONSENT, limitConsentTo } from './limit-consent.ts';
import { monthText, nameOf, percent, priceOf, usd, wholeUsd } from './mail-figures.ts';
import type { MailBlock, MailLinks, MailWords } from './mail-words.ts';

export function usageWarning(mail: MailOf<'usage_warning'>, { subscription }: MailLinks): MailWords {
  const name = nameOf(mail.plan);
  return {
    subject: `You have used ${percent(mail.percentage)} of ${name}’s limit this month`,
    title: `${percent(mail.percentage)} of this month’s limit`,
    preview: `${usd(mail.amount)} of the ${wholeUsd(mail.limit)} that ${name} covers.`,
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: 'USD', caption: 'Sold this month' },
      { kind: 'roll', percentage: mail.percentage },
      {
        kind: 'text',
        text: `It goes well: you have sold ${usd(mail.amount)} this month, and ${name} covers ${wholeUsd(mail.limit)}. The count starts again at zero on the 1st (UTC).`,
      },
      limitConsentTo(nameOf(mail.nextPlan), mail.nextPrice),
      { kind: 'key', label: 'See your usage', href: subscription },
    ],
  };
}

export function limitReached(mail: MailOf<'limit_reached'>, { subscription }: MailLinks): MailWords {
  const name = nameOf(mail.plan);
  const next = nameOf(mail.nextPlan);
  return {
    subject: `You have reached ${name}’s limit for this month`,
    title: `You have reached ${name}’s limit`,
    preview: `${usd(mail.amount)} sold this month; ${name} covers ${wholeUsd(mail.limit)}.`,
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: 'USD', caption: 'Sold this month' },
      { kind: 'roll', percentage: Math.floor((mail.amount * 100) / mail.limit) },
      {
        kind: 'text',
        text: `You have sold ${usd(mail.amount)} this month, and ${name} covers ${wholeUsd(mail.limit)}. Your pages go on selling, and buyers notice nothing.`,
      },
      {
        kind: 'text',
        text: mail.willCharge
          ? `Once your sales pass it, you are moved to ${next}. Your card is charged at once, and a mail tells you the amount.`
          : 'Nothing is charged to you for it now.',
      },
      limitConsentTo(next, mail.nextPrice),
      { kind: 'key', label: 'See your usage', href: subscription },
    ],
  };
}

const movedText = ({ from, to, charged, month }: MailOf<'plan_upgraded'>): string => {
  const because = `Your sales of ${monthText(month)} passed ${nameOf(from)}’s limit, so we moved you to ${nameOf(to)}, as agreed.`;
  return charged > 0
    ? `${because} We charged ${usd(charged)} to your card: the difference between the two plans for the rest of your billing month.`
    : `${because} Nothing was charged for the move.`;
};

const chargedFigure = (cents: number): MailBlock[] =>
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

export function planUpgraded(mail: MailOf<'plan_upgraded'>, { subscription }: MailLinks): MailWords {
  const name = nameOf(mail.to);
  const limit = planOf(mail.to).monthlyLimitUsd;
  return {
    subject: `You are on ${name} now`,
    title: `You are on ${name} now`,
    preview: mail.charged > 0 ? `${usd(mail.charged)} was charged.` : 'Nothing was charged.',
    blocks: [
      ...chargedFigure(mail.charged),
      { kind: 'text', text: movedText(mail) },
      {
        kind: 'facts',
        rows: [
          ['Plan until now', nameOf(mail.from)],
          ['Plan from now on', `${name}, ${priceOf(mail.to)}`],
          ['Sales of a month', limit === null ? 'Without a limit' : `Up to ${wholeUsd(limit * 100)}`],
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
