import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { whereProperty } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import {
  cancellationDetails,
  toPeriodEndCancellation,
  type CancellationReason,
  type CancellationInput,
} from './apply-change.ts';
import { dropPendingUpdate } from './drop-pending-update.ts';
import { cancelSchedule } from './schedules.ts';
import { updateSubscription } from './subscription-state.ts';

type Subscription = Objects['subscription'];

/** Returns whether the subscription has ended for good. */
export const hasEnded = (subscription: Subscription): boolean =>
  subscription.status === 'canceled' || subscription.status === 'incomplete_expired';

/** Returns the draft and open invoices of a subscription. */
export const listUnpaidInvoices = (call: CallContext, subscriptionId: string): Objects['invoice'][] =>
  call.repository
    .page('invoice', {
      limit: 100,
      where: whereProperty('parent.subscription_details.subscription', subscriptionId),
    })
    .data.filter((invoice) => invoice.status === 'draft' || invoice.status === 'open');

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
  if (hasEnded(before))
    throw invalidRequest(`No such subscription: '${id}'`, {
      code: 'resource_missing',
      param: 'id',
      status: 404,
    });
  dropPendingUpdate(call, before);
  cancelSchedule(call, before);
  stopCollecting(call, id);
  const canceled = call.repository.update('subscription', id, {
    status: 'canceled',
    canceled_at: before.canceled_at ?? call.now,
    ended_at: call.now,
    pending_update: null,
    cancellation_details:
      input || !before.canceled_at ? cancellationDetails(reason, input) : before.cancellation_details,
  });
  call.emit('customer.subscription.deleted', canceled);
  return canceled;
};

/** Sets or clears the cancellation at the end of the period. */
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

/** Sets or clears the cancellation at a date. */
export const setCancelAt = (call: CallContext, id: string, cancelAt: number | null): Subscription => {
  if (cancelAt !== null) call.schedule(cancelAt, 'subscription.due', id);
  return updateSubscription(call, id, {
    cancel_at_period_end: false,
    cancel_at: cancelAt,
    canceled_at: cancelAt === null ? null : call.now,
    cancellation_details: cancellationDetails(cancelAt === null ? null : 'cancellation_requested'),
  });
};
