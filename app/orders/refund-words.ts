import type { ToastWords } from '#app/ui/toast-card.tsx';
import { moneyText } from '#domain/money.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import type { RefundReason } from '#domain/refund.ts';

import { buyerOf } from './order-look.ts';

export const REASON_WORDS: Record<RefundReason, string> = {
  requested_by_customer: 'The buyer asked for it',
  duplicate: 'Paid twice by mistake',
  fraudulent: 'Fraudulent',
};

/** Short name of the refund's recipient. */
export const payeeOf = (order: Pick<OrderDetail, 'buyerName' | 'email'>): string =>
  buyerOf(order) ?? 'the buyer';

/** Toast after a refund request, from the order before and after it. */
export function refundToast(before: OrderDetail, after: OrderDetail): ToastWords {
  const known = new Set(before.refunds.map(({ id }) => id));
  const made = after.refunds.findLast(({ id }) => !known.has(id)) ?? after.refunds.at(-1);
  const amount = moneyText(made?.amount ?? 0, after.currency);
  const to = payeeOf(after);
  return made?.state === 'asked'
    ? {
        title: 'Refund under way',
        message: `Stripe has not answered yet. We go on asking until ${amount} is on its way to ${to}.`,
      }
    : { title: 'Refund made', message: `${amount} goes back to ${to} in 5 to 10 business days.` };
}
