import type { CallContext } from '../call.ts';
import type { Objects } from '../objects.ts';
import type { BilledLine } from './invoice-shape.ts';
import { dropPendingUpdate } from './lapse.ts';
import { advancePhase } from './schedules.ts';

/**
 * Prepares the next period: drops an unpaid pending change, enters the next phase of a schedule and returns the
 * deferred prorations.
 */
export const applyRenewalChanges = (call: CallContext, subscription: Objects['subscription']): BilledLine[] => {
  const currentSubscription = dropPendingUpdate(call, subscription);
  advancePhase(call, currentSubscription);
  const { hidden } = call.repository.get('subscription', subscription.id);
  if (!hidden || hidden.pendingLines.length === 0) return [];
  call.repository.update('subscription', subscription.id, { hidden: { ...hidden, pendingLines: [] } });
  return hidden.pendingLines;
};
