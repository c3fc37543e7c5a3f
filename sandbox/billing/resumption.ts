import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { changeState, watch } from './subscription-state.ts';

type Subscription = Objects['subscription'];
type Invoice = Objects['invoice'];

const noLongerPaused = { status_details: undefined } as unknown as Partial<Subscription>;

/** Resumes a paused subscription with the period that `invoice` bills. */
export const resumeWith = (
  call: Call,
  subscription: Subscription,
  invoice: Invoice,
  status: 'active' | 'past_due',
): void => {
  const [first] = invoice.lines.data;
  if (!first) return;
  const { start, end } = first.period;
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: end,
  }));
  const resumed = changeState(call, subscription.id, {
    billing_cycle_anchor: start,
    items: { ...subscription.items, data },
    ...noLongerPaused,
    status,
    hidden: { pendingLines: [], ...subscription.hidden, pendingInvoice: null },
  });
  watch(call, resumed);
  call.emit('customer.subscription.resumed', resumed);
};

/** Resumes a paused subscription after the invoice of its resumption was paid. */
export const completeResumption = (call: Call, subscription: Subscription, invoice: Invoice): void => {
  const awaited = subscription.hidden?.pendingInvoice === invoice.id;
  if (subscription.status === 'paused' && awaited) resumeWith(call, subscription, invoice, 'active');
};
