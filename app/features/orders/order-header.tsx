import { ArrowLeft, Send } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useErrorToast } from '#app/lib/use-error-toast.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

import { getBuyerName, DISPUTE_BADGES, ORDER_STATE_BADGES } from './order-display.ts';
import { RefundButton } from './refund-button.tsx';

/** Resends the newest receipt. `onSent`: the order must be reloaded. */
function ResendReceiptButton({ orderId, onSent }: { orderId: string; onSent: () => void }) {
  const [busy, setBusy] = useState(false);
  const showErrorToast = useErrorToast();
  const send = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { to } = await callRpc('resend-receipt', { orderId });
      toast({ title: 'Receipt on its way', message: `We mail it to ${to}.` });
      onSent();
    } catch (error) {
      showErrorToast(error, 'Receipt not sent');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button Icon={Send} onClick={() => void send()} busyLabel={busy && 'Sending...'}>
      Send receipt again
    </Button>
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
    <p className="order-back">
      <Link className="link" to={getListPath(state)}>
        <ArrowLeft className="i" aria-hidden="true" /> Orders
      </Link>
    </p>
  );
}

type Props = { order: OrderDetail; onChanged: (order: OrderDetail) => void; onStale: () => void };

/** Heading of an order: buyer, state and actions. */
export function OrderHeader({ order, onChanged, onStale }: Props) {
  const name = getBuyerName(order);
  const canSend = order.email !== null && order.paidAt !== null;
  return (
    <div className="ph order-head">
      <div className="order-name">
        <h1 className="h1" tabIndex={-1} dir="auto">
          {name ?? `Order ${order.number}`}
        </h1>
        <div className="order-badges">
          <Badge {...ORDER_STATE_BADGES[order.state]} />
          {order.dispute && <Badge {...DISPUTE_BADGES[order.dispute]} />}
        </div>
      </div>
      <div className="order-keys">
        {canSend && <ResendReceiptButton orderId={order.id} onSent={onStale} />}
        <RefundButton order={order} onChanged={onChanged} onStale={onStale} />
      </div>
    </div>
  );
}
