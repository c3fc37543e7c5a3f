import type { MailOf } from '#domain/mail.ts';

import { dayText, nameOf, usd } from './mail-figures.ts';
import type { MailLinks, MailWords } from './mail-words.ts';

/** Announces the price that a seller pays from a renewal on, or withdraws an announcement. */
export function planPriceChanges(
  { plan, from, to, beginsAt }: MailOf<'plan_price_changes'>,
  { subscription }: MailLinks,
): MailWords {
  const name = nameOf(plan);
  const day = dayText(beginsAt);
  if (from === to)
    return {
      subject: `Your ${name} plan stays at ${usd(from)} a month`,
      title: `Your ${name} plan stays at ${usd(from)}`,
      preview: 'The new price that we announced does not apply.',
      blocks: [
        {
          kind: 'text',
          text: `We announced a new price for your ${name} plan. It does not apply: your plan still costs ${usd(from)} a month.`,
        },
        { kind: 'key', label: 'See your plan', href: subscription },
      ],
    };
  const change = `From ${day} your ${name} plan costs ${usd(to)} instead of ${usd(from)} a month.`;
  const consequence =
    to > from
      ? 'Until then you pay what you paid. Cancel before that day and you never pay the new price.'
      : 'The lower price begins with your next renewal. You do not have to do anything.';
  return {
    subject: `Your ${name} plan costs ${usd(to)} a month from ${day}`,
    title: `A new price for your ${name} plan`,
    preview: change,
    blocks: [
      { kind: 'text', text: `${change} ${consequence}` },
      {
        kind: 'facts',
        rows: [
          ['Price until then', `${usd(from)} a month`],
          ['New price', `${usd(to)} a month`],
          ['New price from', day],
        ],
      },
      { kind: 'key', label: 'See your plan', href: subscription },
    ],
  };
}
