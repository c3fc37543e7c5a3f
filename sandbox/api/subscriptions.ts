import { billSubscription, paymentFailed, type BilledLine } from '../billing/bill-subscription.ts';
import { cancelSubscription, setCancelAt, setCancelAtPeriodEnd } from '../billing/cancel-subscription.ts';
import { changeSubscription, resumeSubscription } from '../billing/change-subscription.ts';
import { redeemCoupon } from '../billing/discounts.ts';
import { expirePendingUpdate } from '../billing/drop-pending-update.ts';
import { PENDING_EXPIRY_TASK } from '../billing/pending-update.ts';
import { subscriptionTasks } from '../billing/renewals.ts';
import { buildPeriodLine, insertSubscription, toTrialLine } from '../billing/subscription-object.ts';
import { requirePaymentMethod } from '../billing/subscription-payment-method.ts';
import { subscriptionUpdateRules } from '../billing/subscription-update-params.ts';
import { invalidParam, invalidRequest, missingParam, exclusiveParams } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import { toList, listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import {
  flag,
  integer,
  mergeMetadata,
  oneOf,
  shape,
  text,
  type ParamValues,
  anyValue,
  list,
  metadata,
  removedParam,
  required,
} from '../core/params.ts';
import { whereProperties } from '../core/store.ts';
import { checkAttached } from '../payments/payment-methods.ts';
import { redeemableCoupon } from './coupons.ts';
import { priceDataRules, readPrice } from './prices.ts';

const update = endpoint('POST /v1/subscriptions/:id', subscriptionUpdateRules, (call, params, id) =>
  changeSubscription(call, id, params),
);

const resumeRules = {
  billing_cycle_anchor: shape({ type: required(oneOf('now')) }),
  payment_behavior: oneOf('resume_on_payment_success', 'resume_on_payment_attempt'),
  proration_behavior: subscriptionUpdateRules.proration_behavior,
};
/** Stripe's default is `resume_on_payment_attempt`: one attempted payment is enough. */
const resume = endpoint('POST /v1/subscriptions/:id/resume', resumeRules, (call, params, id) =>
  resumeSubscription(call, id, params.payment_behavior ?? 'resume_on_payment_attempt'),
);

const itemRule = shape({
  price: text(),
  price_data: shape(priceDataRules),
  quantity: integer(0),
  metadata,
  tax_rates: anyValue,
});

const REMOVED_MESSAGE = 'The `coupon` parameter is no longer supported on Subscriptions. Use `discounts` instead.';

/** Parameters of POST /v1/subscriptions; parameters read by `anyValue` are accepted but have no effect. */
const createRules = {
  customer: required(text()),
  items: required(list(required(itemRule), 20)),
  automatic_tax: anyValue,
  billing_mode: shape({ type: required(oneOf('flexible')), flexible: anyValue }),
  cancel_at: integer(1),
  cancel_at_period_end: flag,
  collection_method: oneOf('charge_automatically'),
  coupon: removedParam(REMOVED_MESSAGE),
  currency: text(3),
  default_payment_method: text(),
  description: text(500),
  discounts: list(required(shape({ coupon: required(text()) })), 1),
  metadata,
  off_session: flag,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
  payment_settings: shape({
    payment_method_options: anyValue,
    payment_method_types: anyValue,
    save_default_payment_method: oneOf('off', 'on_subscription'),
  }),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  trial_end: text(),
  trial_period_days: integer(1, 730),
  trial_settings: shape({
    end_behavior: required(
      shape({
        billing_cycle_anchor: oneOf('now', 'unchanged'),
        missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')),
      }),
    ),
  }),
};

type Params = ParamValues<typeof createRules>;
type Line = { price: Objects['price']; quantity: number; metadata: Record<string, string> };

const DAY_S = 24 * 3600;

const readItem = (call: CallContext, input: Params['items'][number], index: number): Line => {
  const price = readPrice(call, input, `items[${index}]`);
  if (!price.recurring)
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      `items[${index}][price]`,
    );
  return { price, quantity: input.quantity ?? 1, metadata: mergeMetadata(null, input.metadata) };
};

const readItems = (call: CallContext, items: Params['items']): Line[] => {
  const lines = items.map((input, index) => readItem(call, input, index));
  if (lines.length === 0) throw missingParam('items');
  if (new Set(lines.map((line) => line.price.currency)).size > 1)
    throw invalidRequest('All prices on a subscription must have the same currency.', 'items');
  return lines;
};

