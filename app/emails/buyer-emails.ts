import type { EmailOf, EmailOrder } from '#domain/email.ts';
import type { BillingInterval } from '#domain/order.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { createAnswersBlocks } from './answers-blocks.ts';
import type { EmailBlock, EmailLinks, EmailContent, ReceiptContent } from './email-content.ts';
import { formatDay, formatMoneyOnOneLine, formatDateTime, formatMoneyWithoutCode } from './format.ts';
import { getProductDisplayName, getSellerDisplayName, truncateLine, truncateText } from './sanitize.ts';

const MAX_MESSAGE_LENGTH = 2000;

const RENEWAL_INTERVALS: Record<BillingInterval, string> = {
  weekly: 'every week',
  monthly: 'every month',
  yearly: 'every year',
};

/** Price and discount of the order, or one line with the amount paid if they do not add up to it. */
function createReceiptLines(order: EmailOrder): ReceiptContent['lines'] {
  const { currency, original, discount, paid, couponCode } = order;
  const product = getProductDisplayName(order.productName, 120);
  if (original - discount !== paid || discount === 0) return [[product, formatMoneyWithoutCode(paid, currency)]];
  const coupon = couponCode ? `Coupon ${truncateLine(couponCode, 40)}` : 'Discount';
  return [
    [product, formatMoneyWithoutCode(original, currency)],
    [coupon, formatMoneyWithoutCode(-discount, currency)],
  ];
}

const createReceiptContent = (seller: string, order: EmailOrder): ReceiptContent => ({
  seller,
  number: `No. ${order.number}`,
  dateTime: formatDateTime(order.paidAt),
  lines: createReceiptLines(order),
  total: ['Total paid', formatMoneyOnOneLine(order.paid, order.currency)],
});

function createAgreementBlocks({ termsUrl, privacyUrl }: EmailOf<'receipt'>): EmailBlock[] {
  const [terms, privacy] = [parseSafeUrl(termsUrl), parseSafeUrl(privacyUrl)];
  const links: EmailBlock[] = [];
  if (terms) links.push({ kind: 'link', label: 'Terms', href: terms });
  if (privacy) links.push({ kind: 'link', label: 'Privacy policy', href: privacy });
  if (links.length === 0) return [];
  return [{ kind: 'text', text: 'What you agreed to when you bought:' }, ...links];
}

const describeRenewal = (billing: BillingInterval): string =>
  `It renews ${RENEWAL_INTERVALS[billing]} until it is cancelled, and you can do that yourself at any time.`;

export function receiptEmail(mail: EmailOf<'receipt'>, { purchases }: EmailLinks): EmailContent {
  const { order, renewal } = mail;
  const seller = getSellerDisplayName(mail.seller);
  const product = getProductDisplayName(order.productName, 120);
  const shortSellerName = truncateLine(seller, 36);
  const message = truncateText(mail.message, MAX_MESSAGE_LENGTH);
  const messageBlocks: EmailBlock[] =
    message && !renewal ? [{ kind: 'words', intro: `${seller} writes:`, text: message }] : [];
  return {
    subject: renewal
      ? `Renewed: your receipt from ${shortSellerName} (No. ${order.number})`
      : `Your receipt from ${shortSellerName} (No. ${order.number})`,
    title: renewal ? 'Your subscription goes on' : 'Thank you for your purchase',
    preview: `${formatMoneyOnOneLine(order.paid, order.currency)} for ${product}.`,
    blocks: [
      {
        kind: 'text',
        text: renewal
          ? `Your subscription to “${product}” was renewed, and this is the receipt.`
          : `You bought “${product}”, and this is the receipt.`,
      },
      { kind: 'paper', receipt: createReceiptContent(seller, order) },
      ...messageBlocks,
      ...(renewal ? [] : createAnswersBlocks('What you answered', mail.answers)),
      ...(order.billing ? [{ kind: 'text' as const, text: describeRenewal(order.billing) }] : []),
      { kind: 'key', label: 'See your purchases', href: purchases },
      ...createAgreementBlocks(mail),
    ],
  };
}

