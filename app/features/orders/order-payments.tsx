import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';

import { UtcTime } from '#app/components/utc-time.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { formatMoney } from '#app/lib/format-money.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { orderDetailMessages } from '#content/messages/order-details.ts';
import type { OrderDetail, OrderPayment } from '#domain/order-detail.ts';
import { isCountedRefund, listAttributableLines, type OrderRefund, type RefundState } from '#domain/refund.ts';

import { OrderSection } from './order-section.tsx';
import { getPaymentName } from './payment-name.ts';
import { getRefundFailureLabel, REFUND_REASON_LABELS } from './stripe-labels.ts';

const RefundItemsDialog = loadOnDemand(async () => (await import('./refund-items-dialog.tsx')).RefundItemsDialog);

const messages = orderDetailMessages.payments;

const REFUND_STATE_LABELS: Record<RefundState, string> = messages.refundStates;

/** The items that a refund is for, or a button for choosing them. */
function RefundItems({ refund, order }: { refund: OrderRefund; order: OrderDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  if (order.lines.length < 2 && order.lines[0]?.quantity === 1) return null;
  const names = order.lines.flatMap(({ key, name }) => {
    const line = refund.lines.find((refunded) => refunded.key === key);
    return line ? [getItemName({ name, quantity: line.quantity ?? 1 })] : [];
  });
  if (names.length > 0) return <span className="faint"> · {names.join(', ')}</span>;
  if (listAttributableLines(order, refund).length === 0) return null;
  return (
    <>
      {' · '}
      <button type="button" className="label-button" onClick={() => setIsOpen(true)}>
        {messages.chooseItems}
      </button>
      {isOpen && <RefundItemsDialog order={order} refund={refund} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RefundLine({ refund, order }: { refund: OrderRefund; order: OrderDetail }) {
  const { currency } = order;
  const reasonText = refund.failure
    ? getRefundFailureLabel(refund.failure)
    : refund.reason && REFUND_REASON_LABELS[refund.reason];
  return (
    <li className="order-payments__line">
      <span>
        {REFUND_STATE_LABELS[refund.state]}
        <span className="faint">
          {reasonText && ` · ${reasonText}`} · <UtcTime iso={refund.createdAt} />
          {refund.state === 'needs_buyer' && ` · ${messages.needsBuyer}`}
        </span>
        <RefundItems refund={refund} order={order} />
      </span>
      <span className={isCountedRefund(refund) ? 'num neg' : 'num faint'}>
        {isCountedRefund(refund) ? (
          formatMoney(-refund.amount, currency)
        ) : (
          <s>{formatMoney(refund.amount, currency)}</s>
        )}
      </span>
    </li>
  );
}

type Props = { payment: OrderPayment; refunds: readonly OrderRefund[]; order: OrderDetail };

function Payment({ payment, refunds, order }: Props) {
  const { currency } = order;
  const { amount, lost, paidAt, providerUrl } = payment;
  return (
    <li>
      <div className="order-payments__line">
        <span>
          <a className="link order-external-link" href={providerUrl} target="_blank" rel="noreferrer">
            {getPaymentName(payment, order)}
            <ArrowUpRight className="i" aria-hidden="true" />
            <span className="vh">{messages.linkSuffix}</span>
          </a>
          <span className="faint">
            {' · '}
            <UtcTime iso={paidAt} />
          </span>
        </span>
        <b className="num">{formatMoney(amount, currency)}</b>
      </div>
      {(refunds.length > 0 || lost > 0) && (
        <ul className="order-payments__refunds">
          {refunds.map((refund) => (
            <RefundLine key={refund.id} refund={refund} order={order} />
          ))}
          {lost > 0 && (
            <li className="order-payments__line">
              <span>{messages.lost}</span>
              <span className="num neg">{formatMoney(-lost, currency)}</span>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

/** Payments with their refunds, newest first. Hidden for a single payment without refunds, which the receipt shows. */
export function OrderPayments({ order }: { order: OrderDetail }) {
  const { payments, refunds } = order;
  if (payments.length === 0 || (payments.length === 1 && refunds.length === 0)) return null;
  return (
    <OrderSection id="order-payments" title={messages.title}>
      <ul className="order-payments small">
        {payments.toReversed().map((payment) => (
          <Payment
            key={payment.id}
            payment={payment}
            refunds={refunds.filter(({ paymentId }) => paymentId === payment.id)}
            order={order}
          />
        ))}
      </ul>
    </OrderSection>
  );
}
