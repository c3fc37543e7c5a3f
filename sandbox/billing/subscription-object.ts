import type Stripe from 'stripe';

import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { periodEnd } from './billing-period.ts';
import type { BilledLine } from './invoice-object.ts';
import { scheduleDueDates } from './subscription-state.ts';

type Subscription = Objects['subscription'];
type Price = Objects['price'];
type Item = Stripe.SubscriptionItem;
type Line = { price: Price; quantity: number; metadata?: Record<string, string> };
type SubscriptionFields = Pick<
  Subscription,
  'id' | 'customer' | 'currency' | 'default_payment_method' | 'description' | 'discounts' | 'metadata' | 'status'
> & {
  lines: Line[];
  trialEnd?: number | null;
  missingMethod?: 'cancel' | 'create_invoice' | 'pause' | undefined;
  saveMethod?: 'off' | 'on_subscription';
};

/** Builds the legacy plan that Stripe still includes in a subscription item. */
const buildLegacyPlan = (price: Price): Stripe.Plan =>
  ({
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }) satisfies Stripe.Plan;

const MONTHLY = { interval: 'month', interval_count: 1 };

/** Returns the item fields that depend on the price. */
export const priceFields = (price: Price): Pick<Item, 'plan' | 'price'> => ({
  plan: buildLegacyPlan(price),
  price: price as Stripe.Price,
});

const buildItem = (call: CallContext, subscription: string, line: Line, period: BilledLine['period']): Item => ({
  id: newId('si_', 14),
  object: 'subscription_item',
  billing_thresholds: null,
  created: call.now,
  current_period_end: period.end,
  current_period_start: period.start,
  current_trial: null,
  discounts: [],
  metadata: line.metadata ?? {},
  ...priceFields(line.price),
  quantity: line.quantity,
  subscription,
  tax_rates: [],
});

/** Returns the period that starts at `start` for a price, with months counted from `anchor`. */
export const periodFrom = (start: number, price: Price | Stripe.Price, anchor: number): BilledLine['period'] => ({
  start,
  end: periodEnd(start, price.recurring ?? MONTHLY, anchor),
});

export const withPeriod = (item: Item, { start, end }: BilledLine['period']): Item => ({
  ...item,
  current_period_start: start,
  current_period_end: end,
});

/** Returns the invoice line of an item for its current period. */
export const buildPeriodLine = (call: CallContext, item: Item): BilledLine => {
  const price = item.price as Price;
  const [quantity, product] = [item.quantity ?? 1, call.repository.find('product', price.product)];
  return {
    amount: (price.unit_amount ?? 0) * quantity,
    description: `${quantity} × ${product?.name ?? ''}`,
    price,
    quantity,
    period: { start: item.current_period_start, end: item.current_period_end },
    proration: false,
    subscriptionItem: item.id,
  };
};

/** Returns the line of an item during its trial: it costs nothing. */
export const toTrialLine = (line: BilledLine): BilledLine => ({
  ...line,
  amount: 0,
  description: `Trial period for ${line.description.replace(/^\d+ × /, '')}`,
});

export const EMPTY_PAYMENT_SETTINGS = { payment_method_options: null, payment_method_types: null };

/** Fields with the same value on every new subscription. */
const CONSTANT_FIELDS = {
  application: null,
  application_fee_percent: null,
  billing_cycle_anchor_config: null,
  billing_thresholds: null,
  cancel_at: null,
  canceled_at: null,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  ended_at: null,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  cancel_at_period_end: false,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  default_tax_rates: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  hidden: { pendingLines: [], pendingInvoice: null },
} satisfies Partial<Subscription>;

const buildItems = (call: CallContext, id: string, lines: Line[], trialEnd: number | null): Subscription['items'] => {
  const data = lines
    .filter((line) => line.price.recurring)
    .map((line) => {
      const fullPeriod = periodFrom(call.now, line.price, call.now);
      return buildItem(call, id, line, trialEnd === null ? fullPeriod : { start: call.now, end: trialEnd });
    });
  return { object: 'list', data, has_more: false, url: `/v1/subscription_items?subscription=${id}` };
};

/** Stores a new subscription and schedules its due dates, without billing it. */
export const insertSubscription = (call: CallContext, fields: SubscriptionFields): Subscription => {
  const { lines, trialEnd = null, missingMethod = 'create_invoice', saveMethod = 'off', ...ownFields } = fields;
  const subscription: Subscription = {
    ...CONSTANT_FIELDS,
    ...ownFields,
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? call.now,
    created: call.now,
    items: buildItems(call, fields.id, lines, trialEnd),
    latest_invoice: null,
    livemode: false,
    payment_settings: { ...EMPTY_PAYMENT_SETTINGS, save_default_payment_method: saveMethod },
    start_date: call.now,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missingMethod } },
    trial_start: trialEnd === null ? null : call.now,
  };
  scheduleDueDates(call, subscription);
  return call.insert('subscription', subscription, 'customer.subscription.created');
};
