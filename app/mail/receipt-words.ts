import type { EmailOrder, EmailOf } from '#domain/mail.ts';
import type { BillingInterval } from '#domain/order.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { createAnswersBlocks } from './answer-words.ts';
import { getProductDisplayName, getSellerDisplayName } from './buyer-names.ts';
import { formatMoneyWithoutCode, formatMoneyOnOneLine, formatDateTime } from './mail-figures.ts';
import type { EmailBlock, EmailLinks, EmailContent, ReceiptContent } from './mail-words.ts';
import { truncateLine, truncateText } from './plain-name.ts';

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
