import type { CallContext } from '../call.ts';
import type { Objects } from '../objects.ts';
import { updateSubscription, scheduleDueDates } from './subscription-state.ts';

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
  const { start, end } = first.period;
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: end,
  }));
  const resumed = updateSubscription(call, subscription.id, {
    billing_cycle_anchor: start,
    items: { ...subscription.items, data: items },
    ...CLEARED_STATUS_DETAILS,
    status,
    hidden: { pendingLines: [], ...subscription.hidden, pendingInvoice: null },
  });
  scheduleDueDates(call, resumed);
  call.emit('customer.subscription.resumed', resumed);
};

/** Resumes a paused subscription after the invoice of its resumption was paid. */
export const completeResumption = (call: CallContext, subscription: Subscription, invoice: Invoice): void => {
  const isPending = subscription.hidden?.pendingInvoice === invoice.id;
  if (subscription.status === 'paused' && isPending) resumeWithInvoice(call, subscription, invoice, 'active');
};
