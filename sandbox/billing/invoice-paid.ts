import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { applyPendingUpdate } from './pending-update.ts';
import { completeResumption } from './resumption.ts';
import { changeState, subscriptionOf } from './subscription-state.ts';

type Paid = {
  invoice: Objects['invoice'];
  subscription: Objects['subscription'];
  /** The payment method; null when nothing was due. */
  method: string | null;
};

/** Activates a subscription after its first payment or after the payment that it was past_due with. */
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

/** Effects of a paid subscription invoice. None of them may bill or collect. */
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
