/** What can happen to an order, in the order in which it mostly does. */
export const ORDER_EVENT_KINDS = [
  'pressed_pay',
  'pending',
  'payment_failed',
  'paid',
  'renewed',
  'renewal_failed',
  'renewal_recovered',
  'refund_asked',
  'refunded',
  'refund_failed',
  'disputed',
  'dispute_answered',
  'dispute_won',
  'dispute_lost',
  'cancellation_set',
  'cancellation_undone',
  'subscription_ended',
  'receipt_queued',
] as const;
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number];

/** Amounts in minor units with their currency, dates ISO 8601 UTC, names; never secrets. */
export type OrderEventFacts = {
  amount?: number;
  currency?: string;
  /** A provider's word: a refund's or dispute's reason, a refusal. */
  reason?: string;
  /** Until when, or from when on. */
  at?: string;
  /** Who did it, where it was not the provider: the seller here, or the buyer on their page. */
  by?: 'seller' | 'buyer' | 'provider';
};

export type OrderEvent = { kind: OrderEventKind; at: string; facts: OrderEventFacts };
