import type { EmailOf } from '#domain/mail.ts';

import { formatDay, getPlanName, formatUsd } from './mail-figures.ts';
import type { EmailLinks, EmailContent } from './mail-words.ts';

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
