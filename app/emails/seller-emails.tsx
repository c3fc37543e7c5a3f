import type { EmailOf } from '#domain/email.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { ActionButton, Answers, Details, Paragraph, PriceDisplay, TextLink, type Detail } from './email-blocks.tsx';
import type { EmailContent, EmailLinks } from './email-content.tsx';
import { formatDateTime, formatDay, formatMoneyOnOneLine, getCountryName } from './format.ts';
import { humanizeCode, isUuid, sanitizeEmail, sanitizeName, truncateLine } from './sanitize.ts';

const MAX_SUBJECT_NAME_LENGTH = 30;

/** Buyers type their names themselves, so names are sanitized and never become links. */
const getBuyerDisplayName = (text: string): string => sanitizeEmail(text) || sanitizeName(text) || 'A buyer';
const getProductDisplayName = (name: string): string => truncateLine(name, 120) || 'Your product';
const describeReason = (code: string): string => humanizeCode(code) || 'Not given';
const getOrderUrl = ({ orders }: EmailLinks, id: string): string => (isUuid(id) ? `${orders}/${id}` : orders);

export function saleNoticeEmail(mail: EmailOf<'sale_notice'>, links: EmailLinks): EmailContent {
  const { order, renewal } = mail;
  const product = getProductDisplayName(order.productName);
  const buyer = getBuyerDisplayName(mail.buyer);
  const amount = formatMoneyOnOneLine(order.paid, order.currency);
  const country = getCountryName(mail.country);
  const rows: Detail[] = [
    ['Buyer', buyer],
    ...(country ? [['Country', country] as const] : []),
    ['Product', product],
    ['Order', `No. ${order.number}`],
  ];
  if (order.couponCode && order.discount > 0) rows.push(['Coupon', truncateLine(order.couponCode, 40)]);
  return {
    subject: `${renewal ? 'Renewed' : 'Sold'}: “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}”, ${amount}`,
    title: renewal ? 'A subscription was renewed' : 'You have made a sale',
    preview: `${amount} from ${buyer}.`,
    body: (
      <>
        <PriceDisplay amount={order.paid} currency={order.currency} caption="Paid" />
        <Details rows={rows} />
        {!renewal && <Answers caption="What they answered" answers={mail.answers} />}
        <ActionButton href={getOrderUrl(links, order.id)}>See the order</ActionButton>
      </>
    ),
  };
}

export function renewalFailedNoticeEmail(mail: EmailOf<'renewal_failed_notice'>, links: EmailLinks): EmailContent {
  const product = getProductDisplayName(mail.productName);
  const buyer = getBuyerDisplayName(mail.buyer);
  return {
    subject: `A renewal of “${truncateLine(product, MAX_SUBJECT_NAME_LENGTH)}” did not go through`,
    title: 'A renewal did not go through',
    preview: `${formatMoneyOnOneLine(mail.amount, mail.currency)} from ${buyer} is due.`,
    body: (
      <>
        <PriceDisplay amount={mail.amount} currency={mail.currency} caption="Due" />
        <Details
          rows={[
            ['Buyer', buyer],
            ['Product', product],
            ['Next attempt', mail.nextTryAt === null ? 'None' : formatDateTime(mail.nextTryAt)],
          ]}
        />
        <Paragraph>
          {mail.nextTryAt === null
            ? 'The bank declined the payment, and Stripe won’t try again automatically. We emailed your buyer how to pay.'
            : 'The bank declined the payment. Stripe will try again automatically, and we emailed your buyer how to pay. You don’t have to do anything.'}
        </Paragraph>
        <ActionButton href={getOrderUrl(links, mail.orderId)}>See the order</ActionButton>
      </>
    ),
  };
}

