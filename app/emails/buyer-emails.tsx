import { Column, Row, Text } from '@react-email/components';

import type { EmailOf, EmailOrder } from '#domain/email.ts';
import type { BillingInterval } from '#domain/order.ts';
import { PURCHASES_LINK_MINUTES } from '#domain/purchase.ts';
import { parseSafeUrl } from '#domain/text.ts';

import {
  actionButton,
  amountDisplay,
  answerList,
  details,
  formatDetails,
  quote,
  textLink,
  type Detail,
} from './email-blocks.tsx';
import type { EmailBlock, EmailTemplates } from './email-content.ts';
import { BREAK_ANYWHERE, type EmailPalette } from './email-palette.ts';
import { formatDateTime, formatDay, formatMoneyOnOneLine, formatMoneyWithoutCode } from './format.ts';
import { checkLink, getDisplayName, getSellerDisplayName, truncateLine, truncateText } from './sanitize.ts';

const MONO_FONT = "'Martian Mono',SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

type ReceiptLineProps = { light: EmailPalette['light']; line: Detail; isFirst?: boolean; isTotal?: boolean };

const ReceiptLine = ({ light, line: [name, amount], isFirst = false, isTotal = false }: ReceiptLineProps) => {
  const className = `c-ink l-line ${isTotal ? 'total' : 'line'}`;
  const style = {
    color: light('ink'),
    fontWeight: isTotal ? 700 : 400,
    fontSize: isTotal ? 17 : 14,
    lineHeight: 1.5,
    verticalAlign: 'top',
    paddingTop: isFirst ? 12 : 2,
    ...(isFirst && { borderTop: `2px dotted ${light('line')}` }),
  };
  return (
    <Row style={isFirst ? { marginTop: 10 } : {}}>
      <Column className={className} width="60%" dir="auto" style={{ ...style, ...BREAK_ANYWHERE, paddingRight: 12 }}>
        {name}
      </Column>
      <Column className={className} align="right" style={{ ...style, whiteSpace: 'nowrap' }}>
        {amount}
      </Column>
    </Row>
  );
};

type ReceiptProps = { seller: string; number: string; dateTime: string; lines: readonly Detail[]; total: Detail };

/** The receipt in a monospaced font. Its last line is the total. */
const receipt = ({ seller, number, dateTime, lines, total }: ReceiptProps): EmailBlock => ({
  text: `${[seller, number, dateTime].join('\n')}\n\n${formatDetails([...lines, total])}`,
  render: ({ background, light }) => (
    <Row {...background('counter')} style={{ margin: '4px 0 24px', background: light('counter') }}>
      <Column className="paper" style={{ padding: '18px 20px', fontFamily: MONO_FONT }}>
        <ReceiptLine light={light} line={[seller, number]} />
        <Text
          className="c-ink-2"
          style={{ margin: 0, color: light('ink-2'), fontFamily: MONO_FONT, fontSize: 13, lineHeight: 1.5 }}
        >
          {dateTime}
        </Text>
        {lines.map((line, index) => (
          <ReceiptLine key={index} light={light} line={line} isFirst={index === 0} />
        ))}
        <ReceiptLine light={light} line={total} isFirst isTotal />
      </Column>
    </Row>
  ),
});

const MAX_MESSAGE_LENGTH = 2000;
/** Maximum length of a name in a subject. */
const MAX_SUBJECT_NAME_LENGTH = 30;

const RENEWAL_INTERVALS: Record<BillingInterval, string> = {
  weekly: 'every week',
  monthly: 'every month',
  yearly: 'every year',
};

const getProductName = ({ productName }: { productName: string }): string => getDisplayName(productName, 'Your order');

/** Price and discount of the order, or one line with the amount paid if they do not add up to it. */
function createReceiptLines(order: EmailOrder): Detail[] {
  const { currency, original, discount, paid, couponCode } = order;
  const product = getProductName(order);
  if (original - discount !== paid || discount === 0) return [[product, formatMoneyWithoutCode(paid, currency)]];
  const coupon = couponCode ? `Coupon ${truncateLine(couponCode, 40)}` : 'Discount';
  return [
    [product, formatMoneyWithoutCode(original, currency)],
    [coupon, formatMoneyWithoutCode(-discount, currency)],
  ];
}

const describeNextTry = (iso: string | null): string =>
  iso === null
    ? 'We won’t try again automatically.'
    : `We’ll try again automatically on ${formatDateTime(iso)}. You can also pay now.`;

type Ending = { subject: string; state: string; text: string };

function describeEnding({ undone, endsAt }: EmailOf<'subscription_ends'>): Ending {
  if (undone)
    return {
      subject: 'continues',
      state: 'continues',
      text: 'The cancellation was undone. Your subscription renews as before.',
    };
  if (endsAt === null)
    return {
      subject: 'has ended',
      state: 'has ended',
      text: 'You won’t be charged again. You can subscribe again whenever you like.',
    };
  return {
    subject: `ends on ${formatDay(endsAt)}`,
    state: 'will end',
    text: 'It was canceled, and you won’t be charged again. Until then, nothing changes.',
  };
}

