import { cancelNow, setCancelAt, setCancelAtPeriodEnd } from '../billing/lifecycle.ts';
import { subscriptionAlarms } from '../billing/renewals.ts';
import { subscribe, type Wish } from '../billing/subscribe.ts';
import { endpoint, type Call, type Resource } from '../call.ts';
import { listOf, listing, retrieval, where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { flag, integer, mergeMetadata, oneOf, shape, text, type Read } from '../params.ts';
import { badParam, noSuch, refusal } from '../problem.ts';
import { redeemableCoupon } from './coupons.ts';
import { insertInlinePrice } from './prices.ts';
import { creationKeys } from './subscription-params.ts';

type Params = Read<typeof creationKeys>;
type Line = Wish['lines'][number];

const daySeconds = 24 * 3600;

const readItem = (call: Call, given: Params['items'][number], index: number): Line => {
  const param = `items[${index}]`;
  if (given.price === undefined && !given.price_data)
    throw badParam(`Missing required param: ${param}[price].`, `${param}[price]`, 'parameter_missing');
  const price = given.price_data
    ? insertInlinePrice(call, given.price_data, `${param}[price_data]`)
    : call.books.get('price', given.price ?? '', `${param}[price]`);
  if (!price.recurring)
    throw refusal(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: `${param}[price]` },
    );
  if (!given.price_data && !price.active)
    throw refusal('The price specified is inactive. This field only accepts active prices.', {
      param: `${param}[price]`,
    });
  return { price, quantity: given.quantity ?? 1, metadata: mergeMetadata(null, given.metadata) };
};

const readItems = (call: Call, items: Params['items']): Line[] => {
  const lines = items.map((given, index) => readItem(call, given, index));
  if (lines.length === 0) throw badParam('Missing required param: items.', 'items', 'parameter_missing');
  if (new Set(lines.map((line) => line.price.currency)).size > 1)
    throw refusal('All prices on a subscription must have the same currency.', { param: 'items' });
  return lines;
};

const trialEndOf = (call: Call, { trial_end: given, trial_period_days: days }: Params): number | null => {
  if (given !== undefined && days !== undefined)
    throw badParam(
      'You may only specify one of these parameters: trial_end, trial_period_days.',
      'trial_end',
    );
  if (days !== undefined) return call.now + days * daySeconds;
  if (given === undefined || given === 'now') return null;
  const end = integer(1)(given, 'trial_end') ?? 0;
  if (end <= call.now)
    throw badParam('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  return end;
};

/** Checks the payment method: it must be attached to the customer. */
const methodOf = (call: Call, customer: string, id: string | undefined): string | null => {
  if (id === undefined) return null;
  const method = call.books.get('payment_method', id, 'default_payment_method');
  if (method.customer === customer) return id;
  throw refusal(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  );
};

const wishOf = (call: Call, params: Params): Wish => {
  if (!call.books.find('customer', params.customer)) throw noSuch('customer', params.customer, 'customer');
  const lines = readItems(call, params.items);
  const currency = lines[0]?.price.currency ?? '';
  const code = params.discounts?.[0]?.coupon;
  return {
    customer: params.customer,
    lines,
    currency,
    description: params.description ?? null,
    metadata: mergeMetadata(null, params.metadata),
    paymentMethod: methodOf(call, params.customer, params.default_payment_method),
    coupon: code === undefined ? null : redeemableCoupon(call, code, currency, 'discounts[0][coupon]').id,
    trialEnd: trialEndOf(call, params),
    missingMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    saveMethod: params.payment_settings?.save_default_payment_method ?? 'off',
    behavior: params.payment_behavior ?? 'allow_incomplete',
  };
};

const create = endpoint('POST /v1/subscriptions', creationKeys, (call, params) => {
  const made = subscribe(call, wishOf(call, params));
  if (params.cancel_at_period_end) return setCancelAtPeriodEnd(call, made.id, true);
  return params.cancel_at === undefined ? made : setCancelAt(call, made.id, params.cancel_at);
});

const cancelKeys = {
  invoice_now: flag,
  prorate: flag,
  cancellation_details: shape({ comment: text(), feedback: text() }),
};
const cancel = endpoint('DELETE /v1/subscriptions/:id', cancelKeys, (call, params, id) =>
  cancelNow(call, id, 'cancellation_requested', params.cancellation_details),
);

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

const collection = oneOf('charge_automatically', 'send_invoice');

type Status = 'all' | 'ended' | (typeof statuses)[number] | undefined;

const statusClauses = (status: Status) => {
  if (status === 'all') return [];
  if (status === undefined) return [{ sql: `json_extract(json, '$.status') != 'canceled'`, values: [] }];
  if (status !== 'ended') return where('status', status);
  return [{ sql: `json_extract(json, '$.status') IN ('canceled', 'incomplete_expired')`, values: [] }];
};

const itemsOf = (call: Call, id: string): Objects['subscription']['items']['data'] =>
  call.books.get('subscription', id, 'subscription').items.data;

export const subscriptions: Resource = {
  endpoints: [
    create,
    cancel,
    retrieval('/v1/subscriptions/:id', 'subscription'),
    listing(
      '/v1/subscriptions',
      'subscription',
      {
        collection_method: collection,
        customer: text(),
        price: text(),
        status: oneOf('all', 'ended', ...statuses),
      },
      ({ collection_method: method, customer, price, status }) => [
        ...where('collection_method', method),
        ...where('customer', customer),
        ...where('items.data[0].price.id', price),
        ...statusClauses(status),
      ],
    ),
    endpoint('GET /v1/subscription_items', { subscription: text() }, (call, params) =>
      listOf('/v1/subscription_items', itemsOf(call, params.subscription ?? '')),
    ),
  ],
  references: {
    subscription: {
      customer: 'customer',
      default_payment_method: 'payment_method',
      discounts: 'discount',
      latest_invoice: 'invoice',
      schedule: 'subscription_schedule',
    },
    discount: { customer: 'customer', 'source.coupon': 'coupon' },
    plan: { product: 'product' },
  },
  alarms: subscriptionAlarms,
};
