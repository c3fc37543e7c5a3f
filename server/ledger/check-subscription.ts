import { ForeignEvent } from './foreign-event.ts';
import type { Leaf } from './leaf.ts';

/** A seller can make subscriptions of their own that name our attempt; only the one of its session counts. */
export function checkSubscription({ attempt, order, subscription }: Leaf, named: string | null): void {
  const own = order?.subscriptionId ?? subscription?.subscriptionId ?? null;
  if (own && named && own !== named)
    throw new ForeignEvent(`Subscription ${named} is not the one of attempt ${attempt.id}`);
}
