import { ForeignEvent } from './foreign-event.ts';
import type { Leaf } from './leaf.ts';

/** Rejects a subscription that a seller created with our attempt id: only that of the attempt's own session counts. */
export function checkSubscription({ attempt, order, subscription }: Leaf, named: string | null): void {
  const own = order?.subscriptionId ?? subscription?.subscriptionId ?? null;
  if (own && named && own !== named)
    throw new ForeignEvent(`Subscription ${named} is not the one of attempt ${attempt.id}`);
}