/** Maximum length of a name in a subject. */
const MAX_SUBJECT_NAME_LENGTH = 30;
const LINK_MINUTES = 15;

const createPurchasesButton = ({ purchases }: EmailLinks): EmailBlock => ({
  kind: 'key',
  label: 'See your purchases',
  href: purchases,
});

const describeNextTry = (iso: string | null): string =>
  iso === null
    ? 'It is not tried again by itself.'
    : `It is tried again by itself on ${formatDateTime(iso)}; you can also pay it now.`;

export function renewalFailedEmail(mail: EmailOf<'renewal_failed'>, links: EmailLinks): EmailContent {
  const product = getProductDisplayName(mail.productName, 120);
  const payUrl = mail.payUrl && parseSafeUrl(mail.payUrl);
  return {
    subject: `Your payment for “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}” did not go through`,
    title: 'Your payment did not go through',
    preview: `${formatMoneyOnOneLine(mail.amount, mail.currency)} is due for your subscription.`,
    blocks: [
      {
        kind: 'text',
        text: `Your subscription to “${product}” could not be renewed: the bank said no to the payment.`,
      },
      { kind: 'amount', amount: mail.amount, currency: mail.currency, caption: 'Due now' },
      {
        kind: 'text',
        text: `${describeNextTry(mail.nextTryAt)} If your card is new or has expired, another one settles it at once.`,
      },
      payUrl ? { kind: 'key', label: 'Pay now', href: payUrl } : createPurchasesButton(links),
      ...(payUrl ? [{ kind: 'link' as const, label: 'See or cancel your subscription', href: links.purchases }] : []),
    ],
  };
}

export function refundMadeEmail(mail: EmailOf<'refund_made'>, links: EmailLinks): EmailContent {
  const seller = getSellerDisplayName(mail.seller);
  const amountText = formatMoneyOnOneLine(mail.amount, mail.currency);
  return {
    subject: `${amountText} goes back to you from ${truncateLine(seller, 32)}`,
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
          ['Product', getProductDisplayName(mail.productName, 120)],
        ],
      },
      {
        kind: 'text',
        text: 'It goes to the card or account that you paid with. Banks take 5 to 10 business days until they show it.',
      },
      createPurchasesButton(links),
    ],
  };
}

function describeEnding(mail: EmailOf<'subscription_ends'>): {
  state: string;
  subject: string;
  text: string;
} {
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
    subject: `ends on ${formatDay(mail.endsAt)}`,
    text: 'It was cancelled, and nothing more is charged to you. Until that day everything stays as it is.',
  };
}

export function subscriptionEndsEmail(mail: EmailOf<'subscription_ends'>, links: EmailLinks): EmailContent {
  const product = getProductDisplayName(mail.productName, 120);
  const { state, subject, text } = describeEnding(mail);
  const endDetails: EmailBlock[] =
    mail.endsAt === null || mail.undone ? [] : [{ kind: 'facts', rows: [['Ends on', formatDateTime(mail.endsAt)]] }];
  return {
    subject: `Your subscription to “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}” ${subject}`,
    title: `Your subscription ${state}`,
    preview: text,
    blocks: [
      { kind: 'text', text: `This is about your subscription to “${product}”.` },
      ...endDetails,
      { kind: 'text', text },
      ...(endDetails.length > 0
        ? [
            {
              kind: 'text' as const,
              text: 'Changed your mind? Until then you can take it up again on the page of your purchases.',
            },
          ]
        : []),
      createPurchasesButton(links),
    ],
  };
}

/** Throws RangeError if the link does not lead to the buyer portal. */
export function purchasesLinkEmail(mail: EmailOf<'purchases_link'>, { openPurchases }: EmailLinks): EmailContent {
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
