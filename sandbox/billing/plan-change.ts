import type Stripe from 'stripe';

import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import type { BilledLine } from './invoice-object.ts';
import { applyItemChanges } from './item-changes.ts';
import { prorationLines } from './proration-lines.ts';
import { buildPeriodLine, periodFrom } from './subscription-object.ts';
import { periodEndOf, type Change } from './subscription-state.ts';
import type { BillingParams } from './subscription-update-params.ts';

type Subscription = Objects['subscription'];
type Item = Stripe.SubscriptionItem;

/** The effect of an update on the subscription and on its bill. */
export type PlannedChange = {
  change: Change;
  lines: BilledLine[];
  /** `now`: on a separate invoice. `later`: on the invoice of the next period. */
  billing: 'now' | 'later';
};

const MAX_TRIAL_S = 730 * 24 * 3600;

/** Returns the items with a period that begins now, and the lines of that period. */
export const startNewPeriod = (call: CallContext, items: Item[]): { items: Item[]; lines: BilledLine[] } => {
  const restarted = items.map((item) => {
    const { start, end } = periodFrom(call.now, item.price, call.now);
    return { ...item, current_period_start: start, current_period_end: end };
  });
  return { items: restarted, lines: restarted.map((item) => buildPeriodLine(call, item)) };
};

const planRestart = (call: CallContext, before: Subscription, after: Item[], params: BillingParams): PlannedChange => {
  const credits = params.proration_behavior === 'none' ? [] : prorationLines(call, before, [], call.now);
  const { items, lines } = startNewPeriod(call, after);
  const change = { items, anchor: call.now, ...(before.status === 'trialing' && { trialEnd: call.now }) };
  return { change, lines: [...credits, ...lines], billing: 'now' };
};

const planTrialEnd = (call: CallContext, before: Subscription, after: Item[], trialEnd: number): PlannedChange => {
  const param = 'trial_end';
  if (before.status !== 'trialing')
    throw invalidRequest('The sandbox moves the end of a trial only while the trial runs.', param);
  if (trialEnd <= call.now || trialEnd > call.now + MAX_TRIAL_S)
    throw invalidRequest(
      'Invalid timestamp: must be an integer Unix timestamp in the future, at most two years from now.',
      param,
    );
  const items = after.map((item) => ({ ...item, current_period_end: trialEnd }));
  return { change: { items, anchor: trialEnd, trialEnd }, lines: [], billing: 'later' };
};

const prorationTime = (call: CallContext, before: Subscription, date: number | undefined): number => {
  const periodStarts = before.items.data.map((item) => item.current_period_start);
  if (date !== undefined && (date < Math.min(...periodStarts) || date > periodEndOf(before)))
    throw invalidRequest('Invalid proration_date: it has to lie in the current billing period.', 'proration_date');
  return date ?? call.now;
};

/** Plans an update without changing anything. */
export const planChange = (call: CallContext, before: Subscription, params: BillingParams): PlannedChange => {
  const { items: itemChanges = [], proration_behavior: behavior = 'create_prorations', trial_end: trialEnd } = params;
  const after = itemChanges.length > 0 ? applyItemChanges(call, before, itemChanges) : before.items.data;
  const endsTrial = trialEnd === 'now' && before.status === 'trialing';
  if (endsTrial || params.billing_cycle_anchor?.type === 'now') return planRestart(call, before, after, params);
  if (typeof trialEnd === 'number') return planTrialEnd(call, before, after, trialEnd);
  const time = prorationTime(call, before, params.proration_date);
  const isFree = before.status === 'trialing' || before.status === 'paused' || behavior === 'none';
  return {
    change: itemChanges.length > 0 ? { items: after } : {},
    lines: isFree ? [] : prorationLines(call, before, after, time),
    billing: behavior === 'always_invoice' ? 'now' : 'later',
  };
};
