import type { EmailOf } from '#domain/email.ts';
import { isUuid, parseSafeUrl } from '#domain/text.ts';

import { actionButton, answerList, details, priceDisplay, textLink } from './email-blocks.tsx';
import type { EmailBlock, EmailLinks, EmailTemplates } from './email-content.ts';
import { formatDateTime, formatDay, formatMoneyOnOneLine, getCountryName } from './format.ts';
import { getDisplayName, humanizeCode, sanitizeEmail, sanitizeName, truncateLine } from './sanitize.ts';

const MAX_SUBJECT_NAME_LENGTH = 30;

/** Buyers type their names themselves, so names are sanitized and never become links. */
const getBuyerName = (text: string): string => sanitizeEmail(text) || sanitizeName(text) || 'A buyer';
const getProductName = (name: string): string => getDisplayName(name, 'Your product');
const describeReason = (code: string): string => humanizeCode(code) || 'Not given';
const orderButton = ({ orders }: EmailLinks, id: string): EmailBlock =>
  // Emails are stored as JSON, so the id is checked before it enters an address.
  actionButton('See the order', isUuid(id) ? `${orders}/${id}` : orders);

const DISPUTE_TEXT =
  'The buyer’s bank has withdrawn the money until the dispute is decided. Respond on Stripe with evidence that the charge was valid. If you don’t respond, you lose the dispute. You can’t refund the payment in the meantime.';
const INQUIRY_TEXT =
  'The buyer’s bank is only asking and has not withdrawn any money. Respond on Stripe with evidence that the charge was valid, or refund the payment. If you don’t respond, it can become a dispute, which costs you the amount and a fee.';

function describeClosedDispute({ inquiry, outcome, number, ...money }: EmailOf<'dispute_closed'>) {
  const amount = formatMoneyOnOneLine(money.amount, money.currency);
  if (inquiry)
    return {
      subject: `The bank closed its inquiry about ${amount} (No. ${number})`,
      title: 'A bank’s question is closed',
      preview: 'It did not become a dispute.',
      caption: 'In question',
      text: `The bank had asked about ${amount} of order No. ${number}. The inquiry is closed without a dispute, and the bank has not withdrawn any money.`,
    };
  if (outcome === 'won')
    return {
      subject: `You won the dispute over ${amount} (No. ${number})`,
      title: 'You won a dispute',
      preview: `${amount} is yours again.`,
      caption: 'Returned to you',
      text: `The bank decided the dispute over order No. ${number} in your favor, and the money is yours again.`,
    };
  return {
    subject: `You lost the dispute over ${amount} (No. ${number})`,
    title: 'You lost a dispute',
    preview: `${amount} stays with the buyer.`,
    caption: 'Lost',
    text: `The bank decided the dispute over order No. ${number} in your buyer’s favor. They keep the money, and it no longer counts toward your revenue.`,
  };
}

const PAYMENTS_OFF_COPY = {
  restricted: {
    subject: 'Your pages are off sale: Stripe needs something from you',
    title: 'Stripe has paused your payments',
    text: 'Your account can’t take payments until Stripe has the information it asks for. Until then, your pages say that nothing can be bought right now. They go back on sale automatically.',
    label: 'See what’s missing',
  },
  disconnected: {
    subject: 'Your pages are off sale: your Stripe account is disconnected',
    title: 'Your Stripe account is disconnected',
    text: 'Your Stripe account was disconnected, so your pages can’t take payments. Nothing else is lost: connect it again, and your pages sell as before.',
    label: 'Connect Stripe again',
  },
} as const;

