import { Undo2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import type { OrderDetail } from '#domain/order-detail.ts';

import { RefundDialog } from './refund-dialog.tsx';

type Props = {
  order: OrderDetail;
  onChanged: (order: OrderDetail) => void;
  /** A request failed: reload the order. */
  onStale: () => void;
};

/** Refund button; hidden if nothing is refundable. */
export function RefundButton({ order, onChanged, onStale }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const isRefundable = order.payments.some(({ refundable }) => refundable > 0);
  if (!isRefundable && !isOpen) return null;
  return (
    <>
      <Button Icon={Undo2} className="refund-key" onClick={() => setIsOpen(true)}>
        Refund
      </Button>
      {isOpen && (
        <RefundDialog
          order={order}
          onDone={(updatedOrder) => {
            setIsOpen(false);
            onChanged(updatedOrder);
          }}
          onClose={(stale) => {
            setIsOpen(false);
            if (stale) onStale();
          }}
        />
      )}
    </>
  );
}
