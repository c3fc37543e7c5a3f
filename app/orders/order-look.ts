import { Check, Clock, Scale, ShieldAlert, ShieldCheck, Undo2, X } from 'lucide-react';

import type { BadgeLook } from '#app/ui/badge.tsx';
import { moneyText } from '#domain/money.ts';
import type { BillingInterval, DisputeOutcome, OrderRow, OrderState } from '#domain/order.ts';

export const STATE_LOOKS: Record<OrderState, BadgeLook> = {
  pending: { label: 'Pending', tint: 'canary', Icon: Clock },
  failed: { label: 'Failed', tint: 'pink', Icon: X },
  paid: { label: 'Paid', tint: 'mint', Icon: Check },
  partly_refunded: { label: 'Partly refunded', Icon: Undo2 },
  refunded: { label: 'Refunded', Icon: Undo2 },
};

export const DISPUTE_LOOKS: Record<DisputeOutcome, BadgeLook> = {
  open: { label: 'Disputed', tint: 'pink', Icon: ShieldAlert },
  won: { label: 'Dispute won', Icon: ShieldCheck },
  lost: { label: 'Dispute lost', tint: 'pink', Icon: Scale },
};

export const BILLING_WORDS: Record<BillingInterval, string> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  yearly: 'Yearly',
};

type Money = Pick<OrderRow, 'state' | 'total' | 'received' | 'refunded' | 'lost' | 'currency'>;
type AmountLook = {
  text: string;
  tone: '' | 'neg' | 'faint';
  /** Net amount, if it differs from the total. */
  kept: string | null;
};

/** Amount of an order row: received money is plain, refunded or lost money is negative, unpaid money is faded. */
export function amountLook({ state, total, received, refunded, lost, currency }: Money): AmountLook {
  const gone = refunded + lost;
  if (gone > 0 && gone >= received) return { text: moneyText(-gone, currency), tone: 'neg', kept: null };
  const never = state === 'pending' || state === 'failed';
  const net = received - gone;
  return {
    text: moneyText(total, currency),
    tone: never ? 'faint' : '',
    kept: never || net === total ? null : moneyText(net, currency),
  };
}

/** Display name of the buyer: name, else email address. */
export const buyerOf = ({ buyerName, email }: Pick<OrderRow, 'buyerName' | 'email'>): string | null =>
  buyerName || email;
