import { getProductLabel } from '#content/messages/bundles.ts';
import { buyerEmailMessages } from '#content/messages/emails-buyer.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { areFiles } from '#domain/delivered.ts';
import type { EmailDelivery, EmailOf, EmailOrder } from '#domain/email.ts';
import type { ReceiptItem } from '#domain/order.ts';
import { getPaymentMethod } from '#domain/payment-methods.ts';
import { describePendingPayment, getPendingPaymentLink } from '#domain/pending-payment.ts';
import { PURCHASES_LINK_MINUTES } from '#domain/purchase.ts';
import { parseSafeUrl } from '#domain/text.ts';

import {
  actionButton,
  amountDisplay,
  answerList,
  copyableLines,
  details,
  quote,
  textLink,
  type Detail,
} from './email-blocks.tsx';
import type { EmailContent, EmailTemplates } from './email-content.ts';
import { formatDateTime, formatDay, formatMoneyOnOneLine, formatMoneyWithoutCode } from './format.ts';
import { receipt } from './receipt-block.tsx';
import { checkLink, getDisplayName, getSellerDisplayName, truncateLine, truncateText } from './sanitize.ts';

const MAX_MESSAGE_LENGTH = 2000;
/** Maximum lengths of names in a subject. Next to a seller's name, there is room for the longest amount. */
const MAX_SUBJECT_NAME_LENGTH = 30;
const MAX_SUBJECT_SELLER_LENGTH = 21;

const getProductName = ({ productName }: { productName: string }): string =>
  getDisplayName(productName, buyerEmailMessages.fallbackProduct);

const MAX_PRODUCT_NAMES_LENGTH = 400;

/** Name of a line with its quantity, or with the products of a bundle: `All three books: Book one, Book two, Book three`. */
function getReceiptName({ name, quantity, products }: ReceiptItem): string {
  const itemName = getItemName({ name: getDisplayName(name, buyerEmailMessages.fallbackProduct), quantity });
  if (!products) return itemName;
  return `${itemName}: ${truncateLine(products.map(getProductLabel).join(', '), MAX_PRODUCT_NAMES_LENGTH)}`;
}

/** Items and discount of the payment, or one line with the amount paid if they do not add up to it. */
function createReceiptLines(order: EmailOrder): Detail[] {
  const { currency, original, discount, paid, couponCode } = order;
  const product = getProductName(order);
  if (original - discount !== paid) return [[product, formatMoneyWithoutCode(paid, currency)]];
  const items = (order.items ?? [{ name: product, quantity: 1, amount: original }]).map((item): Detail => [
    getReceiptName(item),
    formatMoneyWithoutCode(item.amount, currency),
  ]);
  if (discount === 0) return items;
  const coupon = couponCode
    ? buyerEmailMessages.receipt.coupon({ code: truncateLine(couponCode, 40) })
    : buyerEmailMessages.receipt.discount;
  return [...items, [coupon, formatMoneyWithoutCode(-discount, currency)]];
}

/** Returns true for a seller's message that only repeats the heading, as the default message does. */
const repeatsTitle = (message: string): boolean =>
  message
    .trim()
    .replace(/[.!]+$/, '')
    .toLowerCase() === buyerEmailMessages.receipt.title.toLowerCase();

type Ending = { subject: string; title: string; text: string };

function describeEnding({ undone, endsAt, isPaymentPlan }: EmailOf<'subscription_ends'>, product: string): Ending {
  const { undone: continued, scheduled, ...messages } = buyerEmailMessages.subscriptionEnds;
  const ended = isPaymentPlan ? messages.planEnded : messages.ended;
  const short = truncateLine(product, MAX_SUBJECT_NAME_LENGTH);
  const values = { product };
  if (undone)
    return { title: continued.title, text: continued.text(values), subject: continued.subject({ product: short }) };
  if (endsAt === null)
    return { title: ended.title, text: ended.text(values), subject: ended.subject({ product: short }) };
  const subject = scheduled.subject({ product: short, day: formatDay(endsAt) });
  return { title: scheduled.title, text: scheduled.text(values), subject };
}

