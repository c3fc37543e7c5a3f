import { ForeignObjectError } from './foreign-event.ts';
import type { OrderAggregate } from './leaf.ts';

/** Rejects a subscription that a seller created with our attempt id: only that of the attempt's own session counts. */
export function assertOwnSubscription(
  { attempt, order, subscription }: OrderAggregate,
  subscriptionIdInEvent: string | null,
): void {
  const ownId = order?.subscriptionId ?? subscription?.subscriptionId ?? null;
  if (ownId && subscriptionIdInEvent && ownId !== subscriptionIdInEvent)
    throw new ForeignObjectError(`Subscription ${subscriptionIdInEvent} is not the one of attempt ${attempt.id}`);
}