const trialEndOf = (call: CallContext, { trial_end: trialEnd, trial_period_days: days }: Params): number | null => {
  if (trialEnd !== undefined && days !== undefined)
    throw exclusiveParams('trial_end', 'trial_period_days', 'trial_end');
  if (days !== undefined) return call.now + days * DAY_S;
  if (trialEnd === undefined || trialEnd === 'now') return null;
  const end = integer(1)(trialEnd, 'trial_end') ?? 0;
  if (end <= call.now)
    throw invalidParam('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  return end;
};

const PAYMENT_WINDOW_S = 23 * 3600;

/** Charges the first period; the subscription becomes active when it is paid. */
const chargeFirstPeriod = (
  call: CallContext,
  subscription: Objects['subscription'],
  behavior: Params['payment_behavior'],
  lines: BilledLine[],
  discount?: string,
): void => {
  const isDeferred = behavior === 'default_incomplete';
  const isFree = lines.every((line) => line.amount === 0);
  if (!isDeferred && !isFree) requirePaymentMethod(call, subscription);
  const collection = isDeferred ? 'open' : 'now';
  const invoice = billSubscription(call, subscription.id, {
    reason: 'subscription_create',
    lines,
    discount,
    collection,
  });
  if (invoice.status === 'paid') return;
  if (behavior === 'error_if_incomplete') throw paymentFailed(call, invoice, 'subscription');
  call.schedule(call.now + PAYMENT_WINDOW_S, 'subscription.incomplete', subscription.id);
};

const create = endpoint('POST /v1/subscriptions', createRules, (call, params) => {
  const { id: customer } = call.repository.get('customer', params.customer, 'customer');
  const lines = readItems(call, params.items);
  const currency = lines[0]?.price.currency ?? '';
  const method = params.default_payment_method ?? null;
  if (method !== null) checkAttached(call, customer, method, 'default_payment_method');
  const coupon = params.discounts?.[0]?.coupon ?? null;
  if (coupon !== null) redeemableCoupon(call, coupon, currency, 'discounts[0][coupon]');
  const trialEnd = trialEndOf(call, params);
  const id = newId('sub_1', 23);
  const discounts = redeemCoupon(call, coupon, { session: null, customer, subscription: id }, trialEnd !== null);
  const subscription = insertSubscription(call, {
    id,
    customer,
    lines,
    currency,
    description: params.description ?? null,
    metadata: mergeMetadata(null, params.metadata),
    default_payment_method: method,
    discounts: discounts.lasting,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    trialEnd,
    missingMethod: params.trial_settings?.end_behavior.missing_payment_method,
    saveMethod: params.payment_settings?.save_default_payment_method,
  });
  const billedLines = subscription.items.data.map((item) => buildPeriodLine(call, item));
  if (trialEnd === null) chargeFirstPeriod(call, subscription, params.payment_behavior, billedLines, discounts.first);
  else {
    const trialLines = billedLines.map(toTrialLine);
    billSubscription(call, id, { reason: 'subscription_create', lines: trialLines, collection: 'now' });
  }
  if (params.cancel_at_period_end) return setCancelAtPeriodEnd(call, id, true);
  return params.cancel_at === undefined
    ? call.repository.get('subscription', id)
    : setCancelAt(call, id, params.cancel_at);
});

const cancelRules = {
  invoice_now: flag,
  prorate: flag,
  cancellation_details: shape({ comment: text(), feedback: text() }),
};
const cancel = endpoint('DELETE /v1/subscriptions/:id', cancelRules, (call, params, id) =>
  cancelSubscription(call, id, 'cancellation_requested', params.cancellation_details),
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

type Status = 'all' | 'ended' | (typeof statuses)[number] | undefined;

const statusClauses = (status: Status) => {
  if (status === 'all') return [];
  if (status === undefined) return [{ sql: `json_extract(json, '$.status') != 'canceled'`, values: [] }];
  if (status !== 'ended') return whereProperties({ status });
  return [{ sql: `json_extract(json, '$.status') IN ('canceled', 'incomplete_expired')`, values: [] }];
};

const itemsOf = (call: CallContext, id: string): Objects['subscription']['items']['data'] =>
  call.repository.get('subscription', id, 'subscription').items.data;

export const subscriptions: Resource = {
  endpoints: [
    create,
    update,
    resume,
    cancel,
    retrieveEndpoint('/v1/subscriptions/:id', 'subscription'),
    listEndpoint(
      '/v1/subscriptions',
      'subscription',
      {
        collection_method: oneOf('charge_automatically', 'send_invoice'),
        customer: text(),
        price: text(),
        status: oneOf('all', 'ended', ...statuses),
      },
      ({ price, status, ...properties }) => [
        ...whereProperties({ ...properties, 'items.data[0].price.id': price }),
        ...statusClauses(status),
      ],
    ),
    endpoint('GET /v1/subscription_items', { subscription: text() }, (call, params) =>
      toList('/v1/subscription_items', itemsOf(call, params.subscription ?? '')),
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
  scheduledTasks: { ...subscriptionTasks, [PENDING_EXPIRY_TASK]: expirePendingUpdate },
};
