import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { applyPendingUpdate } from './pending-update.ts';
import { withPeriod } from './subscription-object.ts';
import { updateSubscription, findSubscription, scheduleDueDates } from './subscription-state.ts';

type Subscription = Objects['subscription'];
type Invoice = Objects['invoice'];

const CLEARED_STATUS_DETAILS = { status_details: undefined } as unknown as Partial<Subscription>;

/** Resumes a paused subscription with the period that `invoice` bills. */
export const resumeWithInvoice = (
  call: CallContext,
  subscription: Subscription,
  invoice: Invoice,
  status: 'active' | 'past_due',
): void => {
  const [first] = invoice.lines.data;
  if (!first) return;
  const items = subscription.items.data.map((item) => withPeriod(item, first.period));
  const resumed = updateSubscription(call, subscription.id, {
    billing_cycle_anchor: first.period.start,
    items: { ...subscription.items, data: items },
    ...CLEARED_STATUS_DETAILS,
    status,
    hidden: { ...subscription.hidden, pendingInvoice: null },
  });
  scheduleDueDates(call, resumed);
  call.emit('customer.subscription.resumed', resumed);
};

type PaidInvoice = {
  invoice: Invoice;
  subscription: Subscription;
  /** The payment method; null when nothing was due. */
  method: string | null;
};

/** Activates a subscription after its first payment or after the payment that it was past_due with. */
const activateSubscription = (call: CallContext, { invoice, subscription }: PaidInvoice): void => {
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  const pendingInvoice = subscription.hidden.pendingInvoice;
  if (pendingInvoice === invoice.id) return;
  const latest = call.repository.find('invoice', String(subscription.latest_invoice));
  const owesLatestInvoice = latest?.status === 'open' && latest.id !== invoice.id && latest.id !== pendingInvoice;
  if (!owesLatestInvoice) updateSubscription(call, subscription.id, { status: 'active' });
};

/** Resumes a paused subscription that waited for this payment. */
const completeResumption = (call: CallContext, { subscription, invoice }: PaidInvoice): void => {
  const isPending = subscription.hidden.pendingInvoice === invoice.id;
  if (subscription.status === 'paused' && isPending) resumeWithInvoice(call, subscription, invoice, 'active');
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
  completeResumption,
];

export const applyPaymentEffects = (call: CallContext, invoice: Invoice, method: string | null): void => {
  for (const applyEffect of PAYMENT_EFFECTS) {
    const subscription = findSubscription(call, invoice);
    if (subscription) applyEffect(call, { invoice, subscription, method });
  }
};
