import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { applyPendingUpdate } from './pending-update.ts';
import { completeResumption } from './resumption.ts';
import { changeState, subscriptionOf } from './subscription-state.ts';

type Paid = {
  invoice: Objects['invoice'];
  subscription: Objects['subscription'];
  /** What it was paid with; null where nothing was to be paid. */
  method: string | null;
};

/** A first payment that came in time, or the one that a subscription was behind with. */
const catchUp = (call: Call, { invoice, subscription }: Paid): void => {
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  const waiting = subscription.hidden?.pendingInvoice ?? null;
  if (waiting === invoice.id) return;
  const latest = call.books.find('invoice', String(subscription.latest_invoice));
  const owing = latest?.status === 'open' && latest.id !== invoice.id && latest.id !== waiting;
  if (!owing) changeState(call, subscription.id, { status: 'active' });
};

const saveMethod = (call: Call, { subscription, method }: Paid): void => {
  const saves = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  if (!saves || method === null || subscription.default_payment_method !== null) return;
  changeState(call, subscription.id, { default_payment_method: method });
};

/** All that may hang on an invoice of a subscription. None of these may bill or collect by itself. */
const consequences: ((call: Call, paid: Paid) => void)[] = [
  catchUp,
  saveMethod,
  (call, { subscription, invoice }) => applyPendingUpdate(call, subscription, invoice.id),
  (call, { subscription, invoice }) => completeResumption(call, subscription, invoice),
];

export const afterPayment = (call: Call, invoice: Objects['invoice'], method: string | null): void => {
  for (const consequence of consequences) {
    const subscription = subscriptionOf(call, invoice);
    if (subscription) consequence(call, { invoice, subscription, method });
  }
};
