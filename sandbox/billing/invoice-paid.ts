import type { CallContext } from '../call.ts';
import type { Objects } from '../objects.ts';
import { applyPendingUpdate } from './pending-update.ts';
import { completeResumption } from './resumption.ts';
import { updateSubscription, findSubscription } from './subscription-state.ts';

type PaidInvoice = {
  invoice: Objects['invoice'];
  subscription: Objects['subscription'];
  /** The payment method; null when nothing was due. */
  method: string | null;
};

/** Activates a subscription after its first payment or after the payment that it was past_due with. */
const activateSubscription = (call: CallContext, { invoice, subscription }: PaidInvoice): void => {
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  const pendingInvoice = subscription.hidden?.pendingInvoice ?? null;
  if (pendingInvoice === invoice.id) return;
  const latest = call.repository.find('invoice', String(subscription.latest_invoice));
  const owesLatestInvoice = latest?.status === 'open' && latest.id !== invoice.id && latest.id !== pendingInvoice;
  if (!owesLatestInvoice) updateSubscription(call, subscription.id, { status: 'active' });
};

const saveMethod = (call: CallContext, { subscription, method }: PaidInvoice): void => {
  const savesMethod = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  if (!savesMethod || method === null || subscription.default_payment_method !== null) return;
  updateSubscription(call, subscription.id, { default_payment_method: method });
};

/** Effects of a paid subscription invoice. None of them may bill or collect. */
const PAYMENT_EFFECTS: ((call: CallContext, paid: PaidInvoice) => void)[] = [
  activateSubscription,
  saveMethod,
  (call, { subscription, invoice }) => applyPendingUpdate(call, subscription, invoice.id),
  (call, { subscription, invoice }) => completeResumption(call, subscription, invoice),
];

export const applyPaymentEffects = (call: CallContext, invoice: Objects['invoice'], method: string | null): void => {
  for (const applyEffect of PAYMENT_EFFECTS) {
    const subscription = findSubscription(call, invoice);
    if (subscription) applyEffect(call, { invoice, subscription, method });
  }
};
