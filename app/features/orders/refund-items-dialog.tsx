import { useState } from 'react';

import { FormDialog } from '#app/components/dialog.tsx';
import { FormError } from '#app/components/field.tsx';
import { formatMoney } from '#app/lib/format-money.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { refundMessages } from '#content/messages/refunds.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { listAttributableLines, shareRefund, type OrderRefund } from '#domain/refund.ts';

const messages = refundMessages.items;

type Props = { order: OrderDetail; refund: OrderRefund; onClose: () => void };

/** Asks which items a refund was for that arrived from Stripe without them. */
export function RefundItemsDialog({ order, refund, onClose }: Props) {
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [isMissing, setIsMissing] = useState(false);
  const { busy, error, run } = useRpcMutation('attribute-refund', {
    success: () => ({ title: messages.success }),
    invalidates: ['get-order'],
    onSuccess: onClose,
  });
  const lines = listAttributableLines(order, refund);
  const shares = shareRefund(
    refund.amount,
    lines.filter(({ key }) => keys.includes(key)),
  );
  const submit = () => {
    setIsMissing(shares.length === 0);
    if (shares.length > 0) void run({ orderId: order.id, refundId: refund.id, lines: shares });
  };
  return (
    <FormDialog
      title={messages.title}
      cancelLabel={messages.cancel}
      submitLabel={messages.submit}
      busyLabel={busy && messages.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted small">{messages.description({ amount: formatMoney(refund.amount, order.currency) })}</p>
      <div className="refund-amount-fieldset">
        {lines.map(({ key, name, rest }) => {
          const amount = shares.find((share) => share.key === key)?.amount ?? Math.min(rest, refund.amount);
          return (
            <label key={key} className="checkrow">
              <input
                type="checkbox"
                checked={keys.includes(key)}
                onChange={({ target }) =>
                  setKeys(target.checked ? [...keys, key] : keys.filter((other) => other !== key))
                }
              />
              <span>{refundMessages.dialog.line({ name, amount: formatMoney(amount, order.currency) })}</span>
            </label>
          );
        })}
      </div>
      <FormError>{isMissing ? refundMessages.dialog.noLine : error}</FormError>
    </FormDialog>
  );
}