export const BUYER_TEMPLATES = {
  receipt(mail, { purchases }) {
    const { order, renewal } = mail;
    const seller = getSellerDisplayName(mail.seller);
    const product = getProductName(order);
    const message = renewal ? '' : truncateText(mail.message, MAX_MESSAGE_LENGTH);
    const [terms, privacy] = [parseSafeUrl(mail.termsUrl), parseSafeUrl(mail.privacyUrl)];
    const amount = formatMoneyOnOneLine(order.paid, order.currency);
    const subject = `receipt from ${truncateLine(seller, 36)} (No. ${order.number})`;
    return {
      subject: renewal ? `Renewed: your ${subject}` : `Your ${subject}`,
      title: renewal ? 'Your subscription was renewed' : 'Thank you for your purchase',
      preview: `${amount} for ${product}.`,
      body: [
        `${renewal ? `Your subscription to “${product}” was renewed.` : `You bought “${product}”.`} Here’s your receipt.`,
        receipt({
          seller,
          number: `No. ${order.number}`,
          dateTime: formatDateTime(order.paidAt),
          lines: createReceiptLines(order),
          total: ['Total paid', amount],
        }),
        message !== '' && quote(`A message from ${seller}:`, message),
        renewal ? null : answerList('What you answered', mail.answers),
        order.billing !== null &&
          `It renews ${RENEWAL_INTERVALS[order.billing]} until it’s canceled. You can cancel it yourself at any time.`,
        actionButton('See your purchases', purchases),
        (terms ?? privacy) !== null && 'When you bought it, you agreed to:',
        terms && textLink('Terms', terms),
        privacy && textLink('Privacy policy', privacy),
      ],
    };
  },

  renewal_failed(mail, { purchases }) {
    const product = getProductName(mail);
    const payUrl = mail.payUrl && parseSafeUrl(mail.payUrl);
    return {
      subject: `Your payment for “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}” did not go through`,
      title: 'Your payment did not go through',
      preview: `${formatMoneyOnOneLine(mail.amount, mail.currency)} is due for your subscription.`,
      body: [
        `We couldn’t renew your subscription to “${product}” because your bank declined the payment.`,
        amountDisplay('Due now', mail),
        `${describeNextTry(mail.nextTryAt)} If your card is new or has expired, pay with a different one.`,
        actionButton(payUrl ? 'Pay now' : 'See your purchases', payUrl || purchases),
        payUrl ? textLink('See or cancel your subscription', purchases) : null,
      ],
    };
  },

  refund_made(mail, { purchases }) {
    const seller = getSellerDisplayName(mail.seller);
    return {
      subject: `${formatMoneyOnOneLine(mail.amount, mail.currency)} refunded by ${truncateLine(seller, 32)}`,
      title: 'Your money is on its way back',
      preview: mail.whole ? 'Your whole payment was refunded.' : 'Part of your payment was refunded.',
      body: [
        `${seller} refunded ${mail.whole ? 'your whole payment' : 'part of your payment'}.`,
        amountDisplay('Refunded', mail),
        details(['Receipt', `No. ${mail.number}`], ['Product', getProductName(mail)]),
        'The money goes back to the card or account you paid with. Banks usually take 5 to 10 business days to show it.',
        actionButton('See your purchases', purchases),
      ],
    };
  },

  subscription_ends(mail, { purchases }) {
    const product = getProductName(mail);
    const { subject, state, text } = describeEnding(mail);
    const endsAt = mail.undone ? null : mail.endsAt;
    return {
      subject: `Your subscription to “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}” ${subject}`,
      title: `Your subscription ${state}`,
      preview: text,
      body: [
        `This is about your subscription to “${product}”.`,
        endsAt !== null && details(['Ends on', formatDateTime(endsAt)]),
        text,
        endsAt !== null && 'Changed your mind? You can resume it on your purchases page until then.',
        actionButton('See your purchases', purchases),
      ],
    };
  },

  purchases_link: ({ link }, { openPurchases }) => ({
    subject: 'The link to your purchases',
    title: 'Your purchases',
    preview: `The link works once and expires after ${PURCHASES_LINK_MINUTES} minutes.`,
    body: [
      'Here’s your link to everything bought with this address: receipts, subscriptions and how to cancel them.',
      actionButton('Open your purchases', checkLink(link, openPurchases)),
      `It works once and expires after ${PURCHASES_LINK_MINUTES} minutes. Don’t share it: anyone who has it can see your purchases.`,
      'Didn’t request it? Someone probably mistyped their address. You can ignore this email.',
    ],
  }),
} satisfies Partial<EmailTemplates>;