/** A sentence with the names of deliverables; null without any. */
const listNames = (
  names: readonly string[] | undefined,
  getText: (values: { names: string }) => string,
): string | null =>
  names && names.length > 0
    ? getText({ names: names.map((name) => getDisplayName(name, buyerEmailMessages.fallbackProduct)).join(', ') })
    : null;

type ReceiptHeading = { seller: string; amount: string; number: number };

/** Subject and title of a receipt: for a purchase, a free trial, a renewal, or a later payment of a payment plan. */
function introduceReceipt({ renewal, installment, trialEndsAt }: EmailOf<'receipt'>, heading: ReceiptHeading) {
  const messages = buyerEmailMessages.receipt;
  if (!renewal)
    return { subject: messages.subject(heading), title: trialEndsAt ? messages.titleTrial : messages.title };
  return installment
    ? { subject: messages.subject(heading), title: messages.titleInstallment }
    : { subject: messages.subjectRenewal(heading), title: messages.titleRenewal };
}

function getReceiptIntro({ renewal, installment, trialEndsAt }: EmailOf<'receipt'>, product: string): string {
  const messages = buyerEmailMessages.receipt;
  if (!renewal) return trialEndsAt ? messages.introTrial({ product }) : messages.intro({ product });
  return installment ? messages.introInstallment({ product }) : messages.introRenewal({ product });
}

function describeInstallment({ number, count }: { number: number; count: number }): string {
  const messages = buyerEmailMessages.receipt;
  return number < count ? messages.installment({ number, count }) : messages.lastInstallment({ number, count });
}

/** What follows the payment of a receipt, and for how long. */
function listLaterPayments({ order, ...mail }: EmailOf<'receipt'>): (string | false | null)[] {
  const { priceAfterDiscount: later = null, installment = null, paymentTerms = null, trialEndsAt = null } = mail;
  const messages = buyerEmailMessages.receipt;
  const amount = later && formatMoneyOnOneLine(later.amount, order.currency);
  return [
    amount && later && messages.priceAfterDiscount({ amount, day: formatDay(later.startsAt) }),
    installment && describeInstallment(installment),
    paymentTerms && messages.paymentTerms({ terms: paymentTerms }),
    trialEndsAt && messages.trialEnds({ day: formatDay(trialEndsAt) }),
    order.billing !== null && !trialEndsAt && !installment && messages.renewal[order.billing],
  ];
}

function getDeliveredName({ name, product = '' }: EmailDelivery['items'][number]): string {
  const { fallbackProduct, delivery } = buyerEmailMessages;
  const ownName = getDisplayName(name, fallbackProduct);
  return product === ''
    ? ownName
    : delivery.ofProduct({ product: getDisplayName(product, fallbackProduct), name: ownName });
}

/** Names of what is delivered, license keys in full, and the link that opens everything. */
function listDelivery({ link, linkDays, items }: EmailDelivery, accessPage: string): EmailContent['body'] {
  const messages = buyerEmailMessages.delivery;
  const keys = items
    .filter((item) => item.keys.length > 0)
    .flatMap((item) => [
      copyableLines(messages.keys({ name: getDeliveredName(item) }), item.keys),
      item.moreKeys > 0 && messages.moreKeys({ count: item.moreKeys }),
    ]);
  return [
    details(...items.map((item) => [messages.kinds[item.kind], getDeliveredName(item)] as const)),
    ...keys,
    actionButton(areFiles(items) ? messages.openFiles : messages.open, checkLink(link, accessPage)),
    messages.note({ days: linkDays }),
  ];
}

