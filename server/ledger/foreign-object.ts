import type { OrderAggregate } from './order-aggregate.ts';

/** A Stripe object carries the id of an attempt that it does not belong to. It is never applied and never retried. */
export class ForeignObjectError extends Error {
  override name = 'ForeignObjectError';
}

/** Rejects a subscription that a seller created with our attempt id: only that of the attempt's own session counts. */
export function assertOwnSubscription(
  { attempt, order, subscription }: OrderAggregate,
  subscriptionIdInEvent: string | null,
): void {
  const ownId = order?.subscriptionId ?? subscription?.subscriptionId ?? null;
  if (ownId && subscriptionIdInEvent && ownId !== subscriptionIdInEvent)
    throw new ForeignObjectError(`Subscription ${subscriptionIdInEvent} is not the one of attempt ${attempt.id}`);
}
