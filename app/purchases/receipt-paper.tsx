import type { ReactNode } from 'react';

import { moneyText } from '#domain/money.ts';
import type { PurchaseReceipt } from '#domain/purchase.ts';

import { dayText, paperName, refundText, stateOf, subscriptionText } from './purchase-words.ts';
import { SellerHead } from './seller-head.tsx';

/** Receipt of one purchase; only the receipt is printed. */
export const ReceiptPaper = ({ receipt }: { receipt: PurchaseReceipt }) => (
  <>
    <nav className="pu-back">
      <a href="/purchases">Your purchases</a>
      <span className="pu-note">Print it, or keep it as a PDF, by your browser’s menu.</span>
    </nav>
    <article className="pu-sheet pu-paper">
      <SellerHead seller={receipt.seller} level="p" />
      <div className="pu-title">
        <h1>
          {paperName(receipt)} {receipt.number}
        </h1>
        <p className="pu-state" data-tone={stateOf(receipt).tone}>
          {stateOf(receipt).text}
        </p>
      </div>
      <Facts receipt={receipt} />
      <Lines receipt={receipt} />
      <Payments receipt={receipt} />
      <Answers answers={receipt.answers} />
      {receipt.subscription && <p>Subscription: {subscriptionText(receipt.subscription)}</p>}
      <Agreement agreement={receipt.agreement} />
    </article>
  </>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

const Facts = ({ receipt }: { receipt: PurchaseReceipt }) => (
  <dl className="pu-dl">
    <Fact name="Date">{dayText(receipt.createdAt)}</Fact>
    {receipt.buyerName && <Fact name="Bought by">{receipt.buyerName}</Fact>}
    <Fact name="Email">{receipt.email}</Fact>
  </dl>
);

type Line = { key: string; name: string; amount: number; kind?: 'total' };

const Table = ({ caption, lines, currency }: { caption: string; lines: Line[]; currency: string }) => (
  <table className="pu-table">
    <caption>{caption}</caption>
    <tbody>
      {lines.map(({ key, name, amount, kind }) => (
        <tr key={key} data-kind={kind}>
          <th scope="row" dir="auto">
            {name}
          </th>
          <td>{moneyText(amount, currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Lines = ({ receipt }: { receipt: PurchaseReceipt }) => {
  const { productName, original, discount, couponCode, total, currency, billing } = receipt;
  const lines: Line[] = [
    { key: 'product', name: productName, amount: original },
    ...(discount > 0
      ? [{ key: 'coupon', name: couponCode ? `Coupon ${couponCode}` : 'Discount', amount: -discount }]
      : []),
    { key: 'total', name: 'Total', amount: total, kind: 'total' },
  ];
  return <Table caption={billing ? 'Each payment' : 'Bought'} lines={lines} currency={currency} />;
};

function Payments({ receipt }: { receipt: PurchaseReceipt }) {
  const { payments, refunds, lost, currency } = receipt;
  const lines: Line[] = [
    ...payments.map(({ at, amount, renewal }, place) => ({
      key: `in-${place}`,
      name: `${dayText(at)} · ${renewal ? 'Renewal' : 'Paid'}`,
      amount,
    })),
    ...refunds.map((refund, place) => ({
      key: `out-${place}`,
      name: refund.at ? `${dayText(refund.at)} · ${refundText(refund)}` : refundText(refund),
      amount: -refund.amount,
    })),
    ...(lost > 0 ? [{ key: 'lost', name: 'Given back by your bank', amount: -lost }] : []),
  ];
  if (lines.length === 0) return null;
  const stayed = lines.reduce((sum, { amount }) => sum + amount, 0);
  const sum: Line[] = lines.length > 1 ? [{ key: 'sum', name: 'In all', amount: stayed, kind: 'total' }] : [];
  return <Table caption="Payments" lines={[...lines, ...sum]} currency={currency} />;
}

/** Answers to visible custom fields. */
function Answers({ answers }: Pick<PurchaseReceipt, 'answers'>) {
  const shown = answers.filter(({ kind }) => kind !== 'hidden');
  if (shown.length === 0) return null;
  return (
    <section className="pu-answers">
      <h2>Your answers</h2>
      <dl>
        {shown.map(({ id, label, value }) => (
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
    <div className="pu-agreed">
      <p>
        Agreed to on {dayText(agreement.at)}
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
