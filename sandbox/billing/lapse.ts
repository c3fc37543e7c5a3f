import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { voidInvoice } from './invoice-states.ts';
import { changeState, subscriptionOf } from './subscription-state.ts';

type Subscription = Objects['subscription'];

/**
 * Drops a pending update or resumption that was not paid in time or is replaced by another one, and voids its
 * invoice.
 */
export const lapse = (call: Call, subscription: Subscription): Subscription => {
  const { pending_update: pending, hidden, id } = subscription;
  const invoice = hidden?.pendingInvoice ?? null;
  if (!hidden || invoice === null) return subscription;
  const after = call.books.update('subscription', id, { hidden: { ...hidden, pendingInvoice: null } });
  if (call.books.find('invoice', invoice)?.status === 'open') voidInvoice(call, invoice);
  if (!pending) return after;
  const expired = changeState(call, id, { pending_update: null });
  call.emit('customer.subscription.pending_update_expired', expired);
  return expired;
};

/** Handles the scheduled expiry of a pending invoice. */
export const lapseDue = (call: Call, invoiceId: string): void => {
  const invoice = call.books.find('invoice', invoiceId);
  const subscription = invoice && subscriptionOf(call, invoice);
  if (subscription?.hidden?.pendingInvoice === invoiceId) lapse(call, subscription);
};
