import type { CallContext } from '../call.ts';
import type { Objects } from '../objects.ts';
import type { BilledLine } from './invoice-shape.ts';
import { applyRenewalChanges } from './renewal-changes.ts';

/**
 * Steps that run at the very end of a period, before the next one is billed. A step may change the subscription's items
 * and returns lines to be billed with them.
 */
const RENEWAL_STEPS: ((call: CallContext, subscription: Objects['subscription']) => BilledLine[])[] = [
  applyRenewalChanges,
];

export const prepareRenewal = (call: CallContext, id: string): BilledLine[] =>
  RENEWAL_STEPS.flatMap((step) => step(call, call.repository.get('subscription', id)));
