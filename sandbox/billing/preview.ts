import type { Call } from '../call.ts';
import { newId } from '../ids.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { draftOf, type BilledLine } from './invoice-shape.ts';
import { planChange, startOver, type BillingParams, type Planned } from './planned-change.ts';
import { reductionOf } from './reductions.ts';
import { itemsIn, nextPhase } from './schedule-phases.ts';
import { lineFor, periodFrom } from './subscription-shape.ts';
import { periodEndOf } from './subscription-state.ts';

type Subscription = Objects['subscription'];
type Invoice = Objects['invoice'];

/** Returns the lines of the next period: the items of the schedule's next phase, or those after the change. */
const nextPeriod = (call: Call, before: Subscription, { change }: Planned): BilledLine[] => {
  const schedule =
    before.schedule === null ? undefined : call.books.find('subscription_schedule', before.schedule);
  const phase = schedule && nextPhase(schedule);
  const items = change.items ?? (phase ? itemsIn(call, before, phase) : before.items.data);
  const anchor = change.anchor ?? before.billing_cycle_anchor;
  return items.map((item) => {
    const { start, end } = periodFrom(item.current_period_end, item.price, anchor);
    return lineFor(call, { ...item, current_period_start: start, current_period_end: end });
  });
};

type Upcoming = { reason: 'subscription_update' | 'upcoming'; lines: BilledLine[]; due: number };

const upcoming = (call: Call, before: Subscription, params: BillingParams): Upcoming => {
  if (before.status === 'paused')
    return { reason: 'subscription_update', lines: startOver(call, before.items.data).lines, due: call.now };
  const planned = planChange(call, before, params);
  if (planned.billed === 'now') return { reason: 'subscription_update', lines: planned.lines, due: call.now };
  if (before.cancel_at_period_end) throw noneUpcoming();
  const pending = before.hidden?.pendingLines ?? [];
  const lines = [...pending, ...planned.lines, ...nextPeriod(call, before, planned)];
  const items = { ...before.items, data: planned.change.items ?? before.items.data };
  return { reason: 'upcoming', lines, due: periodEndOf({ ...before, items }) };
};

const noneUpcoming = () =>
  refusal('No upcoming invoices for customer', { code: 'invoice_upcoming_none', status: 404 });

/** Builds the invoice that an update would create, or else the next one, without storing anything. */
export const previewInvoice = (call: Call, subscriptionId: string, params: BillingParams): Invoice => {
  const before = call.books.get('subscription', subscriptionId, 'subscription');
  if (before.status === 'canceled' || before.status === 'incomplete_expired') throw noneUpcoming();
  const { reason, lines, due } = upcoming(call, before, params);
  const invoice = draftOf(call, {
    id: newId('upcoming_in_1', 23),
    subscription: before,
    reason,
    lines,
    reduction: reductionOf(call, before.discounts as string[], before.currency, lines),
    period: { start: Math.min(call.now, ...lines.map((line) => line.period.start)), end: call.now },
  });
  const { balance } = call.books.get('customer', before.customer);
  const owed = Math.max(invoice.total + balance, 0);
  return {
    ...invoice,
    amount_due: owed,
    amount_remaining: owed,
    starting_balance: balance,
    next_payment_attempt: due,
  };
};
