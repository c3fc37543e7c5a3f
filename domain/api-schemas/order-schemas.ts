import { z } from 'zod';

import { DEVICES } from '../attribution.ts';
import { FIELD_KINDS } from '../custom-field.ts';
import { ORDER_EMAIL_KINDS } from '../order-detail.ts';
import { ORDER_EVENT_KINDS } from '../order-event.ts';
import { ORDER_STATES } from '../order.ts';
import { REFUND_REASONS } from '../refund.ts';
import { CurrencyCode, DateTime, MinorUnits, objectSchema } from './base-schemas.ts';

// Schemas of an order's payments, refunds, disputes and subscription.

export const Billing = z
  .enum(['weekly', 'monthly', 'yearly'])
  .meta({ id: 'Billing', description: 'Billing frequency of a subscription.' });

export const ApiPaymentMethod = objectSchema('PaymentMethod', 'How an order was paid.', {
  type: z.string().meta({ description: 'Stripe’s type of the payment method.', examples: ['card', 'ideal'] }),
  brand: z.string().nullable().describe('Brand of the card; null for other methods.'),
  last4: z.string().nullable().describe('Last four digits of the card; null for other methods.'),
});

export const ApiPayment = objectSchema('Payment', 'Payment received for an order.', {
  id: z.uuid(),
  renewal: z.boolean().describe('Whether it is a subscription renewal.'),
  amount: MinorUnits,
  refunded: MinorUnits,
  lost: MinorUnits.describe('Amount lost to disputes, in minor units.'),
  refundable: MinorUnits.describe('Amount that can still be refunded, in minor units. Pending refunds are deducted.'),
  paidAt: DateTime,
  paymentMethod: z.string().nullable().describe('Stripe’s type of the payment method; null if unknown.'),
  reference: z.string().nullable().describe('Stripe payment intent ID.'),
});

export const ApiRefund = objectSchema('Refund', 'Refund of a payment.', {
  id: z.uuid(),
  paymentId: z.uuid(),
  amount: MinorUnits,
  state: z
    .enum(['asked', 'pending', 'needs_buyer', 'succeeded', 'failed', 'canceled'])
    .describe(
      '`asked`: requested, not confirmed by Stripe yet. `needs_buyer`: Stripe has asked the buyer for bank details. `failed` and `canceled`: the money was not refunded.',
    ),
  reason: z.enum(REFUND_REASONS).nullable(),
  failure: z.string().nullable().describe('Stripe’s reason for the failure.'),
  createdAt: DateTime,
});

export const ApiDispute = objectSchema('Dispute', 'Dispute of a payment by the buyer’s bank.', {
  id: z.uuid(),
  paymentId: z.uuid(),
  amount: MinorUnits,
  currency: CurrencyCode,
  reason: z.string().meta({ description: 'Stripe’s dispute reason.', examples: ['fraudulent'] }),
  status: z.string().meta({ description: 'Stripe’s dispute status.', examples: ['needs_response'] }),
  dueBy: DateTime.nullable().describe('Deadline for your response.'),
  createdAt: DateTime,
  closedAt: DateTime.nullable(),
});

const SubscriptionFields = {
  id: z.uuid(),
  state: z
    .enum(['active', 'ending', 'overdue', 'ended'])
    .describe('`ending`: active until `cancelAt`. `overdue`: a renewal payment failed.'),
  currency: CurrencyCode,
  amount: MinorUnits.describe('Amount of each renewal, in minor units.'),
  billing: Billing,
  periodEnd: DateTime.describe('When the next payment is due or access ends.'),
  cancelAt: DateTime.nullable(),
  endedAt: DateTime.nullable(),
  failed: z
    .strictObject({ at: DateTime, payUrl: z.string().nullable(), nextTryAt: DateTime.nullable() })
    .nullable()
    .describe('Failed renewal: where the buyer can pay it, and when Stripe retries.'),
  createdAt: DateTime,
};

export const ApiOrderSubscription = objectSchema(
  'OrderSubscription',
  'Subscription started by an order.',
  SubscriptionFields,
);

