import { Check, Clock, Undo2, X } from 'lucide-react';

import type { BadgeLook } from '#app/ui/badge.tsx';
import { moneyText } from '#domain/money.ts';
import type { OrderRow, OrderState } from '#domain/order.ts';

export const STATE_LOOKS: Record<OrderState, BadgeLook> = {
  pending: { label: 'Not finished', tint: 'canary', Icon: Clock },
  failed: { label: 'Payment failed', tint: 'pink', Icon: X },
  paid: { label: 'Paid', tint: 'mint', Icon: Check },
  partly_refunded: { label: 'Partly refunded', Icon: Undo2 },
  refunded: { label: 'Refunded', Icon: Undo2 },
};

/** Money that came in is plain, money that went back carries its sign, money that never moved is faint. */
export function amountLook({ state, total, currency }: OrderRow): {
  text: string;
  tone: '' | 'neg' | 'faint';
} {
  if (state === 'refunded' && total > 0) return { text: moneyText(-total, currency), tone: 'neg' };
  const tone = state === 'pending' || state === 'failed' ? 'faint' : '';
  return { text: moneyText(total, currency), tone };
}