export const BUYER_TEMPLATES = {
  receipt(mail, { purchases, access }) {
    const { order, renewal } = mail;
    const seller = getSellerDisplayName(mail.seller);
    const product = getProductName(order);
    const message = renewal || repeatsTitle(mail.message) ? '' : truncateText(mail.message, MAX_MESSAGE_LENGTH);
    const [terms, privacy] = [parseSafeUrl(mail.termsUrl), parseSafeUrl(mail.privacyUrl)];
    const amount = formatMoneyOnOneLine(order.paid, order.currency);
    const messages = buyerEmailMessages.receipt;
    const heading = { seller: truncateLine(seller, MAX_SUBJECT_SELLER_LENGTH), amount, number: order.number };
    return {
      ...introduceReceipt(mail, heading),
      preview: messages.preview({ amount, product }),
      body: [
        getReceiptIntro(mail, product),
        ...(mail.delivery ? listDelivery(mail.delivery, access) : []),
        receipt({
          seller,
          number: buyerEmailMessages.orderNumber(order),
          dateTime: formatDateTime(order.paidAt),
          lines: createReceiptLines(order),
          total: [messages.total, amount],
        }),
        message !== '' && quote(messages.sellerMessage({ seller }), message),
        renewal ? null : answerList(messages.answers, mail.answers),
        ...listLaterPayments(mail),
        (mail.delivery ? textLink : actionButton)(buyerEmailMessages.seePurchases, purchases),
        (terms ?? privacy) !== null && messages.agreedTo,
        terms && textLink(messages.terms, terms),
        privacy && textLink(messages.privacy, privacy),
      ],
    };
  },

  delivery(mail, { access }) {
    const product = getProductName(mail);
    const messages = buyerEmailMessages.delivery;
    const seller = truncateLine(getSellerDisplayName(mail.seller), MAX_SUBJECT_NAME_LENGTH);
    return {
      subject: messages.subject({ seller, number: mail.number }),
      title: messages.title,
      preview: messages.preview({ product: truncateLine(product, 100) }),
      body: [messages.intro({ product }), ...listDelivery(mail, access)],
    };
  },

  renewal_failed(mail, { purchases }) {
    const product = getProductName(mail);
    const payUrl = mail.payUrl && parseSafeUrl(mail.payUrl);
    const messages = buyerEmailMessages.renewalFailed;
    const texts = mail.isPaymentPlan ? messages.paymentPlan : messages.subscription;
    return {
      subject: messages.subject({ product: truncateLine(product, MAX_SUBJECT_NAME_LENGTH) }),
      title: messages.title,
      preview: texts.preview({ amount: formatMoneyOnOneLine(mail.amount, mail.currency) }),
      body: [
        texts.text({ product }),
        amountDisplay(messages.due, mail),
        mail.nextTryAt === null ? messages.noNextTry : messages.nextTry({ at: formatDateTime(mail.nextTryAt) }),
        actionButton(payUrl ? messages.pay : buyerEmailMessages.seePurchases, payUrl || purchases),
        payUrl ? textLink(texts.manage, purchases) : null,
      ],
    };
  },

  order_pending(mail, { purchases }) {
    const product = getProductName(mail);
    const messages = buyerEmailMessages.orderPending;
    const { paymentMethod } = mail.pending;
    const link = getPendingPaymentLink(mail.pending);
    const url = link && parseSafeUrl(link.url);
    return {
      subject: messages.subject({
        seller: truncateLine(getSellerDisplayName(mail.seller), MAX_SUBJECT_NAME_LENGTH),
        number: mail.number,
      }),
      title: messages.title,
      preview: messages.preview,
      body: [
        messages.intro({ product }),
        amountDisplay(messages.total, mail),
        details(
          [messages.order, buyerEmailMessages.orderNumber(mail)],
          ...(paymentMethod ? [[messages.method, getPaymentMethod(paymentMethod).name] as const] : []),
        ),
        describePendingPayment(mail.pending),
        mail.delivers === true && messages.delivers,
        url ? actionButton(link.label, url) : actionButton(buyerEmailMessages.seePurchases, purchases),
      ],
    };
  },

  payment_not_arrived(mail, { home }) {
    const product = getProductName(mail);
    const messages = buyerEmailMessages.notArrived;
    return {
      subject: messages.subject({ product: truncateLine(product, MAX_SUBJECT_NAME_LENGTH) }),
      title: messages.title,
      preview: messages.preview,
      body: [
        messages.text({ product }),
        amountDisplay(messages.due, mail),
        details([messages.order, buyerEmailMessages.orderNumber(mail)]),
        actionButton(messages.back, home + mail.seller.page),
      ],
    };
  },

  refund_made(mail, { purchases }) {
    const seller = getSellerDisplayName(mail.seller);
    const messages = buyerEmailMessages.refund;
    const amount = formatMoneyOnOneLine(mail.amount, mail.currency);
    return {
      subject: messages.subject({ amount, seller: truncateLine(seller, 32) }),
      title: messages.title,
      preview: mail.whole ? messages.previewFull : messages.previewPart,
      body: [
        mail.whole ? messages.textFull({ seller }) : messages.textPart({ seller }),
        amountDisplay(messages.refunded, mail),
        details([messages.receipt, buyerEmailMessages.orderNumber(mail)], [messages.product, getProductName(mail)]),
        messages.timing,
        listNames(mail.endedAccess, messages.accessEnded),
        actionButton(buyerEmailMessages.seePurchases, purchases),
      ],
    };
  },

  seller_leaves(mail, { purchases }) {
    const messages = buyerEmailMessages.sellerLeaves;
    const seller = getSellerDisplayName(mail.seller);
    const day = formatDay(mail.accessUntil);
    return {
      subject: messages.subject({ day, seller: truncateLine(seller, MAX_SUBJECT_NAME_LENGTH) }),
      title: messages.title({ day }),
      preview: messages.preview({ day }),
      body: [
        messages.text({ seller, day }),
        listNames(mail.names, messages.names),
        actionButton(messages.open, purchases),
      ],
    };
  },

  subscription_ends(mail, { purchases }) {
    const product = getProductName(mail);
    const messages = buyerEmailMessages.subscriptionEnds;
    const { subject, title, text } = describeEnding(mail, product);
    const endsAt = mail.undone ? null : mail.endsAt;
    return {
      subject,
      title,
      preview: text,
      body: [
        text,
        endsAt !== null && details([messages.endsOn, formatDateTime(endsAt)]),
        endsAt !== null && messages.resume,
        actionButton(buyerEmailMessages.seePurchases, purchases),
      ],
    };
  },

  free_trial_ends(mail, { purchases }) {
    const messages = buyerEmailMessages.freeTrialEnds;
    const values = { product: getProductName(mail), day: formatDay(mail.trialEndsAt) };
    const text = mail.needsCard ? messages.text(values) : messages.textWithoutCard(values);
    return {
      subject: messages.subject({ ...values, product: truncateLine(values.product, MAX_SUBJECT_NAME_LENGTH) }),
      title: messages.title,
      preview: text,
      body: [
        text,
        amountDisplay(messages.due[mail.billing], mail),
        details([messages.endsOn, formatDateTime(mail.trialEndsAt)]),
        mail.needsCard && messages.cancel,
        actionButton(mail.needsCard ? messages.manage : messages.addCard, purchases),
      ],
    };
  },

  file_updated(mail, { purchases }) {
    const messages = buyerEmailMessages.fileUpdated;
    const seller = getSellerDisplayName(mail.seller);
    const file = getDisplayName(mail.file, messages.fallbackFile);
    return {
      subject: messages.subject({
        seller: truncateLine(seller, 32),
        file: truncateLine(file, MAX_SUBJECT_NAME_LENGTH),
      }),
      title: messages.title,
      preview: messages.preview({ seller }),
      body: [
        messages.text({ seller, file, product: getProductName(mail) }),
        actionButton(messages.download, purchases),
      ],
    };
  },

  purchases_link({ link }, { openPurchases }) {
    const messages = buyerEmailMessages.purchasesLink;
    return {
      subject: messages.subject,
      title: messages.title,
      preview: messages.preview({ minutes: PURCHASES_LINK_MINUTES }),
      body: [
        messages.intro,
        actionButton(messages.open, checkLink(link, openPurchases)),
        messages.note({ minutes: PURCHASES_LINK_MINUTES }),
        messages.notRequested,
      ],
    };
  },
} satisfies Partial<EmailTemplates>;
