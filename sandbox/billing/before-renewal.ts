import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import type { BilledLine } from './invoice-shape.ts';
import { renewalChanges } from './renewal-changes.ts';

/**
 * Steps that run at the very end of a period, before the next one is billed. A step may change the subscription's items
 * and returns lines to be billed with them.
 */
const preparations: ((call: Call, subscription: Objects['subscription']) => BilledLine[])[] = [
  renewalChanges,
];

export const beforeRenewal = (call: Call, id: string): BilledLine[] =>
  preparations.flatMap((prepare) => prepare(call, call.books.get('subscription', id)));
