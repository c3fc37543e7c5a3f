import type { EmailOf } from '#domain/email.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { createAnswersBlocks } from './answers-blocks.ts';
import type { EmailBlock, EmailLinks, EmailContent } from './email-content.ts';
import { getCountryName, formatDay, formatMoneyOnOneLine, formatDateTime } from './format.ts';
import { sanitizeEmail, sanitizeName, humanizeCode, truncateLine } from './sanitize.ts';

const MAX_SUBJECT_NAME_LENGTH = 30;
const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Buyers type their names themselves, so names are sanitized and never become links. */
const getBuyerDisplayName = (text: string): string => sanitizeEmail(text) || sanitizeName(text) || 'A buyer';
const getProductDisplayName = (name: string): string => truncateLine(name, 120) || 'Your product';
const describeReason = (code: string): string => humanizeCode(code) || 'Not told';

const createOrderButton = ({ orders }: EmailLinks, id: string): EmailBlock => ({
  kind: 'key',
  label: 'See the order',
  href: UUID_PATTERN.test(id) ? `${orders}/${id}` : orders,
});

export function saleNoticeEmail(mail: EmailOf<'sale_notice'>, links: EmailLinks): EmailContent {
  const { order, renewal } = mail;
  const product = getProductDisplayName(order.productName);
  const amountText = formatMoneyOnOneLine(order.paid, order.currency);
  const rows: [string, string][] = [
    ['Buyer', getBuyerDisplayName(mail.buyer)],
    ['Product', product],
    ['Order', `No. ${order.number}`],
  ];
  const country = getCountryName(mail.country);
  if (country) rows.splice(1, 0, ['Country', country]);
  if (order.couponCode && order.discount > 0) rows.push(['Coupon', truncateLine(order.couponCode, 40)]);
  return {
    subject: renewal
      ? `Renewed: “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}”, ${amountText}`
      : `Sold: “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}”, ${amountText}`,
    title: renewal ? 'A subscription was renewed' : 'You have made a sale',
    preview: `${amountText} from ${getBuyerDisplayName(mail.buyer)}.`,
    blocks: [
      { kind: 'figure', amount: order.paid, currency: order.currency, caption: 'Paid' },
      { kind: 'facts', rows },
      ...(renewal ? [] : createAnswersBlocks('What they answered', mail.answers)),
      createOrderButton(links, order.id),
    ],
  };
}

export function renewalFailedNoticeEmail(mail: EmailOf<'renewal_failed_notice'>, links: EmailLinks): EmailContent {
  const product = getProductDisplayName(mail.productName);
  return {
    subject: `A renewal of “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}” did not go through`,
    title: 'A renewal did not go through',
    preview: `${formatMoneyOnOneLine(mail.amount, mail.currency)} from ${getBuyerDisplayName(mail.buyer)} is due.`,
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: mail.currency, caption: 'Due' },
      {
        kind: 'facts',
        rows: [
          ['Buyer', getBuyerDisplayName(mail.buyer)],
          ['Product', product],
          ['Next try', mail.nextTryAt === null ? 'None' : formatDateTime(mail.nextTryAt)],
        ],
      },
      {
        kind: 'text',
        text:
          mail.nextTryAt === null
            ? 'The bank said no, and Stripe does not try again by itself. Your buyer was told how to pay.'
            : 'The bank said no. Your buyer was told how to pay, and Stripe tries again by itself: there is nothing to do.',
      },
      createOrderButton(links, mail.orderId),
    ],
  };
}

export function refundFailedNoticeEmail(mail: EmailOf<'refund_failed_notice'>, links: EmailLinks): EmailContent {
  const amountText = formatMoneyOnOneLine(mail.amount, mail.currency);
  const reasonRows: [string, string][] = mail.reason ? [['Stripe says', describeReason(mail.reason)]] : [];
  return {
    subject: `Your refund of ${amountText} failed (order No. ${mail.number})`,
    title: 'A refund failed',
    preview: 'The money is with you again, and your buyer does not have it.',
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: mail.currency, caption: 'Not given back' },
      { kind: 'facts', rows: [['Order', `No. ${mail.number}`], ...reasonRows] },
      {
        kind: 'text',
        text: 'The refund did not reach your buyer: their bank sent it back, and the money is with you again.',
      },
      {
        kind: 'text',
        text: 'Ask your buyer for another way to give it back, or try once more from the order.',
      },
      createOrderButton(links, mail.orderId),
    ],
  };
}

const DISPUTE_TEXT =
  'The buyer’s bank has taken the money back until this is decided. You answer at Stripe, with what shows that the sale was right; without an answer it is lost. A refund is not possible meanwhile.';
const INQUIRY_TEXT =
  'The buyer’s bank only asks so far, and has taken nothing. You answer at Stripe, with what shows that the sale was right, or give the money back. Left alone it may become a dispute, which takes the money and a fee.';

