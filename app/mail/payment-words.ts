import { longDate } from '#domain/long-date.ts';
import type { MailOf } from '#domain/mail.ts';
import { planOf } from '#domain/plans.ts';
import { safeUrl } from '#domain/text.ts';

import { limitConsentTo } from './limit-consent.ts';
import { momentText, nameOf, priceOf, usd } from './mail-figures.ts';
import type { MailBlock, MailLinks, MailWords } from './mail-words.ts';

/** Links to the provider's page if its URL is safe, else to the app's own. */
const keyTo = (label: string, url: string | null, own: string): MailBlock => ({
  kind: 'key',
  label,
  href: (url && safeUrl(url)) ?? own,
});

const NEEDS_PAYMENT = {
  no_card: {
    subject: (name: string) => `Add a card to move to ${name}`,
    why: 'There is no card with us, so nothing was charged and your plan is still the same.',
    label: 'Add a card',
  },
  declined: {
    subject: (name: string) => `Your payment for ${name} did not go through`,
    why: 'We could not charge the difference to your card, so your plan is still the same.',
    label: 'Settle it',
  },
} as const;

export function upgradeNeedsPayment(mail: MailOf<'upgrade_needs_payment'>, links: MailLinks): MailWords {
  const name = nameOf(mail.to);
  const { subject, why, label } = NEEDS_PAYMENT[mail.reason];
  return {
    subject: subject(name),
    title: subject(name),
    preview: 'Your sales passed your plan’s limit. Your pages go on selling.',
    blocks: [
      {
        kind: 'text',
        text: `Your sales of this month passed your plan’s limit, and ${name} (${priceOf(mail.to)}) is the plan that fits. ${why}`,
      },
      { kind: 'text', text: 'Your pages go on selling meanwhile, and buyers notice nothing.' },
      limitConsentTo(name, planOf(mail.to).priceUsd * 100),
      keyTo(label, mail.url, links.subscription),
    ],
  };
}

export function paymentFailed(mail: MailOf<'payment_failed'>, { subscription }: MailLinks): MailWords {
  const name = nameOf(mail.plan);
  return {
    subject: `Your payment of ${usd(mail.amount)} did not go through`,
    title: 'Your payment did not go through',
    preview: `${usd(mail.amount)} for ${name} is due.`,
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: 'USD', caption: `Due for ${name}` },
      {
        kind: 'text',
        text: mail.nextTryAt
          ? `We could not charge your card for ${name}. We try again on ${momentText(mail.nextTryAt)}. Your pages stay on sale meanwhile.`
          : `We could not charge your card for ${name}, and do not try again by ourselves. Pay now to keep your pages on sale.`,
      },
      {
        kind: 'text',
        text: 'If your card is new, or its bank said no, a payment by hand with another card settles it at once.',
      },
      keyTo(mail.url ? 'Pay now' : 'Update your card', mail.url, subscription),
    ],
  };
}

export function planCanceled(mail: MailOf<'plan_canceled'>, { subscription }: MailLinks): MailWords {
  const name = nameOf(mail.plan);
  const kept = 'Pages, drafts and orders are kept.';
  if (mail.endsAt === null)
    return {
      subject: `Your ${name} plan has ended`,
      title: `Your ${name} plan has ended`,
      preview: `Your pages are off sale. ${kept}`,
      blocks: [
        {
          kind: 'text',
          text: `Your pages take no payments now, and tell buyers so. ${kept} Nothing more is charged.`,
        },
        {
          kind: 'text',
          text: 'Come back whenever you like: your pages sell again at the same addresses.',
        },
        { kind: 'key', label: 'Reactivate', href: subscription },
      ],
    };
  return {
    subject: `Your ${name} plan ends on ${longDate(new Date(mail.endsAt))}`,
    title: `Your ${name} plan is cancelled`,
    preview: 'Your pages stay on sale until it ends.',
    blocks: [
      { kind: 'facts', rows: [['Plan ends', momentText(mail.endsAt)]] },
      {
        kind: 'text',
        text: `Your pages stay on sale until then, and nothing more is charged. Afterwards they take no payments. ${kept}`,
      },
      { kind: 'text', text: 'Changed your mind? One press keeps the plan as it was.' },
      { kind: 'key', label: 'Keep the plan', href: subscription },
    ],
  };
}
