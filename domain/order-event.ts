/** Kinds of order events, roughly in chronological order. */
export const ORDER_EVENT_KINDS = [
  'checkout_started',
  'pending',
  'payment_failed',
  'paid',
  'renewed',
  'renewal_failed',
  'renewal_recovered',
  'refund_asked',
  'refunded',
  'refund_failed',
  'refunded_elsewhere',
  'disputed',
  'dispute_answered',
  'dispute_won',
  'dispute_lost',
  'cancellation_set',
  'cancellation_undone',
  'subscription_ended',
  'delivered',
  'access_paused',
  'access_resumed',
  'access_ended',
  'license_replaced',
  'receipt_queued',
] as const;
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number];

/** Event data: amounts in minor units with their currency, dates in ISO 8601 UTC, names. Never secrets. */
export type OrderEventFacts = {
  amount?: number | undefined;
  currency?: string | undefined;
  reason?: string | undefined;
  /** Related date: when something ends, is retried, or is due. */
  at?: string | undefined;
  by?: 'seller' | 'buyer' | 'provider' | undefined;
  /** Name of the deliverable whose access changes. */
  name?: string | undefined;
};

export type OrderEvent = { kind: OrderEventKind; at: string; facts: OrderEventFacts };
