import { Column, Row, Text } from '@react-email/components';

import type { EmailOf, EmailOrder } from '#domain/email.ts';
import type { BillingInterval } from '#domain/order.ts';
import { parseSafeUrl } from '#domain/text.ts';

import {
  ActionButton,
  Amount,
  Answers,
  Details,
  Paragraph,
  Quote,
  TextLink,
  formatDetails,
  type Detail,
} from './email-blocks.tsx';
import { defineBlock, type EmailContent, type EmailLinks } from './email-content.tsx';
import { BREAK_ANYWHERE, usePalette } from './email-palette.ts';
import { formatDateTime, formatDay, formatMoneyOnOneLine, formatMoneyWithoutCode } from './format.ts';
import { getProductDisplayName, getSellerDisplayName, truncateLine, truncateText } from './sanitize.ts';

const MONO_FONT = "'Martian Mono',SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/** A receipt. Its last line is the total. */
type ReceiptProps = {
  seller: string;
  number: string;
  dateTime: string;
  lines: readonly Detail[];
  total: Detail;
};

type ReceiptLineProps = { name: string; amount: string; isFirst?: boolean; isTotal?: boolean; className: string };

const ReceiptLine = ({ name, amount, isFirst = false, isTotal = false, className }: ReceiptLineProps) => {
  const { light } = usePalette();
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

/** The receipt in a monospaced font. */
const Receipt = defineBlock(
  ({ seller, number, dateTime, lines, total }: ReceiptProps) => {
    const { background, light } = usePalette();
    return (
      <Row {...background('counter')} style={{ margin: '4px 0 24px', background: light('counter') }}>
        <Column className="paper" style={{ padding: '18px 20px', fontFamily: MONO_FONT }}>
          <ReceiptLine className="c-ink l-line line" name={seller} amount={number} />
          <Text
            className="c-ink-2"
            style={{ margin: 0, color: light('ink-2'), fontFamily: MONO_FONT, fontSize: 13, lineHeight: 1.5 }}
          >
            {dateTime}
          </Text>
          {lines.map(([name, amount], index) => (
            <ReceiptLine key={index} className="c-ink l-line line" name={name} amount={amount} isFirst={index === 0} />
          ))}
          <ReceiptLine className="c-ink l-line total" name={total[0]} amount={total[1]} isFirst isTotal />
        </Column>
      </Row>
    );
  },
  ({ seller, number, dateTime, lines, total }) =>
    [[seller, number, dateTime].join('\n'), formatDetails([...lines, total])].join('\n\n'),
);

const MAX_MESSAGE_LENGTH = 2000;
/** Maximum length of a name in a subject. */
const MAX_SUBJECT_NAME_LENGTH = 30;
const LINK_MINUTES = 15;

const RENEWAL_INTERVALS: Record<BillingInterval, string> = {
  weekly: 'every week',
  monthly: 'every month',
  yearly: 'every year',
};

/** Price and discount of the order, or one line with the amount paid if they do not add up to it. */
function createReceiptLines(order: EmailOrder): Detail[] {
  const { currency, original, discount, paid, couponCode } = order;
  const product = getProductDisplayName(order.productName, 120);
  if (original - discount !== paid || discount === 0) return [[product, formatMoneyWithoutCode(paid, currency)]];
  const coupon = couponCode ? `Coupon ${truncateLine(couponCode, 40)}` : 'Discount';
  return [
    [product, formatMoneyWithoutCode(original, currency)],
    [coupon, formatMoneyWithoutCode(-discount, currency)],
  ];
}

export function receiptEmail(mail: EmailOf<'receipt'>, { purchases }: EmailLinks): EmailContent {
  const { order, renewal } = mail;
  const seller = getSellerDisplayName(mail.seller);
  const product = getProductDisplayName(order.productName, 120);
  const message = renewal ? '' : truncateText(mail.message, MAX_MESSAGE_LENGTH);
  const [terms, privacy] = [parseSafeUrl(mail.termsUrl), parseSafeUrl(mail.privacyUrl)];
  const amount = formatMoneyOnOneLine(order.paid, order.currency);
  const subject = `receipt from ${truncateLine(seller, 36)} (No. ${order.number})`;
  return {
    subject: renewal ? `Renewed: your ${subject}` : `Your ${subject}`,
    title: renewal ? 'Your subscription was renewed' : 'Thank you for your purchase',
    preview: `${amount} for ${product}.`,
    body: (
      <>
        <Paragraph>
          {renewal ? `Your subscription to “${product}” was renewed.` : `You bought “${product}”.`} Here’s your receipt.
        </Paragraph>
        <Receipt
          seller={seller}
          number={`No. ${order.number}`}
          dateTime={formatDateTime(order.paidAt)}
          lines={createReceiptLines(order)}
          total={['Total paid', amount]}
        />
        {message && <Quote intro={`A message from ${seller}:`} text={message} />}
        {!renewal && <Answers caption="What you answered" answers={mail.answers} />}
        {order.billing && (
          <Paragraph>
            It renews {RENEWAL_INTERVALS[order.billing]} until it’s canceled. You can cancel it yourself at any time.
          </Paragraph>
        )}
        <ActionButton href={purchases}>See your purchases</ActionButton>
        {(terms ?? privacy) && <Paragraph>When you bought it, you agreed to:</Paragraph>}
        {terms && <TextLink href={terms}>Terms</TextLink>}
        {privacy && <TextLink href={privacy}>Privacy policy</TextLink>}
      </>
    ),
  };
}

const describeNextTry = (iso: string | null): string =>
  iso === null
    ? 'We won’t try again automatically.'
    : `We’ll try again automatically on ${formatDateTime(iso)}. You can also pay now.`;

export function renewalFailedEmail(mail: EmailOf<'renewal_failed'>, links: EmailLinks): EmailContent {
  const product = getProductDisplayName(mail.productName, 120);
  const payUrl = mail.payUrl && parseSafeUrl(mail.payUrl);
  return {
    subject: `Your payment for “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}” did not go through`,
    title: 'Your payment did not go through',
    preview: `${formatMoneyOnOneLine(mail.amount, mail.currency)} is due for your subscription.`,
    body: (
      <>
        <Paragraph>
          We couldn’t renew your subscription to “{product}” because your bank declined the payment.
        </Paragraph>
        <Amount amount={mail.amount} currency={mail.currency} caption="Due now" />
        <Paragraph>
          {describeNextTry(mail.nextTryAt)} If your card is new or has expired, pay with a different one.
        </Paragraph>
        <ActionButton href={payUrl || links.purchases}>{payUrl ? 'Pay now' : 'See your purchases'}</ActionButton>
        {payUrl && <TextLink href={links.purchases}>See or cancel your subscription</TextLink>}
      </>
    ),
  };
}

export function refundMadeEmail(mail: EmailOf<'refund_made'>, { purchases }: EmailLinks): EmailContent {
  const seller = getSellerDisplayName(mail.seller);
  const amount = formatMoneyOnOneLine(mail.amount, mail.currency);
  return {
    subject: `${amount} refunded by ${truncateLine(seller, 32)}`,
    title: 'Your money is on its way back',
    preview: mail.whole ? 'Your whole payment was refunded.' : 'Part of your payment was refunded.',
    body: (
      <>
        <Paragraph>
          {seller} refunded {mail.whole ? 'your whole payment' : 'part of your payment'}.
        </Paragraph>
        <Amount amount={mail.amount} currency={mail.currency} caption="Refunded" />
        <Details
          rows={[
            ['Receipt', `No. ${mail.number}`],
            ['Product', getProductDisplayName(mail.productName, 120)],
          ]}
        />
        <Paragraph>
          The money goes back to the card or account you paid with. Banks usually take 5 to 10 business days to show it.
        </Paragraph>
        <ActionButton href={purchases}>See your purchases</ActionButton>
      </>
    ),
  };
}

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

export function subscriptionEndsEmail(mail: EmailOf<'subscription_ends'>, { purchases }: EmailLinks): EmailContent {
  const product = getProductDisplayName(mail.productName, 120);
  const { subject, state, text } = describeEnding(mail);
  const endsAt = mail.undone ? null : mail.endsAt;
  return {
    subject: `Your subscription to “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}” ${subject}`,
    title: `Your subscription ${state}`,
    preview: text,
    body: (
      <>
        <Paragraph>This is about your subscription to “{product}”.</Paragraph>
        {endsAt !== null && <Details rows={[['Ends on', formatDateTime(endsAt)]]} />}
        <Paragraph>{text}</Paragraph>
        {endsAt !== null && (
          <Paragraph>Changed your mind? You can resume it on your purchases page until then.</Paragraph>
        )}
        <ActionButton href={purchases}>See your purchases</ActionButton>
      </>
    ),
  };
}

/** Throws RangeError if the link does not lead to the buyer portal. */
export function purchasesLinkEmail(mail: EmailOf<'purchases_link'>, { openPurchases }: EmailLinks): EmailContent {
  if (!mail.link.startsWith(`${openPurchases}?`)) throw new RangeError('The link of an email leads elsewhere');
  return {
    subject: 'The link to your purchases',
    title: 'Your purchases',
    preview: `The link works once and expires after ${LINK_MINUTES} minutes.`,
    body: (
      <>
        <Paragraph>
          Here’s your link to everything bought with this address: receipts, subscriptions and how to cancel them.
        </Paragraph>
        <ActionButton href={mail.link}>Open your purchases</ActionButton>
        <Paragraph>
          It works once and expires after {LINK_MINUTES} minutes. Don’t share it: anyone who has it can see your
          purchases.
        </Paragraph>
        <Paragraph>Didn’t request it? Someone probably mistyped their address. You can ignore this email.</Paragraph>
      </>
    ),
  };
}