/** A subscription in a list, outside its order. */
export const ApiSubscription = objectSchema('Subscription', 'Subscription of a buyer.', {
  ...SubscriptionFields,
  orderId: z.uuid().nullable().describe('Order that started the subscription; null until it is recorded.'),
  orderNumber: z.number().int().nullable(),
  email: z.string().nullable(),
  buyerName: z.string().nullable(),
  productName: z.string(),
  payments: z.number().int().describe('Number of payments so far.'),
  net: MinorUnits.describe('Net amount of those payments, in minor units.'),
});

export const ApiFieldAnswer = objectSchema('FieldAnswer', 'A buyer’s answer to a custom field.', {
  id: z.string().describe('ID of the field, which stays the same when its label changes.'),
  kind: z.enum(FIELD_KINDS),
  label: z.string().describe('Label as the buyer saw it.'),
  value: z.string().describe('`Yes` or `No` for a checkbox, YYYY-MM-DD for a date.'),
});

const ApiAttribution = objectSchema('Visit', 'Where the buyer came from. Unknown values are empty strings.', {
  source: z.string().describe('UTM source, or else the name of the referrer, or else `direct`.'),
  referrer: z.string().describe('Host of the referring site.'),
  utmSource: z.string(),
  utmMedium: z.string(),
  utmCampaign: z.string(),
  utmTerm: z.string(),
  utmContent: z.string(),
  visitCountry: z.string().describe('Country code (ISO 3166-1 alpha-2).'),
  device: z.enum(DEVICES),
  embed: z.string().describe('Site the page was embedded in.'),
});

/** Fields that both order schemas begin with. */
const ORDER_BASE_FIELDS = {
  id: z.uuid(),
  number: z.number().int().describe('Consecutive number per seller, starting at 1.'),
  state: z.enum(ORDER_STATES).describe('Payment state of the order.'),
  dispute: z.enum(['open', 'won', 'lost']).nullable().describe('Most serious dispute status; null if never disputed.'),
  coupon: z.string().nullable().describe('Coupon code that was used.'),
  currency: CurrencyCode,
  paymentMethod: ApiPaymentMethod.nullable().describe('Null if it is unknown, and for free orders.'),
  createdAt: DateTime,
};

/** An order for the outside world: the REST API and webhooks. */
export const ApiOrder = z
  .strictObject({
    ...ORDER_BASE_FIELDS,
    paidAt: DateTime.nullable(),
    buyer: z.strictObject({
      email: z.string().nullable(),
      name: z.string().nullable(),
      country: z.string().nullable().describe('Country code (ISO 3166-1 alpha-2).'),
    }),
    product: z.strictObject({
      name: z.string().describe('Product name at the time of purchase.'),
      billing: Billing.nullable().describe('Billing frequency; null for a one-time payment.'),
      plan: z.string().nullable().describe('ID of the chosen price; null if there was only one.'),
    }),
    pageId: z.uuid().describe('Page the order was placed on.'),
    amounts: z
      .strictObject({
        original: MinorUnits.describe('Price before the coupon.'),
        discount: MinorUnits.describe('Discount from the coupon.'),
        total: MinorUnits.describe('Amount the buyer agreed to pay.'),
        received: MinorUnits.describe('Sum of all payments, including renewals.'),
        refunded: MinorUnits.describe('Amount refunded.'),
        lost: MinorUnits.describe('Amount lost to disputes.'),
      })
      .describe('In minor units of the order’s currency.'),
    payments: z.array(ApiPayment).describe('Oldest first, like all lists of an order.'),
    refunds: z.array(ApiRefund),
    disputes: z.array(ApiDispute),
    subscription: ApiOrderSubscription.nullable().describe(
      'Subscription started by the order; null for a one-time payment.',
    ),
    answers: z.array(ApiFieldAnswer).describe('Answers to the page’s custom fields, in their order.'),
    visit: ApiAttribution,
  })
  .meta({
    id: 'Order',
    description: 'Order with its payments, refunds, and disputes.',
  });
export type ApiOrder = z.infer<typeof ApiOrder>;