export function disputeNoticeEmail(mail: EmailOf<'dispute_notice'>, links: EmailLinks): EmailContent {
  const amountText = formatMoneyOnOneLine(mail.amount, mail.currency);
  const url = parseSafeUrl(mail.url);
  const subjectPrefix = mail.inquiry ? 'A bank asks about' : 'Disputed:';
  return {
    subject: mail.dueBy
      ? `${subjectPrefix} ${amountText}. Answer by ${formatDay(mail.dueBy)}`
      : `${subjectPrefix} ${amountText} of order No. ${mail.number}`,
    title: mail.inquiry ? 'A bank asks about a payment' : 'A payment is disputed',
    preview: `Order No. ${mail.number}: the bank asks why ${amountText} was charged.`,
    blocks: [
      {
        kind: 'figure',
        amount: mail.amount,
        currency: mail.currency,
        caption: mail.inquiry ? 'Asked about' : 'Disputed',
      },
      {
        kind: 'facts',
        rows: [
          ['Order', `No. ${mail.number}`],
          ['Product', getProductDisplayName(mail.productName)],
          ['Buyer', getBuyerDisplayName(mail.buyer)],
          ['Reason', describeReason(mail.reason)],
          ['Answer by', mail.dueBy ? formatDateTime(mail.dueBy) : 'No date is given'],
        ],
      },
      {
        kind: 'text',
        text: mail.inquiry ? INQUIRY_TEXT : DISPUTE_TEXT,
      },
      createOrderButton(links, mail.orderId),
      ...(url ? [{ kind: 'link' as const, label: 'Answer at Stripe', href: url }] : []),
    ],
  };
}

function inquiryClosedEmail(mail: EmailOf<'dispute_closed'>, links: EmailLinks): EmailContent {
  const amountText = formatMoneyOnOneLine(mail.amount, mail.currency);
  return {
    subject: `The bank asks no more about ${amountText} (No. ${mail.number})`,
    title: 'A bank’s question is closed',
    preview: 'It came to no dispute.',
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: mail.currency, caption: 'Asked about' },
      {
        kind: 'text',
        text: `The bank had asked about ${amountText} of order No. ${mail.number}. It came to no dispute, and the bank has taken nothing.`,
      },
      createOrderButton(links, mail.orderId),
    ],
  };
}

export function disputeClosedEmail(mail: EmailOf<'dispute_closed'>, links: EmailLinks): EmailContent {
  if (mail.inquiry) return inquiryClosedEmail(mail, links);
  const amountText = formatMoneyOnOneLine(mail.amount, mail.currency);
  const isWon = mail.outcome === 'won';
  return {
    subject: `You ${isWon ? 'won' : 'lost'} the dispute over ${amountText} (No. ${mail.number})`,
    title: isWon ? 'You won a dispute' : 'You lost a dispute',
    preview: isWon ? `${amountText} is yours again.` : `${amountText} stays with the buyer.`,
    blocks: [
      {
        kind: 'figure',
        amount: mail.amount,
        currency: mail.currency,
        caption: isWon ? 'Back with you' : 'Lost',
      },
      {
        kind: 'text',
        text: isWon
          ? `The bank has decided on order No. ${mail.number} in your favour, and the money is yours again.`
          : `The bank has decided on order No. ${mail.number} in favour of your buyer. The money stays with them, and no longer counts as sold.`,
      },
      createOrderButton(links, mail.orderId),
    ],
  };
}

const PAYMENTS_OFF_COPY = {
  restricted: {
    subject: 'Your pages are off sale: Stripe needs something from you',
    title: 'Stripe has stopped payments to you',
    text: 'Stripe lets your account take no payments until it has what it asks for. Your pages say politely that nothing can be bought just now, and come back by themselves.',
  },
  disconnected: {
    subject: 'Your pages are off sale: your Stripe account is disconnected',
    title: 'Your Stripe account is disconnected',
    text: 'Your Stripe account was disconnected from us, so that your pages can take no payments. Nothing else is lost: connect it again, and they sell as before.',
  },
} as const;

export function paymentsOffEmail(mail: EmailOf<'payments_off'>, { builder }: EmailLinks): EmailContent {
  const { subject, title, text } = PAYMENTS_OFF_COPY[mail.cause];
  const reasonBlocks: EmailBlock[] = mail.reason
    ? [{ kind: 'facts', rows: [['Stripe says', describeReason(mail.reason)]] }]
    : [];
  return {
    subject,
    title,
    preview: 'Your pages take no payments for now.',
    blocks: [
      { kind: 'text', text },
      ...reasonBlocks,
      {
        kind: 'key',
        label: mail.cause === 'restricted' ? 'See what is missing' : 'Connect it again',
        href: builder,
      },
    ],
  };
}
