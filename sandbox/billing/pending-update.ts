import type Stripe from 'stripe';
import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { mergeMetadata } from '../params.ts';
import { changeState } from './subscription-state.ts';
import { voidInvoice } from './invoice-states.ts';

type Subscription = Objects['subscription'];
type Invoice = Objects['invoice'];
type Pending = NonNullable<Subscription['pending_update']>;

/** What an update changes: of its metadata only the given keys, and of everything else what is named. */
export type Change = {
  items?: Stripe.SubscriptionItem[];
  anchor?: number;
  trialEnd?: number;
  cancelAtPeriodEnd?: boolean;
  metadata?: Record<string, string>;
};

const longest = 23 * 3600;
export const pendingAlarm = 'subscription.pending_update';

/** Notes a change that comes true when its open invoice has been paid, and not at all if that takes too long. */
export const deferChange = (call: Call, id: string, change: Change, invoice: Invoice): Subscription => {
  const before = call.books.get('subscription', id);
  const ends = before.items.data.map((item) => item.current_period_end);
  const expires_at = Math.min(call.now + longest, ...ends);
  const pending: Pending = {
    billing_cycle_anchor: change.anchor ?? null,
    cancel_at_period_end: change.cancelAtPeriodEnd ?? null,
    discount: null,
    discounts: null,
    expires_at,
    metadata: change.metadata ?? null,
    subscription_items: change.items ?? null,
    trial_end: change.trialEnd ?? null,
    trial_from_plan: null,
  };
  call.alarm(expires_at, pendingAlarm, id);
  return changeState(call, id, {
    pending_update: pending,
    hidden: { pendingLines: [], ...before.hidden, pendingInvoice: invoice.id },
  });
};
