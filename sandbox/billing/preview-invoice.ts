import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { findReduction } from './discounts.ts';
import { buildDraftInvoice, type BilledLine } from './invoice-object.ts';
import { planChange, startNewPeriod, type PlannedChange } from './plan-change.ts';
import { itemsOfPhase, findNextPhase } from './schedule-phases.ts';
import { buildPeriodLine, periodFrom, withPeriod } from './subscription-object.ts';
import { hasEnded, periodEndOf } from './subscription-state.ts';
import type { BillingParams } from './subscription-update-params.ts';

type Subscription = Objects['subscription'];
type Invoice = Objects['invoice'];

/** Returns the lines of the next period: the items of the schedule's next phase, or those after the change. */
const nextPeriodLines = (call: CallContext, before: Subscription, { change }: PlannedChange): BilledLine[] => {
  const schedule =
    before.schedule === null ? undefined : call.repository.find('subscription_schedule', before.schedule);
  const phase = schedule && findNextPhase(schedule);
  const items = change.items ?? (phase ? itemsOfPhase(call, before, phase) : before.items.data);
  const anchor = change.anchor ?? before.billing_cycle_anchor;
  return items.map((item) =>
    buildPeriodLine(call, withPeriod(item, periodFrom(item.current_period_end, item.price, anchor))),
  );
};

type UpcomingInvoice = { reason: 'subscription_update' | 'upcoming'; lines: BilledLine[]; dueAt: number };

const planUpcomingInvoice = (call: CallContext, before: Subscription, params: BillingParams): UpcomingInvoice => {
  const reason = 'subscription_update';
  if (before.status === 'paused')
    return { reason, lines: startNewPeriod(call, before.items.data).lines, dueAt: call.now };
  const plannedChange = planChange(call, before, params);
  if (plannedChange.billing === 'now') return { reason, lines: plannedChange.lines, dueAt: call.now };
  if (before.cancel_at_period_end) throw noUpcomingInvoice();
  const lines = [
    ...before.hidden.pendingLines,
    ...plannedChange.lines,
    ...nextPeriodLines(call, before, plannedChange),
  ];
  const items = { ...before.items, data: plannedChange.change.items ?? before.items.data };
  return { reason: 'upcoming', lines, dueAt: periodEndOf({ ...before, items }) };
};

const noUpcomingInvoice = () =>
  invalidRequest('No upcoming invoices for customer', { code: 'invoice_upcoming_none', status: 404 });

/** Builds the invoice that an update would create, or else the next one, without storing anything. */
export const previewInvoice = (call: CallContext, subscriptionId: string, params: BillingParams): Invoice => {
  const before = call.repository.get('subscription', subscriptionId, 'subscription');
  if (hasEnded(before)) throw noUpcomingInvoice();
  const { reason, lines, dueAt } = planUpcomingInvoice(call, before, params);
  const reduction = findReduction(call, before.discounts as string[], before.currency, lines);
  const id = newId('upcoming_in_1', 23);
  const invoice = buildDraftInvoice(call, { id, subscription: before, reason, lines, reduction });
  const { balance } = call.repository.get('customer', before.customer);
  const amountDue = Math.max(invoice.total + balance, 0);
  return {
    ...invoice,
    amount_due: amountDue,
    amount_remaining: amountDue,
    starting_balance: balance,
    next_payment_attempt: dueAt,
  };
};
