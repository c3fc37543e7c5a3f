import { invalidRequest, resourceMissing } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { dropPendingUpdate } from './drop-pending-update.ts';
import { listInvoices } from './invoice-object.ts';
import { cancelSchedule } from './schedules.ts';
import {
  cancellationDetails,
  hasEnded,
  toPeriodEndCancellation,
  updateSubscription,
  type CancellationReason,
  type CancellationInput,
} from './subscription-state.ts';

type Subscription = Objects['subscription'];

export const listUnpaidInvoices = (call: CallContext, subscriptionId: string): Objects['invoice'][] =>
  listInvoices(call, subscriptionId).filter(({ status }) => status === 'draft' || status === 'open');

const stopCollecting = (call: CallContext, subscriptionId: string): void => {
  for (const { id } of listUnpaidInvoices(call, subscriptionId))
    call.repository.update('invoice', id, {
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    });
};

/** Cancels a subscription now. Its unpaid invoices stay open but are no longer collected automatically. */
export const cancelSubscription = (
  call: CallContext,
  id: string,
  reason: CancellationReason,
  input?: CancellationInput,
): Subscription => {
  const before = call.repository.get('subscription', id);
  if (hasEnded(before)) throw resourceMissing('subscription', id);
  dropPendingUpdate(call, before);
  cancelSchedule(call, before, reason === 'payment_failed' ? 'aborted' : 'canceled');
  stopCollecting(call, id);
  const change = {
    status: 'canceled',
    canceled_at: before.canceled_at ?? call.now,
    ended_at: call.now,
    pending_update: null,
    cancellation_details:
      input || !before.canceled_at ? cancellationDetails(reason, input) : before.cancellation_details,
  } as const;
  return call.update('subscription', id, change, 'customer.subscription.deleted');
};

export const setCancelAtPeriodEnd = (
  call: CallContext,
  id: string,
  cancel: boolean,
  input?: CancellationInput,
): Subscription => {
  const before = call.repository.get('subscription', id);
  if (hasEnded(before))
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  const change = toPeriodEndCancellation(before, cancel, call.now, input);
  return Object.keys(change).length === 0 ? before : updateSubscription(call, id, change);
};

export const setCancelAt = (call: CallContext, id: string, cancelAt: number | null): Subscription => {
  if (cancelAt !== null) call.schedule(cancelAt, 'subscription.due', id);
  return updateSubscription(call, id, {
    cancel_at_period_end: false,
    cancel_at: cancelAt,
    canceled_at: cancelAt === null ? null : call.now,
    cancellation_details: cancellationDetails(cancelAt === null ? null : 'cancellation_requested'),
  });
};
