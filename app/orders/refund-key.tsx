import { Undo2 } from 'lucide-react';
import { useState } from 'react';

import { Key } from '#app/ui/key.tsx';
import type { OrderDetail } from '#domain/order-detail.ts';

import { RefundDialog } from './refund-dialog.tsx';

type Props = {
  order: OrderDetail;
  onChanged: (order: OrderDetail) => void;
  /** A request failed: reload the order. */
  onStale: () => void;
};

/** Refund button; hidden if nothing is refundable. */
export function RefundKey({ order, onChanged, onStale }: Props) {
  const [open, setOpen] = useState(false);
  const possible = order.payments.some(({ refundable }) => refundable > 0);
  if (!possible && !open) return null;
  return (
    <>
      <Key className="refund-key" onClick={() => setOpen(true)}>
        <Undo2 className="i" aria-hidden="true" />
        Refund
      </Key>
      {open && (
        <RefundDialog
          order={order}
          onDone={(after) => {
            setOpen(false);
            onChanged(after);
          }}
          onClose={(stale) => {
            setOpen(false);
            if (stale) onStale();
          }}
        />
      )}
    </>
  );
}
