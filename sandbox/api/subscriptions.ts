import type Stripe from 'stripe';
import { endpoint, type Call, type Resource } from '../call.ts';
import { newId } from '../ids.ts';
import { listOf, listing, retrieval, where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { flag, oneOf, shape, text } from '../params.ts';
import { refusal } from '../problem.ts';

type Subscription = Objects['subscription'];
type Price = Objects['price'];
type Line = { price: Price; quantity: number };
type Given = {
  id: string;
  customer: string;
  lines: Line[];
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  paymentMethod: string | null;
  discounts: string[];
  latestInvoice: string;
};

/** The end of a period that starts at `start`: the same day later, or the month's last when there is none. */
export const periodEnd = (start: number, recurring: { interval: string; interval_count: number }): number => {
  const date = new Date(start * 1000);
  const days = { day: 1, week: 7 }[recurring.interval];
  if (days !== undefined) return start + days * recurring.interval_count * 24 * 3600;
  const months = (recurring.interval === 'year' ? 12 : 1) * recurring.interval_count;
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
};

/** The legacy plan that a price still carries inside a subscription item. */
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

const itemOf = (call: Call, subscription: string, { price, quantity }: Line): Stripe.SubscriptionItem => ({
  id: newId('si_', 14),
  object: 'subscription_item',
  billing_thresholds: null,
  created: call.now,
  current_period_end: periodEnd(call.now, price.recurring ?? { interval: 'month', interval_count: 1 }),
  current_period_start: call.now,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price: price as Stripe.Price,
  quantity,
  subscription,
  tax_rates: [],
});

/** What is the same on every subscription born of a checkout. */
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
  trial_end: null,
  trial_settings: null,
  trial_start: null,
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
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
} satisfies Partial<Subscription>;

export const insertSubscription = (call: Call, given: Given): Subscription => {
  const items = given.lines
    .filter((line) => line.price.recurring)
    .map((line) => itemOf(call, given.id, line));
  return call.books.insert('subscription', {
    ...unchanging,
    id: given.id,
    object: 'subscription',
    billing_cycle_anchor: call.now,
    created: call.now,
    currency: given.currency,
    customer: given.customer,
    default_payment_method: given.paymentMethod,
    description: given.description,
    discounts: given.discounts,
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${given.id}`,
    },
    latest_invoice: given.latestInvoice,
    livemode: false,
    metadata: given.metadata,
    start_date: call.now,
    status: 'active',
  });
};

const cancelKeys = {
  invoice_now: flag,
  prorate: flag,
  cancellation_details: shape({ comment: text(), feedback: text() }),
};
const cancel = endpoint('DELETE /v1/subscriptions/:id', cancelKeys, (call, params, id) => {
  const before = call.books.get('subscription', id);
  if (before.status === 'canceled')
    throw refusal(`No such subscription: '${id}'`, { code: 'resource_missing', param: 'id', status: 404 });
  const { comment = null, feedback = null } = params.cancellation_details ?? {};
  const canceled = call.books.update('subscription', id, {
    status: 'canceled',
    canceled_at: call.now,
    ended_at: call.now,
    cancellation_details: {
      comment,
      feedback: feedback as 'other' | null,
      feedback_option: null,
      reason: 'cancellation_requested',
    },
  });
  call.emit('customer.subscription.deleted', canceled);
  return canceled;
});

const statuses = [
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'paused',
] as const;

export const subscriptions: Resource = {
  endpoints: [
    cancel,
    retrieval('/v1/subscriptions/:id', 'subscription'),
    listing(
      '/v1/subscriptions',
      'subscription',
      { customer: text(), price: text(), status: oneOf('all', 'ended', ...statuses) },
      ({ customer, price, status }) => [
        ...where('customer', customer),
        ...where('items.data[0].price.id', price),
        ...(status === 'all'
          ? []
          : status === undefined
            ? [{ sql: `json_extract(json, '$.status') != 'canceled'`, values: [] }]
            : where('status', status === 'ended' ? 'canceled' : status)),
      ],
    ),
    endpoint('GET /v1/subscription_items', { subscription: text() }, (call, params) => {
      const subscription = call.books.get('subscription', params.subscription ?? '', 'subscription');
      return listOf('/v1/subscription_items', subscription.items.data);
    }),
  ],
  references: {
    subscription: {
      customer: 'customer',
      default_payment_method: 'payment_method',
      discounts: 'discount',
      latest_invoice: 'invoice',
    },
    discount: { customer: 'customer', 'source.coupon': 'coupon' },
    plan: { product: 'product' },
  },
};
