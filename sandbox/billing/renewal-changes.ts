import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import type { BilledLine } from './invoice-shape.ts';
import { lapse } from './lapse.ts';
import { turnPhase } from './schedules.ts';

/**
 * Prepares the next period: drops an unpaid pending change, enters the next phase of a schedule and returns the
 * deferred prorations.
 */
export const renewalChanges = (call: Call, subscription: Objects['subscription']): BilledLine[] => {
  const settled = lapse(call, subscription);
  turnPhase(call, settled);
  const { hidden } = call.books.get('subscription', subscription.id);
  if (!hidden || hidden.pendingLines.length === 0) return [];
  call.books.update('subscription', subscription.id, { hidden: { ...hidden, pendingLines: [] } });
  return hidden.pendingLines;
};
