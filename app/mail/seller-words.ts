import type { MailOf } from '#domain/mail.ts';
import { safeUrl } from '#domain/text.ts';

import { answersBlock } from './answer-words.ts';
import { countryText, dayText, money, momentText } from './mail-figures.ts';
import type { MailBlock, MailLinks, MailWords } from './mail-words.ts';
import { plainAddress, plainName, plainWord, shownName } from './plain-name.ts';

const IN_SUBJECT = 30;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Buyers type their names themselves, so names are sanitized and never become links. */
const buyerOf = (text: string): string => plainAddress(text) || plainName(text) || 'A buyer';
const productOf = (name: string): string => shownName(name, 120) || 'Your product';
const because = (word: string): string => plainWord(word) || 'Not told';

const toOrder = ({ orders }: MailLinks, id: string): MailBlock => ({
  kind: 'key',
  label: 'See the order',
  href: ID.test(id) ? `${orders}/${id}` : orders,
});

export function saleNotice(mail: MailOf<'sale_notice'>, links: MailLinks): MailWords {
  const { order, renewal } = mail;
  const product = productOf(order.productName);
  const sum = money(order.paid, order.currency);
  const rows: [string, string][] = [
    ['Buyer', buyerOf(mail.buyer)],
    ['Product', product],
    ['Order', `No. ${order.number}`],
  ];
  const country = countryText(mail.country);
  if (country) rows.splice(1, 0, ['Country', country]);
  if (order.couponCode && order.discount > 0) rows.push(['Coupon', shownName(order.couponCode, 40)]);
  return {
    subject: renewal
      ? `Renewed: “${shownName(product, IN_SUBJECT)}”, ${sum}`
      : `Sold: “${shownName(product, IN_SUBJECT)}”, ${sum}`,
    title: renewal ? 'A subscription was renewed' : 'You have made a sale',
    preview: `${sum} from ${buyerOf(mail.buyer)}.`,
    blocks: [
      { kind: 'figure', amount: order.paid, currency: order.currency, caption: 'Paid' },
      { kind: 'facts', rows },
      ...(renewal ? [] : answersBlock('What they answered', mail.answers)),
      toOrder(links, order.id),
    ],
  };
}

export function renewalFailedNotice(mail: MailOf<'renewal_failed_notice'>, links: MailLinks): MailWords {
  const product = productOf(mail.productName);
  return {
    subject: `A renewal of “${shownName(product, IN_SUBJECT)}” did not go through`,
    title: 'A renewal did not go through',
    preview: `${money(mail.amount, mail.currency)} from ${buyerOf(mail.buyer)} is due.`,
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: mail.currency, caption: 'Due' },
      {
        kind: 'facts',
        rows: [
          ['Buyer', buyerOf(mail.buyer)],
          ['Product', product],
          ['Next try', mail.nextTryAt === null ? 'None' : momentText(mail.nextTryAt)],
        ],
      },
      {
        kind: 'text',
        text:
          mail.nextTryAt === null
            ? 'The bank said no, and Stripe does not try again by itself. Your buyer was told how to pay.'
            : 'The bank said no. Your buyer was told how to pay, and Stripe tries again by itself: there is nothing to do.',
      },
      toOrder(links, mail.orderId),
    ],
  };
}

export function refundFailedNotice(mail: MailOf<'refund_failed_notice'>, links: MailLinks): MailWords {
  const sum = money(mail.amount, mail.currency);
  const why: [string, string][] = mail.reason ? [['Stripe says', because(mail.reason)]] : [];
  return {
    subject: `Your refund of ${sum} failed (order No. ${mail.number})`,
    title: 'A refund failed',
    preview: 'The money is with you again, and your buyer does not have it.',
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: mail.currency, caption: 'Not given back' },
      { kind: 'facts', rows: [['Order', `No. ${mail.number}`], ...why] },
      {
        kind: 'text',
        text: 'The refund did not reach your buyer: their bank sent it back, and the money is with you again.',
      },
      {
        kind: 'text',
        text: 'Ask your buyer for another way to give it back, or try once more from the order.',
      },
      toOrder(links, mail.orderId),
    ],
  };
}

