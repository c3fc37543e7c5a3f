import { formatLongDate } from '#domain/long-date.ts';
import type { EmailOf } from '#domain/mail.ts';
import { getPlan } from '#domain/plans.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { createLimitConsent } from './limit-consent.ts';
import { formatDateTime, getPlanName, formatPlanPrice, formatUsd } from './mail-figures.ts';
import type { EmailBlock, EmailLinks, EmailContent } from './mail-words.ts';

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
  const keptNote = 'Pages, drafts and orders are kept.';
  if (mail.endsAt === null)
    return {
      subject: `Your ${name} plan has ended`,
      title: `Your ${name} plan has ended`,
      preview: `Your pages are off sale. ${keptNote}`,
      blocks: [
        {
          kind: 'text',
          text: `Your pages take no payments now, and tell buyers so. ${keptNote} Nothing more is charged.`,
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
        text: `Your pages stay on sale until then, and nothing more is charged. Afterwards they take no payments. ${keptNote}`,
      },
      { kind: 'text', text: 'Changed your mind? One press keeps the plan as it was.' },
      { kind: 'key', label: 'Keep the plan', href: subscription },
    ],
  };
}
