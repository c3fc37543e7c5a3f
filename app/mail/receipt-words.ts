import type { MailedOrder, MailOf } from '#domain/mail.ts';
import type { BillingInterval } from '#domain/order.ts';
import { safeUrl } from '#domain/text.ts';

import { answersBlock } from './answer-words.ts';
import { productOf, sellerOf } from './buyer-names.ts';
import { bareMoney, money, momentText } from './mail-figures.ts';
import type { MailBlock, MailLinks, MailWords, Paper } from './mail-words.ts';
import { shownName, shownText } from './plain-name.ts';

const LONGEST_MESSAGE = 2000;

const RENEWS: Record<BillingInterval, string> = {
  weekly: 'every week',
  monthly: 'every month',
  yearly: 'every year',
};

/** Price and discount of the order, or one line with the amount paid if they do not add up to it. */
function linesOf(order: MailedOrder): Paper['lines'] {
  const { currency, original, discount, paid, couponCode } = order;
  const product = productOf(order.productName, 120);
  if (original - discount !== paid || discount === 0) return [[product, bareMoney(paid, currency)]];
  const coupon = couponCode ? `Coupon ${shownName(couponCode, 40)}` : 'Discount';
  return [
    [product, bareMoney(original, currency)],
    [coupon, bareMoney(-discount, currency)],
  ];
}

const paperOf = (seller: string, order: MailedOrder): Paper => ({
  seller,
  number: `No. ${order.number}`,
  moment: momentText(order.paidAt),
  lines: linesOf(order),
  total: ['Total paid', money(order.paid, order.currency)],
});

function agreedTo({ termsUrl, privacyUrl }: MailOf<'receipt'>): MailBlock[] {
  const [terms, privacy] = [safeUrl(termsUrl), safeUrl(privacyUrl)];
  const links: MailBlock[] = [];
  if (terms) links.push({ kind: 'link', label: 'Terms', href: terms });
  if (privacy) links.push({ kind: 'link', label: 'Privacy policy', href: privacy });
  if (links.length === 0) return [];
  return [{ kind: 'text', text: 'What you agreed to when you bought:' }, ...links];
}

const renewalText = (billing: BillingInterval): string =>
  `It renews ${RENEWS[billing]} until it is cancelled, and you can do that yourself at any time.`;

export function receipt(mail: MailOf<'receipt'>, { purchases }: MailLinks): MailWords {
  const { order, renewal } = mail;
  const seller = sellerOf(mail.seller);
  const product = productOf(order.productName, 120);
  const from = shownName(seller, 36);
  const message = shownText(mail.message, LONGEST_MESSAGE);
  const words: MailBlock[] =
    message && !renewal ? [{ kind: 'words', by: `${seller} writes:`, text: message }] : [];
  return {
    subject: renewal
      ? `Renewed: your receipt from ${from} (No. ${order.number})`
      : `Your receipt from ${from} (No. ${order.number})`,
    title: renewal ? 'Your subscription goes on' : 'Thank you for your purchase',
    preview: `${money(order.paid, order.currency)} for ${product}.`,
    blocks: [
      {
        kind: 'text',
        text: renewal
          ? `Your subscription to “${product}” was renewed, and this is the receipt.`
          : `You bought “${product}”, and this is the receipt.`,
      },
      { kind: 'paper', paper: paperOf(seller, order) },
      ...words,
      ...(renewal ? [] : answersBlock('What you answered', mail.answers)),
      ...(order.billing ? [{ kind: 'text' as const, text: renewalText(order.billing) }] : []),
      { kind: 'key', label: 'See your purchases', href: purchases },
      ...agreedTo(mail),
    ],
  };
}
