import { sellerEmailMessages } from '#content/messages/emails-seller.ts';
import { getItemName } from '#content/messages/item-name.ts';
import type { EmailOf, EmailOrder } from '#domain/email.ts';
import { getPaymentMethod } from '#domain/payment-methods.ts';
import { isUuid, parseSafeUrl } from '#domain/text.ts';

import { actionButton, answerList, details, priceDisplay, textLink, type Detail } from './email-blocks.tsx';
import type { EmailBlock, EmailContent, EmailLinks, EmailTemplates } from './email-content.ts';
import { formatDateTime, formatDay, formatMoneyOnOneLine, getCountryName } from './format.ts';
import { getDisplayName, humanizeCode, sanitizeEmail, sanitizeName, truncateLine } from './sanitize.ts';

const MAX_SUBJECT_NAME_LENGTH = 30;

const { details: labels, orderNumber } = sellerEmailMessages;

/** Buyers type their names themselves, so names are sanitized and never become links. */
const getBuyerName = (text: string): string =>
  sanitizeEmail(text) || sanitizeName(text) || sellerEmailMessages.fallbackBuyer;
const getProductName = (name: string): string => getDisplayName(name, sellerEmailMessages.fallbackProduct);
const describeReason = (code: string): string => humanizeCode(code) || sellerEmailMessages.fallbackReason;
const orderButton = ({ orders }: EmailLinks, id: string): EmailBlock =>
  // Emails are stored as JSON, so the id is checked before it enters an address.
  actionButton(sellerEmailMessages.seeOrder, isUuid(id) ? `${orders}/${id}` : orders);

/** The product, or all items with their amounts before the discount. */
function describeItems({ items = [], currency }: EmailOrder, product: string): Detail[] {
  if (items.length < 2) return [[labels.product, product]];
  const texts = items.map(({ name, quantity, amount }) =>
    sellerEmailMessages.item({
      name: getItemName({ name: getProductName(name), quantity }),
      amount: formatMoneyOnOneLine(amount, currency),
    }),
  );
  return [[labels.items, texts.join('\n')]];
}

type NoticeMail = { orderId: string; number: number; amount: number; currency: string };
type NoticeMessages = {
  subject: (values: { amount: string; number: number }) => string;
  title: string;
  preview: string;
  amount: string;
};

/** A notice about a payment or refund of an order that did not succeed. */
const createFailureNotice = (
  mail: NoticeMail,
  messages: NoticeMessages,
  links: EmailLinks,
  body: EmailContent['body'],
): EmailContent => ({
  subject: messages.subject({ amount: formatMoneyOnOneLine(mail.amount, mail.currency), number: mail.number }),
  title: messages.title,
  preview: messages.preview,
  body: [priceDisplay(messages.amount, mail), ...body, orderButton(links, mail.orderId)],
});

function describeClosedDispute({ inquiry, outcome, number, ...money }: EmailOf<'dispute_closed'>) {
  const amount = formatMoneyOnOneLine(money.amount, money.currency);
  const { disputeClosed } = sellerEmailMessages;
  if (inquiry) {
    const { subject, title, preview, amount: caption, text } = disputeClosed.inquiry;
    return { subject: subject({ amount, number }), title, preview, caption, text: text({ amount, number }) };
  }
  const { subject, title, preview, amount: caption, text } = disputeClosed[outcome === 'won' ? 'won' : 'lost'];
  return { subject: subject({ amount, number }), title, preview: preview({ amount }), caption, text: text({ number }) };
}

type SaleHeading = { product: string; amount: string };

/** Subject and title about a sale, a renewal, or a later payment of a payment plan. */
function introduceSale({ renewal, installment }: EmailOf<'sale_notice'>, heading: SaleHeading) {
  const messages = sellerEmailMessages.sale;
  if (!renewal) return { subject: messages.subject(heading), title: messages.title };
  return installment
    ? { subject: messages.subjectInstallment(heading), title: messages.titleInstallment }
    : { subject: messages.subjectRenewal(heading), title: messages.titleRenewal };
}

