import type { ReactNode } from 'react';

import { formatMoney } from '#domain/money.ts';
import type { PurchaseReceipt } from '#domain/purchase.ts';

import { formatDay, getDocumentName, getRefundLabel, getPurchaseState, describeSubscription } from './purchase-text.ts';
import { SellerHeader } from './seller-header.tsx';

/** Receipt of one purchase; only the receipt is printed. */
export const PurchaseReceiptDocument = ({ receipt }: { receipt: PurchaseReceipt }) => (
  <>
    <nav className="purchase-receipt__nav">
      <a href="/purchases">Your purchases</a>
      <span className="buyer-portal__note">Print it, or keep it as a PDF, by your browser’s menu.</span>
    </nav>
    <article className="buyer-portal__card purchase-receipt">
      <SellerHeader seller={receipt.seller} level="p" />
      <div className="purchase-receipt__title">
        <h1>
          {getDocumentName(receipt)} {receipt.number}
        </h1>
        <p className="purchase-state" data-tone={getPurchaseState(receipt).tone}>
          {getPurchaseState(receipt).text}
        </p>
      </div>
      <ReceiptDetails receipt={receipt} />
      <ProductLines receipt={receipt} />
      <PaymentLines receipt={receipt} />
      <Answers answers={receipt.answers} />
      {receipt.subscription && <p>Subscription: {describeSubscription(receipt.subscription)}</p>}
      <Agreement agreement={receipt.agreement} />
    </article>
  </>
);

const ReceiptDetail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

const ReceiptDetails = ({ receipt }: { receipt: PurchaseReceipt }) => (
  <dl className="purchase-receipt__details">
    <ReceiptDetail name="Date">{formatDay(receipt.createdAt)}</ReceiptDetail>
    {receipt.buyerName && <ReceiptDetail name="Bought by">{receipt.buyerName}</ReceiptDetail>}
    <ReceiptDetail name="Email">{receipt.email}</ReceiptDetail>
  </dl>
);

type ReceiptLineItem = { key: string; name: string; amount: number; kind?: 'total' };

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
      {lines.map(({ key, name, amount, kind }) => (
        <tr key={key} data-kind={kind}>
          <th scope="row" dir="auto">
            {name}
          </th>
          <td>{formatMoney(amount, currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const ProductLines = ({ receipt }: { receipt: PurchaseReceipt }) => {
  const { productName, original, discount, couponCode, total, currency, billing } = receipt;
  const lines: ReceiptLineItem[] = [
    { key: 'product', name: productName, amount: original },
    ...(discount > 0
      ? [{ key: 'coupon', name: couponCode ? `Coupon ${couponCode}` : 'Discount', amount: -discount }]
      : []),
    { key: 'total', name: 'Total', amount: total, kind: 'total' },
  ];
  return <ReceiptTable caption={billing ? 'Each payment' : 'Bought'} lines={lines} currency={currency} />;
};

function PaymentLines({ receipt }: { receipt: PurchaseReceipt }) {
  const { payments, refunds, lost, currency } = receipt;
  const lines: ReceiptLineItem[] = [
    ...payments.map(({ at, amount, renewal }, index) => ({
      key: `in-${index}`,
      name: `${formatDay(at)} · ${renewal ? 'Renewal' : 'Paid'}`,
      amount,
    })),
    ...refunds.map((refund, index) => ({
      key: `out-${index}`,
      name: refund.at ? `${formatDay(refund.at)} · ${getRefundLabel(refund)}` : getRefundLabel(refund),
      amount: -refund.amount,
    })),
    ...(lost > 0 ? [{ key: 'lost', name: 'Given back by your bank', amount: -lost }] : []),
  ];
  if (lines.length === 0) return null;
  const netAmount = lines.reduce((sum, { amount }) => sum + amount, 0);
  const totalLine: ReceiptLineItem[] =
    lines.length > 1 ? [{ key: 'sum', name: 'In all', amount: netAmount, kind: 'total' }] : [];
  return <ReceiptTable caption="Payments" lines={[...lines, ...totalLine]} currency={currency} />;
}

/** Answers to visible custom fields. */
function Answers({ answers }: Pick<PurchaseReceipt, 'answers'>) {
  const visibleAnswers = answers.filter(({ kind }) => kind !== 'hidden');
  if (visibleAnswers.length === 0) return null;
  return (
    <section className="purchase-receipt__answers">
      <h2>Your answers</h2>
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
        Agreed to on {formatDay(agreement.at)}
        {agreement.text && (
          <>
            : <q dir="auto">{agreement.text}</q>
          </>
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
