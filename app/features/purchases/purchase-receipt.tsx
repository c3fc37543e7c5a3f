import type { ReactNode } from 'react';

import { RichText } from '#app/components/rich-text.tsx';
import { getProductLabel } from '#content/messages/bundles.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { purchaseMessages, purchaseReceiptMessages as messages } from '#content/messages/purchases.ts';
import { formatMoney } from '#domain/money.ts';
import type { PurchaseReceipt } from '#domain/purchase.ts';

import { ProductNames } from './product-names.tsx';
import {
  describePaymentPlan,
  describeSubscription,
  formatDay,
  getPurchaseState,
  getReceiptTitle,
  getRefundLabel,
} from './purchase-text.ts';
import { SellerHeader } from './seller-header.tsx';

/** Receipt of one purchase; only the receipt is printed. */
export const PurchaseReceiptDocument = ({ receipt }: { receipt: PurchaseReceipt }) => (
  <>
    <nav className="purchase-receipt__nav">
      <a href="/purchases">{purchaseMessages.title}</a>
      <span className="buyer-portal__note">{messages.print}</span>
    </nav>
    <article className="buyer-portal__card purchase-receipt">
      <SellerHeader seller={receipt.seller} level="p" />
      <div className="purchase-receipt__title">
        <h1>{getReceiptTitle(receipt)}</h1>
        <p className="purchase-state" data-tone={getPurchaseState(receipt).tone}>
          {getPurchaseState(receipt).text}
        </p>
      </div>
      <ReceiptDetails receipt={receipt} />
      <ProductLines receipt={receipt} />
      <PaymentLines receipt={receipt} />
      <Answers answers={receipt.answers} />
      {receipt.paymentTerms && <p>{messages.terms({ terms: receipt.paymentTerms })}</p>}
      <SubscriptionText {...receipt} />
      <Agreement agreement={receipt.agreement} />
    </article>
  </>
);

const SubscriptionText = ({ subscription, paymentPlan }: Pick<PurchaseReceipt, 'subscription' | 'paymentPlan'>) =>
  subscription && (
    <p>
      {paymentPlan
        ? messages.paymentPlan({ description: describePaymentPlan(paymentPlan, subscription) })
        : messages.subscription({ description: describeSubscription(subscription) })}
    </p>
  );

const ReceiptDetail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

const ReceiptDetails = ({ receipt }: { receipt: PurchaseReceipt }) => (
  <dl className="purchase-receipt__details">
    <ReceiptDetail name={messages.details.date}>{formatDay(receipt.createdAt)}</ReceiptDetail>
    {receipt.buyerName && <ReceiptDetail name={messages.details.buyer}>{receipt.buyerName}</ReceiptDetail>}
    <ReceiptDetail name={messages.details.email}>{receipt.email}</ReceiptDetail>
  </dl>
);

/** `products`: names of those of a bundle. */
type ReceiptLineItem = { key: string; name: string; amount: number; kind?: 'total'; products?: string[] };

const ReceiptTable = ({
  caption,
  lines,
  currency,
}: {
  caption: string;
  lines: ReceiptLineItem[];
  currency: string;
}) => (
  <table className="purchase-receipt__table">
    <caption>{caption}</caption>
    <tbody>
      {lines.map(({ key, name, amount, kind, products }) => (
        <tr key={key} data-kind={kind}>
          <th scope="row" dir="auto">
            {name}
            {products && <ProductNames names={products} />}
          </th>
          <td>{formatMoney(amount, currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const ProductLines = ({ receipt }: { receipt: PurchaseReceipt }) => {
  const { items, discount, couponCode, total, currency, billing } = receipt;
  const lines: ReceiptLineItem[] = [
    ...items.map(({ name, quantity, amount, products }, index) => ({
      key: `item-${index}`,
      name: getItemName({ name, quantity }),
      amount,
      ...(products ? { products: products.map(getProductLabel) } : {}),
    })),
    ...(discount > 0
      ? [
          {
            key: 'coupon',
            name: couponCode ? messages.items.coupon({ code: couponCode }) : messages.items.discount,
            amount: -discount,
          },
        ]
      : []),
    { key: 'total', name: messages.items.total, amount: total, kind: 'total' },
  ];
  return (
    <ReceiptTable
      caption={billing ? messages.items.titleRecurring : messages.items.title}
      lines={lines}
      currency={currency}
    />
  );
};

function PaymentLines({ receipt }: { receipt: PurchaseReceipt }) {
  const { payments, paymentPlan, refunds, lost, currency } = receipt;
  const getName = ({ at, renewal }: PurchaseReceipt['payments'][number], index: number): string =>
    paymentPlan
      ? messages.payments.installment({ day: formatDay(at), number: index + 1, count: paymentPlan.count })
      : messages.payments[renewal ? 'renewal' : 'paid']({ day: formatDay(at) });
  const lines: ReceiptLineItem[] = [
    ...payments.map((payment, index) => ({
      key: `in-${index}`,
      name: getName(payment, index),
      amount: payment.amount,
    })),
    ...refunds.map((refund, index) => ({
      key: `out-${index}`,
      name: getRefundLabel(refund),
      amount: -refund.amount,
    })),
    ...(lost > 0 ? [{ key: 'lost', name: messages.payments.reversed, amount: -lost }] : []),
  ];
  if (lines.length === 0) return null;
  const netAmount = lines.reduce((sum, { amount }) => sum + amount, 0);
  const totalLine: ReceiptLineItem[] =
    lines.length > 1 ? [{ key: 'sum', name: messages.payments.total, amount: netAmount, kind: 'total' }] : [];
  return <ReceiptTable caption={messages.payments.title} lines={[...lines, ...totalLine]} currency={currency} />;
}

/** Answers to visible custom fields. */
function Answers({ answers }: Pick<PurchaseReceipt, 'answers'>) {
  const visibleAnswers = answers.filter(({ kind }) => kind !== 'hidden');
  if (visibleAnswers.length === 0) return null;
  return (
    <section className="purchase-receipt__answers">
      <h2>{messages.answers}</h2>
      <dl>
        {visibleAnswers.map(({ id, label, value }) => (
          <div key={id}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const Agreement = ({ agreement }: Pick<PurchaseReceipt, 'agreement'>) =>
  agreement && (
    <div className="purchase-receipt__agreement">
      <p>
        {agreement.text ? (
          <RichText
            text={messages.termsAcceptedText({ day: formatDay(agreement.at) })}
            tags={{ text: () => <q dir="auto">{agreement.text}</q> }}
          />
        ) : (
          messages.termsAccepted({ day: formatDay(agreement.at) })
        )}
      </p>
      <ul>
        {[agreement.termsUrl, agreement.privacyUrl]
          .filter((url) => url !== '')
          .map((url) => (
            <li key={url}>
              <a href={url} rel="noreferrer nofollow">
                {url}
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
