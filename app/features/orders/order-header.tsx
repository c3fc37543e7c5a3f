import { ArrowLeft, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { getBuyerName } from '#app/lib/buyer-name.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { orderDetailMessages } from '#content/messages/order-details.ts';
import { orderMessages } from '#content/messages/orders.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { getPaymentMethod, isRefundable } from '#domain/payment-methods.ts';

import { DISPUTE_BADGES, ORDER_STATE_BADGES } from './order-display.ts';

const RefundDialog = loadOnDemand(async () => (await import('./refund-dialog.tsx')).RefundDialog);

const messages = orderDetailMessages.receiptEmail;

function ResendReceiptButton({ orderId }: { orderId: string }) {
  const { busy, run } = useRpcMutation('resend-receipt', {
    success: ({ to }) => ({ title: messages.successTitle, message: messages.success({ email: to }) }),
    failureTitle: messages.failure,
    invalidates: ['get-order'],
  });
  return (
    <Button Icon={Send} onClick={() => void run({ orderId })} busyLabel={busy && messages.busy}>
      {messages.button}
    </Button>
  );
}

/** Refund button; hidden if nothing is refundable. */
function RefundButton({ order }: { order: OrderDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const isRefundable = order.payments.some(({ refundable }) => refundable > 0);
  if (!isRefundable && !isOpen) return null;
  return (
    <>
      <Button Icon={Undo2} className="refund-button" onClick={() => setIsOpen(true)}>
        {orderDetailMessages.refund}
      </Button>
      {isOpen && <RefundDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** For payments that Stripe can't refund: a note in the timeline that the money was returned in another way. */
function OutsideRefund({ order }: { order: OrderDetail }) {
  const texts = orderDetailMessages.outsideRefund;
  const { busy, run } = useRpcMutation('record-outside-refund', {
    success: () => ({ title: texts.success }),
    invalidates: ['get-order'],
  });
  const type = order.paymentMethod?.type ?? null;
  const isNoted = order.events.some(({ kind }) => kind === 'refunded_elsewhere');
  if (type === null || isRefundable(type) || !order.paidAt || isNoted) return null;
  return (
    <div className="sheet pad small">
      <p>{texts.text({ method: getPaymentMethod(type).name })}</p>
      <Button Icon={Undo2} size="sm" onClick={() => void run({ orderId: order.id })} busyLabel={busy && texts.busy}>
        {texts.button}
      </Button>
    </div>
  );
}

/** Path of the order list with the filters it had. */
function getListPath(state: unknown): string {
  const search = typeof state === 'object' && state !== null && 'list' in state ? state.list : '';
  return typeof search === 'string' && search.startsWith('?') ? `/orders${search}` : '/orders';
}

export function BackToOrders() {
  const { state } = useLocation();
  return (
    <p className="order-page__back">
      <Link className="link" to={getListPath(state)}>
        <ArrowLeft className="i" aria-hidden="true" /> {orderDetailMessages.back}
      </Link>
    </p>
  );
}

export function OrderHeader({ order }: { order: OrderDetail }) {
  const name = getBuyerName(order);
  const canSend = order.email !== null && order.paidAt !== null;
  return (
    <>
      <div className="ph order-header">
        <div className="order-header__title">
          <h1 className="h1" tabIndex={-1} dir="auto">
            {name ?? orderMessages.orderName({ number: order.number })}
          </h1>
          <div className="order-badges">
            <Badge {...ORDER_STATE_BADGES[order.state]} />
            {order.dispute && <Badge {...DISPUTE_BADGES[order.dispute]} />}
          </div>
        </div>
        <div className="order-header__actions">
          {canSend && <ResendReceiptButton orderId={order.id} />}
          <RefundButton order={order} />
        </div>
      </div>
      <OutsideRefund order={order} />
    </>
  );
}