export function refundFailedNoticeEmail(mail: EmailOf<'refund_failed_notice'>, links: EmailLinks): EmailContent {
  const rows: Detail[] = [['Order', `No. ${mail.number}`]];
  if (mail.reason) rows.push(['Reason from Stripe', describeReason(mail.reason)]);
  return {
    subject: `Your refund of ${formatMoneyOnOneLine(mail.amount, mail.currency)} failed (order No. ${mail.number})`,
    title: 'A refund failed',
    preview: 'The money is back with you, and your buyer doesn’t have it.',
    body: (
      <>
        <PriceDisplay amount={mail.amount} currency={mail.currency} caption="Not refunded" />
        <Details rows={rows} />
        <Paragraph>
          The refund didn’t reach your buyer. Their bank returned it, and the money is back with you.
        </Paragraph>
        <Paragraph>Try again from the order, or ask your buyer for another way to return the money.</Paragraph>
        <ActionButton href={getOrderUrl(links, mail.orderId)}>See the order</ActionButton>
      </>
    ),
  };
}

const DISPUTE_TEXT =
  'The buyer’s bank has withdrawn the money until the dispute is decided. Respond on Stripe with evidence that the charge was valid. If you don’t respond, you lose the dispute. You can’t refund the payment in the meantime.';
const INQUIRY_TEXT =
  'The buyer’s bank is only asking and has not withdrawn any money. Respond on Stripe with evidence that the charge was valid, or refund the payment. If you don’t respond, it can become a dispute, which costs you the amount and a fee.';

export function disputeNoticeEmail(mail: EmailOf<'dispute_notice'>, links: EmailLinks): EmailContent {
  const { amount, currency, inquiry, dueBy } = mail;
  const amountText = formatMoneyOnOneLine(amount, currency);
  const url = parseSafeUrl(mail.url);
  const subject = `${inquiry ? 'A bank asks about' : 'Disputed:'} ${amountText}`;
  return {
    subject: dueBy ? `${subject}. Respond by ${formatDay(dueBy)}` : `${subject} of order No. ${mail.number}`,
    title: inquiry ? 'A bank asks about a payment' : 'A payment is disputed',
    preview: `Order No. ${mail.number}: the bank asks why ${amountText} was charged.`,
    body: (
      <>
        <PriceDisplay amount={amount} currency={currency} caption={inquiry ? 'In question' : 'Disputed'} />
        <Details
          rows={[
            ['Order', `No. ${mail.number}`],
            ['Product', getProductDisplayName(mail.productName)],
            ['Buyer', getBuyerDisplayName(mail.buyer)],
            ['Reason', describeReason(mail.reason)],
            ['Respond by', dueBy ? formatDateTime(dueBy) : 'No deadline given'],
          ]}
        />
        <Paragraph>{inquiry ? INQUIRY_TEXT : DISPUTE_TEXT}</Paragraph>
        <ActionButton href={getOrderUrl(links, mail.orderId)}>See the order</ActionButton>
        {url && <TextLink href={url}>Respond on Stripe</TextLink>}
      </>
    ),
  };
}

type ClosedDispute = EmailOf<'dispute_closed'>;

function describeClosedDispute({ inquiry, outcome, number }: ClosedDispute, amount: string) {
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

export function disputeClosedEmail(mail: ClosedDispute, links: EmailLinks): EmailContent {
  const { amount, currency } = mail;
  const { caption, text, ...content } = describeClosedDispute(mail, formatMoneyOnOneLine(amount, currency));
  return {
    ...content,
    body: (
      <>
        <PriceDisplay amount={amount} currency={currency} caption={caption} />
        <Paragraph>{text}</Paragraph>
        <ActionButton href={getOrderUrl(links, mail.orderId)}>See the order</ActionButton>
      </>
    ),
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

export function paymentsOffEmail(mail: EmailOf<'payments_off'>, { builder }: EmailLinks): EmailContent {
  const { subject, title, text, label } = PAYMENTS_OFF_COPY[mail.cause];
  return {
    subject,
    title,
    preview: 'Your pages can’t take payments for now.',
    body: (
      <>
        <Paragraph>{text}</Paragraph>
        {mail.reason && <Details rows={[['Reason from Stripe', describeReason(mail.reason)]]} />}
        <ActionButton href={builder}>{label}</ActionButton>
      </>
    ),
  };
}
