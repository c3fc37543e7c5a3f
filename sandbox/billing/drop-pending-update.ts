import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { voidInvoice } from './invoice-states.ts';
import { updateSubscription, findSubscription } from './subscription-state.ts';

type Subscription = Objects['subscription'];

/**
 * Drops a pending update or resumption that was not paid in time or is replaced by another one, and voids its
 * invoice.
 */
export const dropPendingUpdate = (call: CallContext, subscription: Subscription): Subscription => {
  const { pending_update: pendingUpdate, hidden, id } = subscription;
  const invoice = hidden.pendingInvoice;
  if (invoice === null) return subscription;
  const after = call.repository.updateHidden('subscription', id, { pendingInvoice: null });
  if (call.repository.find('invoice', invoice)?.status === 'open') voidInvoice(call, invoice);
  if (!pendingUpdate) return after;
  const expired = updateSubscription(call, id, { pending_update: null });
  call.emit('customer.subscription.pending_update_expired', expired);
  return expired;
};

export const expirePendingUpdate = (call: CallContext, invoiceId: string): void => {
  const invoice = call.repository.find('invoice', invoiceId);
  const subscription = invoice && findSubscription(call, invoice);
  if (subscription?.hidden.pendingInvoice === invoiceId) dropPendingUpdate(call, subscription);
};
