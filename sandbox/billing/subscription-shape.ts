import type Stripe from 'stripe';
import type { Call } from '../call.ts';
import { newId } from '../ids.ts';
import type { Objects } from '../objects.ts';
import type { BilledLine } from './invoice-shape.ts';
import { periodEnd } from './period.ts';
import { watch } from './subscription-state.ts';

type Subscription = Objects['subscription'];
type Price = Objects['price'];
type Item = Stripe.SubscriptionItem;
type Line = { price: Price; quantity: number; metadata?: Record<string, string> };
type Given = {
  id: string;
  customer: string;
  lines: Line[];
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  paymentMethod: string | null;
  discounts: string[];
  status: 'active' | 'trialing' | 'incomplete';
  trialEnd?: number | null;
  missingMethod?: 'cancel' | 'create_invoice' | 'pause';
  saveMethod?: 'off' | 'on_subscription';
};

/** Builds the legacy plan that Stripe still includes in a subscription item. */
const planOf = (price: Price): Stripe.Plan =>
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

const monthly = { interval: 'month', interval_count: 1 };

/** Builds a new subscription item. */
export const itemWith = (
  call: Call,
  subscription: string,
  line: Line,
  period: BilledLine['period'],
): Item => ({
  id: newId('si_', 14),
  object: 'subscription_item',
  billing_thresholds: null,
  created: call.now,
  current_period_end: period.end,
  current_period_start: period.start,
  current_trial: null,
  discounts: [],
  metadata: line.metadata ?? {},
  plan: planOf(line.price),
  price: line.price as Stripe.Price,
  quantity: line.quantity,
  subscription,
  tax_rates: [],
});

/** Returns the item fields that depend on the price. */
export const priced = (price: Price): Pick<Item, 'plan' | 'price'> => ({
  plan: planOf(price),
  price: price as Stripe.Price,
});

/** Returns the period that starts at `start` for a price, with months counted from `anchor`. */
export const periodFrom = (
  start: number,
  price: Price | Stripe.Price,
  anchor: number,
): BilledLine['period'] => ({
  start,
  end: periodEnd(start, price.recurring ?? monthly, anchor),
});

/** Returns the invoice line of an item for its current period. */
export const lineFor = (call: Call, item: Item): BilledLine => {
  const price = item.price as Price;
  const [quantity, product] = [item.quantity ?? 1, call.books.find('product', price.product)];
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

/** Fields with the same value on every new subscription. */
const unchanging = {
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
} satisfies Partial<Subscription>;

const itemsOf = (call: Call, given: Given): Subscription['items'] => {
  const { id, trialEnd = null } = given;
  const data = given.lines
    .filter((line) => line.price.recurring)
    .map((line) => {
      const whole = periodFrom(call.now, line.price, call.now);
      return itemWith(call, id, line, trialEnd === null ? whole : { start: call.now, end: trialEnd });
    });
  return { object: 'list', data, has_more: false, url: `/v1/subscription_items?subscription=${id}` };
};

/** Stores a new subscription and schedules its due dates, without billing or events. */
export const insertSubscription = (call: Call, given: Given): Subscription => {
  const { trialEnd = null, missingMethod = 'create_invoice', saveMethod = 'off' } = given;
  const subscription = call.books.insert('subscription', {
    ...unchanging,
    id: given.id,
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? call.now,
    created: call.now,
    currency: given.currency,
    customer: given.customer,
    default_payment_method: given.paymentMethod,
    description: given.description,
    discounts: given.discounts,
    items: itemsOf(call, given),
    latest_invoice: null,
    livemode: false,
    metadata: given.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: saveMethod,
    },
    start_date: call.now,
    status: given.status,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missingMethod } },
    trial_start: trialEnd === null ? null : call.now,
  });
  watch(call, subscription);
  return subscription;
};