/** An order in a list. Its field names are those of `ApiOrder`. */
export const ApiOrderSummary = z
  .strictObject({
    ...ORDER_BASE_FIELDS,
    buyer: z.strictObject({ email: z.string().nullable(), name: z.string().nullable() }),
    product: z.strictObject({ name: z.string(), billing: Billing.nullable() }),
    amounts: z.strictObject({
      discount: MinorUnits,
      total: MinorUnits,
      received: MinorUnits,
      refunded: MinorUnits,
      lost: MinorUnits,
    }),
  })
  .meta({ id: 'OrderSummary', description: 'Order in a list.' });

const ApiAgreement = z.strictObject({
  required: z.boolean(),
  accepted: z.boolean(),
  at: DateTime,
  text: z.string().nullable().describe('Text next to the checkbox.'),
  textHash: z.string().nullable().describe('SHA-256 of the text, in hex.'),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  version: z.number().int().describe('Version of the page.'),
  versionHash: z.string().nullable().describe('SHA-256 of the page version, in hex.'),
});

export const ApiOrderEvent = objectSchema('OrderEvent', 'Event in the timeline of an order.', {
  kind: z.enum(ORDER_EVENT_KINDS),
  at: DateTime,
  facts: z.strictObject({
    amount: MinorUnits.optional(),
    currency: CurrencyCode.optional(),
    reason: z.string().optional(),
    at: z.string().optional().describe('Related date: when something ends, is retried, or is due.'),
    by: z.enum(['seller', 'buyer', 'provider']).optional(),
  }),
});

const ApiReceipt = z.strictObject({
  state: z.enum(['none', 'waiting', 'sent', 'failed', 'bounced']),
  at: DateTime.nullable(),
  reason: z.string().nullable(),
});

const ApiOrderMail = z.strictObject({
  kind: z.enum(ORDER_EMAIL_KINDS),
  to: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'bounced']),
  at: DateTime,
  reason: z.string().nullable(),
});

export const ApiOrderHistory = z
  .strictObject({
    events: z.array(ApiOrderEvent),
    agreement: ApiAgreement.describe('What the buyer agreed to.'),
    receipt: ApiReceipt.describe('Status of the latest receipt email.'),
    mails: z.array(ApiOrderMail),
  })
  .meta({ id: 'OrderHistory', description: 'Timeline of an order and emails about it.' });

const ApiCustomerTotals = z.strictObject({
  currency: CurrencyCode,
  count: z.number().int().describe('Number of orders in this currency.'),
  received: MinorUnits.describe('Sum of all payments, including renewals, in minor units.'),
  refunded: MinorUnits,
  lost: MinorUnits.describe('Amount lost to disputes, in minor units.'),
  net: MinorUnits.describe('What the customer spent: received minus refunded and lost, in minor units.'),
});

const CUSTOMER_FIELDS = {
  id: z.uuid().describe('ID of their first order.'),
  email: z.string(),
  name: z.string().nullable(),
  country: z.string().nullable().describe('Country code (ISO 3166-1 alpha-2).'),
  orderCount: z.number().int(),
  activeSubscriptions: z.number().int().describe('Subscriptions that haven’t ended.'),
  totals: z.array(ApiCustomerTotals).describe('Totals per currency.'),
  firstOrderAt: DateTime,
  lastOrderAt: DateTime,
};

export const ApiCustomerSummary = objectSchema(
  'CustomerSummary',
  'Customer in a list: all orders with the same email address.',
  CUSTOMER_FIELDS,
);

export const ApiCustomer = objectSchema('Customer', 'Customer with their orders and subscriptions.', {
  ...CUSTOMER_FIELDS,
  orders: z.array(ApiOrderSummary).describe('The newest 100 orders, newest first.'),
  subscriptions: z.array(ApiSubscription).describe('The newest 100 subscriptions, newest first.'),
});

export const ApiOrderChoices = z.strictObject({
  pages: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  coupons: z.array(z.string()),
  paymentMethods: z.array(z.string()).describe('Stripe’s types of payment methods.'),
});

export const ApiOrderLines = objectSchema('OrderLines', 'Part of an order export.', {
  lines: z.string().describe('CSV lines. The first response starts with the column headers.'),
  orders: z.number().int(),
  next: z.number().int().nullable().describe('Value of `after` for the next request; null if this was the last part.'),
  upTo: z.number().int().describe('Value of `upTo` for the next request.'),
  columns: z.array(z.string()).describe('Value of `columns` for the next request.'),
});
