import type { Call } from '../call.ts';
import { where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { cancellationDetails, endingWithPeriod, type Reason, type Words } from './cancellation.ts';
import { lapse } from './lapse.ts';
import { cancelScheduleOf } from './schedules.ts';
import { changeState } from './subscription-state.ts';

type Subscription = Objects['subscription'];

/** Returns whether the subscription has ended for good. */
export const isOver = (subscription: Subscription): boolean =>
  subscription.status === 'canceled' || subscription.status === 'incomplete_expired';

/** Returns the draft and open invoices of a subscription. */
export const unsettledInvoices = (call: Call, subscriptionId: string): Objects['invoice'][] =>
  call.books
    .page('invoice', {
      limit: 100,
      where: where('parent.subscription_details.subscription', subscriptionId),
    })
    .data.filter((invoice) => invoice.status === 'draft' || invoice.status === 'open');

const stopCollecting = (call: Call, subscriptionId: string): void => {
  for (const { id } of unsettledInvoices(call, subscriptionId))
    call.books.update('invoice', id, {
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    });
};

/** Cancels a subscription now. Its unpaid invoices stay open but are no longer collected automatically. */
export const cancelNow = (call: Call, id: string, reason: Reason, words?: Words): Subscription => {
  const before = call.books.get('subscription', id);
  if (isOver(before))
    throw refusal(`No such subscription: '${id}'`, { code: 'resource_missing', param: 'id', status: 404 });
  lapse(call, before);
  cancelScheduleOf(call, before);
  stopCollecting(call, id);
  const canceled = call.books.update('subscription', id, {
    status: 'canceled',
    canceled_at: before.canceled_at ?? call.now,
    ended_at: call.now,
    pending_update: null,
    cancellation_details:
      words || !before.canceled_at ? cancellationDetails(reason, words) : before.cancellation_details,
  });
  call.emit('customer.subscription.deleted', canceled);
  return canceled;
};

/** Sets or clears the cancellation at the end of the period. */
export const setCancelAtPeriodEnd = (
  call: Call,
  id: string,
  wanted: boolean,
  words?: Words,
): Subscription => {
  const before = call.books.get('subscription', id);
  if (isOver(before))
    throw refusal('A canceled subscription can only update its cancellation_details and metadata.');
  const change = endingWithPeriod(before, wanted, call.now, words);
  return Object.keys(change).length === 0 ? before : changeState(call, id, change);
};

/** Sets or clears the cancellation at a date. */
export const setCancelAt = (call: Call, id: string, at: number | null): Subscription => {
  if (at !== null) call.alarm(at, 'subscription.due', id);
  return changeState(call, id, {
    cancel_at_period_end: false,
    cancel_at: at,
    canceled_at: at === null ? null : call.now,
    cancellation_details: cancellationDetails(at === null ? null : 'cancellation_requested'),
  });
};