const HELD =
  'The buyer’s bank has taken the money back until this is decided. You answer at Stripe, with what shows that the sale was right; without an answer it is lost. A refund is not possible meanwhile.';
const ASKED =
  'The buyer’s bank only asks so far, and has taken nothing. You answer at Stripe, with what shows that the sale was right, or give the money back. Left alone it may become a dispute, which takes the money and a fee.';

export function disputeNotice(mail: MailOf<'dispute_notice'>, links: MailLinks): MailWords {
  const sum = money(mail.amount, mail.currency);
  const url = safeUrl(mail.url);
  const what = mail.inquiry ? 'A bank asks about' : 'Disputed:';
  return {
    subject: mail.dueBy
      ? `${what} ${sum}. Answer by ${dayText(mail.dueBy)}`
      : `${what} ${sum} of order No. ${mail.number}`,
    title: mail.inquiry ? 'A bank asks about a payment' : 'A payment is disputed',
    preview: `Order No. ${mail.number}: the bank asks why ${sum} was charged.`,
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
          ['Product', productOf(mail.productName)],
          ['Buyer', buyerOf(mail.buyer)],
          ['Reason', because(mail.reason)],
          ['Answer by', mail.dueBy ? momentText(mail.dueBy) : 'No date is given'],
        ],
      },
      {
        kind: 'text',
        text: mail.inquiry ? ASKED : HELD,
      },
      toOrder(links, mail.orderId),
      ...(url ? [{ kind: 'link' as const, label: 'Answer at Stripe', href: url }] : []),
    ],
  };
}

function inquiryClosed(mail: MailOf<'dispute_closed'>, links: MailLinks): MailWords {
  const sum = money(mail.amount, mail.currency);
  return {
    subject: `The bank asks no more about ${sum} (No. ${mail.number})`,
    title: 'A bank’s question is closed',
    preview: 'It came to no dispute.',
    blocks: [
      { kind: 'figure', amount: mail.amount, currency: mail.currency, caption: 'Asked about' },
      {
        kind: 'text',
        text: `The bank had asked about ${sum} of order No. ${mail.number}. It came to no dispute, and the bank has taken nothing.`,
      },
      toOrder(links, mail.orderId),
    ],
  };
}

export function disputeClosed(mail: MailOf<'dispute_closed'>, links: MailLinks): MailWords {
  if (mail.inquiry) return inquiryClosed(mail, links);
  const sum = money(mail.amount, mail.currency);
  const won = mail.outcome === 'won';
  return {
    subject: `You ${won ? 'won' : 'lost'} the dispute over ${sum} (No. ${mail.number})`,
    title: won ? 'You won a dispute' : 'You lost a dispute',
    preview: won ? `${sum} is yours again.` : `${sum} stays with the buyer.`,
    blocks: [
      {
        kind: 'figure',
        amount: mail.amount,
        currency: mail.currency,
        caption: won ? 'Back with you' : 'Lost',
      },
      {
        kind: 'text',
        text: won
          ? `The bank has decided on order No. ${mail.number} in your favour, and the money is yours again.`
          : `The bank has decided on order No. ${mail.number} in favour of your buyer. The money stays with them, and no longer counts as sold.`,
      },
      toOrder(links, mail.orderId),
    ],
  };
}

const OFF = {
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

export function paymentsOff(mail: MailOf<'payments_off'>, { builder }: MailLinks): MailWords {
  const { subject, title, text } = OFF[mail.cause];
  const reason: MailBlock[] = mail.reason
    ? [{ kind: 'facts', rows: [['Stripe says', because(mail.reason)]] }]
    : [];
  return {
    subject,
    title,
    preview: 'Your pages take no payments for now.',
    blocks: [
      { kind: 'text', text },
      ...reason,
      {
        kind: 'key',
        label: mail.cause === 'restricted' ? 'See what is missing' : 'Connect it again',
        href: builder,
      },
    ],
  };
}