export const SELLER_TEMPLATES = {
  sale_notice(mail, links) {
    const { order, renewal, installment } = mail;
    const messages = sellerEmailMessages.sale;
    const product = getProductName(order.productName);
    const buyer = getBuyerName(mail.buyer);
    const amount = formatMoneyOnOneLine(order.paid, order.currency);
    const country = getCountryName(mail.country);
    const coupon = order.discount > 0 ? order.couponCode : null;
    const heading = { product: truncateLine(product, MAX_SUBJECT_NAME_LENGTH), amount };
    return {
      ...introduceSale(mail, heading),
      preview: messages.preview({ amount, buyer }),
      body: [
        priceDisplay(messages.paid, { amount: order.paid, currency: order.currency }),
        details(
          [labels.buyer, buyer],
          ...(country ? [[labels.country, country] as const] : []),
          ...describeItems(order, product),
          ...(installment ? [[labels.payment, messages.installment(installment)] as const] : []),
          [labels.order, orderNumber(order)],
          ...(coupon ? [[labels.coupon, truncateLine(coupon, 40)] as const] : []),
        ),
        renewal ? null : answerList(messages.answers, mail.answers),
        orderButton(links, order.id),
      ],
    };
  },

  renewal_failed_notice(mail, links) {
    const messages = sellerEmailMessages.renewalFailed;
    const product = getProductName(mail.productName);
    const buyer = getBuyerName(mail.buyer);
    const getSubject = mail.isPaymentPlan ? messages.subjectInstallment : messages.subject;
    return {
      subject: getSubject({ product: truncateLine(product, MAX_SUBJECT_NAME_LENGTH) }),
      title: mail.isPaymentPlan ? messages.titleInstallment : messages.title,
      preview: messages.preview({ amount: formatMoneyOnOneLine(mail.amount, mail.currency), buyer }),
      body: [
        priceDisplay(messages.due, mail),
        details(
          [labels.buyer, buyer],
          [labels.product, product],
          [labels.nextAttempt, mail.nextTryAt === null ? labels.noNextAttempt : formatDateTime(mail.nextTryAt)],
        ),
        mail.nextTryAt === null ? messages.noNextTry : messages.text,
        orderButton(links, mail.orderId),
      ],
    };
  },

  payment_not_arrived_notice(mail, links) {
    const messages = sellerEmailMessages.notArrived;
    return createFailureNotice(mail, messages, links, [
      details(
        [labels.order, orderNumber(mail)],
        [labels.buyer, getBuyerName(mail.buyer)],
        [labels.product, getProductName(mail.productName)],
        ...(mail.paymentMethod ? [[messages.method, getPaymentMethod(mail.paymentMethod).name] as const] : []),
      ),
      messages.text,
    ]);
  },

  refund_failed_notice(mail, links) {
    const messages = sellerEmailMessages.refundFailed;
    return createFailureNotice(mail, messages, links, [
      details(
        [labels.order, orderNumber(mail)],
        ...(mail.reason ? [[labels.stripeReason, describeReason(mail.reason)] as const] : []),
      ),
      messages.text,
      messages.advice,
    ]);
  },

  license_keys_missing(mail, links) {
    const messages = sellerEmailMessages.licenseKeysMissing;
    const name = getProductName(mail.name);
    return {
      subject: messages.subject(mail),
      title: messages.title,
      preview: messages.preview({ name }),
      body: [
        details([labels.order, orderNumber(mail)], [messages.licenseKeys, name]),
        messages.text({ name }),
        messages.advice,
        orderButton(links, mail.orderId),
      ],
    };
  },

  dispute_notice(mail, links) {
    const { inquiry, dueBy, number } = mail;
    const messages = inquiry ? sellerEmailMessages.inquiry : sellerEmailMessages.dispute;
    const amount = formatMoneyOnOneLine(mail.amount, mail.currency);
    const url = parseSafeUrl(mail.url);
    return {
      subject: dueBy
        ? messages.subjectWithDeadline({ amount, day: formatDay(dueBy) })
        : messages.subject({ amount, number }),
      title: messages.title,
      preview: messages.preview({ amount, number }),
      body: [
        priceDisplay(messages.amount, mail),
        details(
          [labels.order, orderNumber(mail)],
          [labels.product, getProductName(mail.productName)],
          [labels.buyer, getBuyerName(mail.buyer)],
          [labels.reason, describeReason(mail.reason)],
          [labels.respondBy, dueBy ? formatDateTime(dueBy) : labels.noDeadline],
        ),
        messages.text,
        orderButton(links, mail.orderId),
        url && textLink(sellerEmailMessages.dispute.respond, url),
      ],
    };
  },

  dispute_closed(mail, links) {
    const { caption, text, ...content } = describeClosedDispute(mail);
    return { ...content, body: [priceDisplay(caption, mail), text, orderButton(links, mail.orderId)] };
  },

  payments_off(mail, { builder }) {
    const { paymentsOff } = sellerEmailMessages;
    const { subject, title, text, label } = paymentsOff[mail.cause];
    return {
      subject,
      title,
      preview: paymentsOff.preview,
      body: [
        text,
        mail.reason !== null && mail.reason !== '' && details([labels.stripeReason, describeReason(mail.reason)]),
        actionButton(label, builder),
      ],
    };
  },
} satisfies Partial<EmailTemplates>;