export const SELLER_TEMPLATES = {
  sale_notice(mail, links) {
    const { order, renewal } = mail;
    const product = getProductName(order.productName);
    const buyer = getBuyerName(mail.buyer);
    const amount = formatMoneyOnOneLine(order.paid, order.currency);
    const country = getCountryName(mail.country);
    const coupon = order.discount > 0 ? order.couponCode : null;
    return {
      subject: `${renewal ? 'Renewed' : 'Sold'}: “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}”, ${amount}`,
      title: renewal ? 'A subscription was renewed' : 'You have made a sale',
      preview: `${amount} from ${buyer}.`,
      body: [
        priceDisplay('Paid', { amount: order.paid, currency: order.currency }),
        details(
          ['Buyer', buyer],
          ...(country ? [['Country', country] as const] : []),
          ['Product', product],
          ['Order', `No. ${order.number}`],
          ...(coupon ? [['Coupon', truncateLine(coupon, 40)] as const] : []),
        ),
        renewal ? null : answerList('What they answered', mail.answers),
        orderButton(links, order.id),
      ],
    };
  },

  renewal_failed_notice(mail, links) {
    const product = getProductName(mail.productName);
    const buyer = getBuyerName(mail.buyer);
    return {
      subject: `A renewal of “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}” did not go through`,
      title: 'A renewal did not go through',
      preview: `${formatMoneyOnOneLine(mail.amount, mail.currency)} from ${buyer} is due.`,
      body: [
        priceDisplay('Due', mail),
        details(
          ['Buyer', buyer],
          ['Product', product],
          ['Next attempt', mail.nextTryAt === null ? 'None' : formatDateTime(mail.nextTryAt)],
        ),
        mail.nextTryAt === null
          ? 'The bank declined the payment, and Stripe won’t try again automatically. We emailed your buyer how to pay.'
          : 'The bank declined the payment. Stripe will try again automatically, and we emailed your buyer how to pay. You don’t have to do anything.',
        orderButton(links, mail.orderId),
      ],
    };
  },

  refund_failed_notice: (mail, links) => ({
    subject: `Your refund of ${formatMoneyOnOneLine(mail.amount, mail.currency)} failed (order No. ${mail.number})`,
    title: 'A refund failed',
    preview: 'The money is back with you, and your buyer doesn’t have it.',
    body: [
      priceDisplay('Not refunded', mail),
      details(
        ['Order', `No. ${mail.number}`],
        ...(mail.reason ? [['Reason from Stripe', describeReason(mail.reason)] as const] : []),
      ),
      'The refund didn’t reach your buyer. Their bank returned it, and the money is back with you.',
      'Try again from the order, or ask your buyer for another way to return the money.',
      orderButton(links, mail.orderId),
    ],
  }),

  dispute_notice(mail, links) {
    const { inquiry, dueBy } = mail;
    const amount = formatMoneyOnOneLine(mail.amount, mail.currency);
    const url = parseSafeUrl(mail.url);
    const subject = `${inquiry ? 'A bank asks about' : 'Disputed:'} ${amount}`;
    return {
      subject: dueBy ? `${subject}. Respond by ${formatDay(dueBy)}` : `${subject} of order No. ${mail.number}`,
      title: inquiry ? 'A bank asks about a payment' : 'A payment is disputed',
      preview: `Order No. ${mail.number}: the bank asks why ${amount} was charged.`,
      body: [
        priceDisplay(inquiry ? 'In question' : 'Disputed', mail),
        details(
          ['Order', `No. ${mail.number}`],
          ['Product', getProductName(mail.productName)],
          ['Buyer', getBuyerName(mail.buyer)],
          ['Reason', describeReason(mail.reason)],
          ['Respond by', dueBy ? formatDateTime(dueBy) : 'No deadline given'],
        ),
        inquiry ? INQUIRY_TEXT : DISPUTE_TEXT,
        orderButton(links, mail.orderId),
        url && textLink('Respond on Stripe', url),
      ],
    };
  },

  dispute_closed(mail, links) {
    const { caption, text, ...content } = describeClosedDispute(mail);
    return { ...content, body: [priceDisplay(caption, mail), text, orderButton(links, mail.orderId)] };
  },

  payments_off(mail, { builder }) {
    const { subject, title, text, label } = PAYMENTS_OFF_COPY[mail.cause];
    return {
      subject,
      title,
      preview: 'Your pages can’t take payments for now.',
      body: [
        text,
        mail.reason !== null && mail.reason !== '' && details(['Reason from Stripe', describeReason(mail.reason)]),
        actionButton(label, builder),
      ],
    };
  },
} satisfies Partial<EmailTemplates>;
