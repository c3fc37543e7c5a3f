import type Stripe from 'stripe';
import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { prorationLines } from './change-lines.ts';
import type { ChangeParams } from './change-params.ts';
import type { Change } from './change.ts';
import type { BilledLine } from './invoice-shape.ts';
import { itemsAfter } from './item-changes.ts';
import { lineFor, periodFrom } from './subscription-shape.ts';
import { periodEndOf } from './subscription-state.ts';

type Subscription = Objects['subscription'];
type Item = Stripe.SubscriptionItem;
export type BillingParams = Pick<
  ChangeParams,
  'items' | 'proration_behavior' | 'proration_date' | 'billing_cycle_anchor' | 'trial_end'
>;

/** The effect of an update on the subscription and on its bill. */
export type Planned = {
  change: Change;
  lines: BilledLine[];
  /** `now`: on a separate invoice. `later`: on the invoice of the next period. */
  billed: 'now' | 'later';
};

const twoYears = 730 * 24 * 3600;

/** Returns the items with a period that begins now, and the lines of that period. */
export const startOver = (call: Call, items: Item[]): { items: Item[]; lines: BilledLine[] } => {
  const fresh = items.map((item) => {
    const { start, end } = periodFrom(call.now, item.price, call.now);
    return { ...item, current_period_start: start, current_period_end: end };
  });
  return { items: fresh, lines: fresh.map((item) => lineFor(call, item)) };
};

const restart = (call: Call, before: Subscription, after: Item[], params: BillingParams): Planned => {
  const ofOld = params.proration_behavior === 'none' ? [] : prorationLines(call, before, [], call.now);
  const { items, lines } = startOver(call, after);
  const change = { items, anchor: call.now, ...(before.status === 'trialing' && { trialEnd: call.now }) };
  return { change, lines: [...ofOld, ...lines], billed: 'now' };
};

const laterTrialEnd = (call: Call, before: Subscription, after: Item[], trialEnd: number): Planned => {
  const param = 'trial_end';
  if (before.status !== 'trialing')
    throw refusal('The sandbox moves the end of a trial only while the trial runs.', { param });
  if (trialEnd <= call.now || trialEnd > call.now + twoYears)
    throw refusal(
      'Invalid timestamp: must be an integer Unix timestamp in the future, at most two years from now.',
      { param },
    );
  const items = after.map((item) => ({ ...item, current_period_end: trialEnd }));
  return { change: { items, anchor: trialEnd, trialEnd }, lines: [], billed: 'later' };
};

const prorationMoment = (call: Call, before: Subscription, date: number | undefined): number => {
  const starts = before.items.data.map((item) => item.current_period_start);
  if (date !== undefined && (date < Math.min(...starts) || date > periodEndOf(before)))
    throw refusal('Invalid proration_date: it has to lie in the current billing period.', {
      param: 'proration_date',
    });
  return date ?? call.now;
};

/** Plans an update without changing anything. */
export const planChange = (call: Call, before: Subscription, params: BillingParams): Planned => {
  const {
    items: given = [],
    proration_behavior: behavior = 'create_prorations',
    trial_end: trialEnd,
  } = params;
  const after = given.length > 0 ? itemsAfter(call, before, given) : before.items.data;
  const endsTrial = trialEnd === 'now' && before.status === 'trialing';
  if (endsTrial || params.billing_cycle_anchor?.type === 'now') return restart(call, before, after, params);
  if (typeof trialEnd === 'number') return laterTrialEnd(call, before, after, trialEnd);
  const at = prorationMoment(call, before, params.proration_date);
  const free = before.status === 'trialing' || before.status === 'paused' || behavior === 'none';
  return {
    change: given.length > 0 ? { items: after } : {},
    lines: free ? [] : prorationLines(call, before, after, at),
    billed: behavior === 'always_invoice' ? 'now' : 'later',
  };
};
