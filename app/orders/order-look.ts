import { Check, Clock, Scale, ShieldAlert, ShieldCheck, Undo2, X } from 'lucide-react';

import type { BadgeProps } from '#app/ui/badge.tsx';
import { formatMoney } from '#domain/money.ts';
import type { BillingInterval, DisputeOutcome, OrderRow, OrderState } from '#domain/order.ts';

export const ORDER_STATE_BADGES: Record<OrderState, BadgeProps> = {
  pending: { label: 'Pending', variant: 'canary', Icon: Clock },
  failed: { label: 'Failed', variant: 'pink', Icon: X },
  paid: { label: 'Paid', variant: 'mint', Icon: Check },
  partly_refunded: { label: 'Partly refunded', Icon: Undo2 },
  refunded: { label: 'Refunded', Icon: Undo2 },
};

export const DISPUTE_BADGES: Record<DisputeOutcome, BadgeProps> = {
  open: { label: 'Disputed', variant: 'pink', Icon: ShieldAlert },
  won: { label: 'Dispute won', Icon: ShieldCheck },
  lost: { label: 'Dispute lost', variant: 'pink', Icon: Scale },
};

export const BILLING_LABELS: Record<BillingInterval, string> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  yearly: 'Yearly',
};

type OrderAmounts = Pick<OrderRow, 'state' | 'total' | 'received' | 'refunded' | 'lost' | 'currency'>;
type AmountDisplay = {
  text: string;
  tone: '' | 'neg' | 'faint';
  /** Net amount, if it differs from the total. */
  netText: string | null;
};

/** Amount of an order row: received money is plain, refunded or lost money is negative, unpaid money is faded. */
export function getAmountDisplay({ state, total, received, refunded, lost, currency }: OrderAmounts): AmountDisplay {
  const returned = refunded + lost;
  if (returned > 0 && returned >= received)
    return { text: formatMoney(-returned, currency), tone: 'neg', netText: null };
  const isUnpaid = state === 'pending' || state === 'failed';
  const net = received - returned;
  return {
    text: formatMoney(total, currency),
    tone: isUnpaid ? 'faint' : '',
    netText: isUnpaid || net === total ? null : formatMoney(net, currency),
  };
}

/** Display name of the buyer: name, else email address. */
export const getBuyerName = ({ buyerName, email }: Pick<OrderRow, 'buyerName' | 'email'>): string | null =>
  buyerName || email;
