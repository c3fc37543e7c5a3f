import type { MailOf } from '#domain/mail.ts';
import { safeUrl } from '#domain/text.ts';

import { productOf, sellerOf } from './buyer-names.ts';
import { dayText, money, momentText } from './mail-figures.ts';
import type { MailBlock, MailLinks, MailWords } from './mail-words.ts';
import { shownName } from './plain-name.ts';

/** Maximum length of a name in a subject. */
const IN_SUBJECT = 30;
const LINK_MINUTES = 15;

const toPurchases = ({ purchases }: MailLinks): MailBlock => ({
  kind: 'key',
  label: 'See your purchases',
  href: purchases,
});

const nextTry = (iso: string | null): string =>
  iso === null
    ? 'It is not tried again by itself.'
    : `It is tried again by itself on ${momentText(iso)}; you can also pay it now.`;

export function renewalFailed(mail: MailOf<'renewal_failed'>, links: MailLinks): MailWords {
  const product = productOf(mail.productName, 120);
  const payUrl = mail.payUrl && safeUrl(mail.payUrl);
  return {
    subject: `Your payment for “${shownName(product, IN_SUBJECT)}” did not go through`,
    title: 'Your payment did not go through',
    preview: `${money(mail.amount, mail.currency)} is due for your subscription.`,
    blocks: [
      {
        kind: 'text',
        text: `Your subscription to “${product}” could not be renewed: the bank said no to the payment.`,
      },
      { kind: 'amount', amount: mail.amount, currency: mail.currency, caption: 'Due now' },
      {
        kind: 'text',
        text: `${nextTry(mail.nextTryAt)} If your card is new or has expired, another one settles it at once.`,
      },
      payUrl ? { kind: 'key', label: 'Pay now', href: payUrl } : toPurchases(links),
      ...(payUrl
        ? [{ kind: 'link' as const, label: 'See or cancel your subscription', href: links.purchases }]
        : []),
    ],
  };
}

export function refundMade(mail: MailOf<'refund_made'>, links: MailLinks): MailWords {
  const seller = sellerOf(mail.seller);
  const sum = money(mail.amount, mail.currency);
  return {
    subject: `${sum} goes back to you from ${shownName(seller, 32)}`,
    title: 'Your money is on its way back',
    preview: mail.whole ? 'Your whole payment was refunded.' : 'A part of your payment was refunded.',
    blocks: [
      {
        kind: 'text',
        text: mail.whole
          ? `${seller} has given back your whole payment.`
          : `${seller} has given back a part of your payment.`,
      },
      { kind: 'amount', amount: mail.amount, currency: mail.currency, caption: 'Refunded' },
      {
        kind: 'facts',
        rows: [
          ['Receipt', `No. ${mail.number}`],
          ['Product', productOf(mail.productName, 120)],
        ],
      },
      {
        kind: 'text',
        text: 'It goes to the card or account that you paid with. Banks take 5 to 10 business days until they show it.',
      },
      toPurchases(links),
    ],
  };
}

function endingText(mail: MailOf<'subscription_ends'>): { state: string; subject: string; text: string } {
  if (mail.undone)
    return {
      state: 'goes on',
      subject: 'goes on',
      text: 'The cancellation was taken back. Your subscription renews as before.',
    };
  if (mail.endsAt === null)
    return {
      state: 'has ended',
      subject: 'has ended',
      text: 'Nothing more is charged to you. You can subscribe again whenever you like.',
    };
  return {
    state: 'will end',
    subject: `ends on ${dayText(mail.endsAt)}`,
    text: 'It was cancelled, and nothing more is charged to you. Until that day everything stays as it is.',
  };
}

export function subscriptionEnds(mail: MailOf<'subscription_ends'>, links: MailLinks): MailWords {
  const product = productOf(mail.productName, 120);
  const { state, subject, text } = endingText(mail);
  const ends: MailBlock[] =
    mail.endsAt === null || mail.undone
      ? []
      : [{ kind: 'facts', rows: [['Ends on', momentText(mail.endsAt)]] }];
  return {
    subject: `Your subscription to “${shownName(product, IN_SUBJECT)}” ${subject}`,
    title: `Your subscription ${state}`,
    preview: text,
    blocks: [
      { kind: 'text', text: `This is about your subscription to “${product}”.` },
      ...ends,
      { kind: 'text', text },
      ...(ends.length > 0
        ? [
            {
              kind: 'text' as const,
              text: 'Changed your mind? Until then you can take it up again on the page of your purchases.',
            },
          ]
        : []),
      toPurchases(links),
    ],
  };
}

/** Throws RangeError if the link does not lead to the buyer portal. */
export function purchasesLink(mail: MailOf<'purchases_link'>, { openPurchases }: MailLinks): MailWords {
  if (!mail.link.startsWith(`${openPurchases}?`)) throw new RangeError('The link of a mail leads elsewhere');
  return {
    subject: 'The link to your purchases',
    title: 'Your purchases',
    preview: `The link works once, within ${LINK_MINUTES} minutes.`,
    blocks: [
      {
        kind: 'text',
        text: 'Here is the way to everything that was bought with this address: receipts, subscriptions and how to end them.',
      },
      { kind: 'key', label: 'Open your purchases', href: mail.link },
      {
        kind: 'text',
        text: `It works once, within ${LINK_MINUTES} minutes. Give it to nobody: whoever has it sees your purchases.`,
      },
      {
        kind: 'text',
        text: 'You did not ask for it? Then somebody has typed your address. Leave this mail alone, and nothing happens.',
      },
    ],
  };
}
