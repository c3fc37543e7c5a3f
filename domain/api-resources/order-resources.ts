import { z } from 'zod';

import { DEVICES } from '../attribution.ts';
import { FIELD_KINDS } from '../custom-field.ts';
import { ORDER_EMAIL_KINDS, type OrderEmail } from '../order-detail.ts';
import { ORDER_EVENT_KINDS, type OrderEventKind } from '../order-event.ts';
import { DISPUTE_OUTCOMES, ORDER_STATES, PAYMENT_PLAN_STATES } from '../order.ts';
import { REFUND_REASONS } from '../refund.ts';
import { CurrencyCode, DateTime, MinorUnits, objectSchema } from './base-schemas.ts';
import { Entitlement } from './entitlement-resources.ts';
import { ExpandedPage } from './page-resources.ts';
import { BillingInterval, ExternalId, Metadata, Mode } from './shared-resources.ts';

type OrderEmailKind = OrderEmail['kind'];

// Orders and their money, as the REST API, webhooks and the event log show them.

export const PaymentMethod = objectSchema('PaymentMethod', 'How an order was paid.', {
  type: z.string().meta({ description: 'Stripe’s type of the payment method.', examples: ['card', 'ideal'] }),
  brand: z.string().nullable().describe('Brand of the card; null for other methods.'),
  last4: z.string().nullable().describe('Last four digits of the card; null for other methods.'),
});

export const Payment = objectSchema('Payment', 'Payment received for an order.', {
  id: z.uuid().describe('ID of this object.'),
  orderId: z.uuid().describe('ID of the order.'),
  renewal: z.boolean().describe('Whether it is a subscription renewal.'),
  currency: CurrencyCode,
  amount: MinorUnits,
  refunded: MinorUnits,
  disputeLosses: MinorUnits.describe('Amount lost to disputes, in minor units.'),
  refundable: MinorUnits.describe('Amount that can still be refunded, in minor units. Requested refunds are deducted.'),
  paymentMethodType: z.string().nullable().describe('Stripe’s type of the payment method; null if unknown.'),
  stripePaymentIntentId: z.string().nullable().describe('Stripe’s ID of the payment intent; null if there is none.'),
  paidAt: DateTime,
});

export const LineItem = objectSchema('LineItem', 'Line item of an order: the product, one of a bundle, or an extra.', {
  key: z.string().meta({
    description:
      '`main` for the product, `item:` and a number for a product of a bundle, `setup-fee` for a setup fee, `bump:` and an ID for an extra.',
    examples: ['main'],
  }),
  name: z.string().describe('Name at the time of purchase.'),
  kind: z.enum(['one_time', 'recurring']).describe('`recurring`: part of every payment of the subscription.'),
  quantity: z.number().int().describe('Number of units.'),
  unitAmount: MinorUnits,
  subtotal: MinorUnits.describe('Amount before the coupon, in minor units.'),
  discount: MinorUnits.describe('Share of the coupon’s discount, in minor units.'),
  total: MinorUnits.describe('Amount in the first payment that contains it, in minor units.'),
  afterTrial: z
    .boolean()
    .describe('Whether it is due when the free trial ends. It is not part of the order’s amounts then.'),
  refunded: MinorUnits.describe('Refunds for this line item, in minor units. Failed ones are not counted.'),
  refundedQuantity: z.number().int().describe('Units in these refunds. Refunds of an amount have none.'),
  item: z
    .strictObject({
      pageId: z.uuid().describe('The page whose product this is.'),
      priceOptionId: z.string().describe('Its price; `base` for its first price.'),
      alreadyPaid: MinorUnits.nullable().describe(
        'What the buyer had paid for the product before, which lowered the price of the bundle. Null if the bundle delivers it.',
      ),
    })
    .nullable()
    .describe('The product of a bundle; null for every other line item.'),
});

const PaymentPlan = objectSchema('PaymentPlan', 'Payment in installments.', {
  count: z.number().int().describe('Number of all payments.'),
  paid: z.number().int().describe('Number of payments so far.'),
  state: z
    .enum(PAYMENT_PLAN_STATES)
    .describe(
      '`overdue`: the latest payment failed. `ended_early`: no more payments follow, although some were not made.',
    ),
  nextAt: DateTime.nullable().describe('When the next payment is due; null unless the plan is running.'),
});

const RefundLineItem = objectSchema('RefundLineItem', 'Part of a refund that is for a line item.', {
  key: z.string().describe('Key of the line item.'),
  quantity: z.number().int().nullable().describe('Refunded units; null if the refund is of an amount.'),
  amount: MinorUnits,
});

export const REFUND_STATES = ['requested', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const;

export const Refund = objectSchema('Refund', 'Refund of a payment.', {
  id: z.uuid().describe('ID of this object.'),
  orderId: z.uuid().describe('ID of the order.'),
  paymentId: z.uuid().describe('ID of the payment.'),
  currency: CurrencyCode,
  amount: MinorUnits,
  state: z
    .enum(REFUND_STATES)
    .describe(
      '`requested`: not confirmed by Stripe yet. `requires_action`: Stripe has asked the buyer for bank details. `failed` and `canceled`: the buyer did not get the money.',
    ),
  reason: z.enum(REFUND_REASONS).nullable().describe('Reason that was given, as in Stripe; null for none.'),
  failureReason: z.string().nullable().describe('Stripe’s reason for the failure.'),
  lineItems: z.array(RefundLineItem).describe('Empty if the refund is for an amount, not for line items.'),
  mode: Mode,
  createdAt: DateTime,
  updatedAt: DateTime,
});

export const Dispute = objectSchema('Dispute', 'Dispute of a payment by the buyer’s bank.', {
  id: z.uuid().describe('ID of this object.'),
  orderId: z.uuid().describe('ID of the order.'),
  paymentId: z.uuid().describe('ID of the payment.'),
  currency: CurrencyCode,
  amount: MinorUnits,
  reason: z.string().meta({ description: 'Stripe’s dispute reason.', examples: ['fraudulent'] }),
  state: z.string().meta({ description: 'Stripe’s dispute status.', examples: ['needs_response'] }),
  responseDueAt: DateTime.nullable().describe('Deadline for your response.'),
  mode: Mode,
  createdAt: DateTime,
  updatedAt: DateTime,
  closedAt: DateTime.nullable(),
});

export const SUBSCRIPTION_STATES = ['trialing', 'active', 'ending', 'past_due', 'ended'] as const;

const CustomerId = z
  .uuid()
  .nullable()
  .describe('ID of the customer; null while the email address is unknown, and after its deletion.');

const Buyer = objectSchema('Buyer', 'Who paid. Null values are unknown, or were deleted at the buyer’s request.', {
  email: z.string().nullable().describe('Email address of the buyer.'),
  name: z.string().nullable().describe('Name of the buyer.'),
  country: z.string().nullable().describe('Country code (ISO 3166-1 alpha-2).'),
});

export const Subscription = objectSchema('Subscription', 'Subscription of a buyer.', {
  id: z.uuid().describe('ID of this object.'),
  state: z
    .enum(SUBSCRIPTION_STATES)
    .describe(
      '`trialing`: free until `trialEndsAt`. `ending`: active until `cancelAt`. `past_due`: a renewal payment failed.',
    ),
  orderId: z.uuid().nullable().describe('Order that started the subscription; null until it is recorded.'),
  customerId: CustomerId,
  pageId: z.uuid().describe('ID of the page.'),
  priceOptionId: z.string().nullable().describe('Chosen price; null if the page has only one.'),
  productName: z.string().describe('Product name at the time of purchase.'),
  quantity: z.number().int().describe('Number of units.'),
  buyer: Buyer,
  currency: CurrencyCode,
  amount: MinorUnits.describe('Amount of the next renewal, for all units and extras, in minor units.'),
  priceAfterDiscount: z
    .strictObject({
      amount: MinorUnits.describe('Amount of each payment then.'),
      startsAt: DateTime.describe('When the first payment of this amount is due.'),
    })
    .nullable()
    .describe('What follows a discount that ends; null if the amount stays.'),
  billingInterval: BillingInterval,
  currentPeriodEndsAt: DateTime.describe('When the next payment is due, or when access ends.'),
  cancelAt: DateTime.nullable(),
  trialEndsAt: DateTime.nullable().describe('End of the free trial; null if there was none.'),
  endedAt: DateTime.nullable(),
  renewalFailure: z
    .strictObject({
      failedAt: DateTime,
      paymentUrl: z.string().nullable().describe('Where the buyer can pay.'),
      nextAttemptAt: DateTime.nullable().describe('When Stripe tries again.'),
    })
    .nullable()
    .describe('The last renewal, if it was not paid.'),
  paymentCount: z.number().int().describe('Number of payments so far.'),
  net: MinorUnits.describe('What these payments brought in, without refunds and dispute losses. In minor units.'),
  metadata: Metadata,
  externalId: ExternalId.nullable(),
  stripeSubscriptionId: z.string().describe('Stripe’s ID of the subscription.'),
  stripeCustomerId: z.string().nullable().describe('Stripe’s ID of the buyer.'),
  mode: Mode,
  createdAt: DateTime,
  updatedAt: DateTime.describe('When it, its payments, or the metadata last changed, in UTC (ISO 8601).'),
  page: ExpandedPage,
});

const Answer = objectSchema('Answer', 'A buyer’s answer to a custom field.', {
  fieldId: z.string().describe('ID of the field, which stays the same when its label changes.'),
  kind: z.enum(FIELD_KINDS).describe('Kind of the field.'),
  label: z.string().describe('Label as the buyer saw it.'),
  value: z.string().describe('`Yes` or `No` for a checkbox, YYYY-MM-DD for a date.'),
});

const Attribution = objectSchema('Attribution', 'Where the buyer came from. Unknown values are empty strings.', {
  source: z.string().describe('UTM source, or else the name of the referrer, or else `direct`.'),
  referrer: z.string().describe('Host of the referring site.'),
  utmSource: z.string().describe('UTM source of the visit.'),
  utmMedium: z.string().describe('UTM medium of the visit.'),
  utmCampaign: z.string().describe('UTM campaign of the visit.'),
  utmTerm: z.string().describe('UTM term of the visit.'),
  utmContent: z.string().describe('UTM content of the visit.'),
  country: z.string().describe('Country code of the visit (ISO 3166-1 alpha-2).'),
  device: z.enum(DEVICES).describe('Kind of device of the visit.'),
  embeddedOn: z.string().describe('Site the page was embedded in.'),
});

/** Parts of an order that are left out unless `expand` names them. Events always contain them, but not the page. */
export const ORDER_EXPANSIONS = ['payments', 'refunds', 'disputes', 'subscription'] as const;
export type OrderExpansion = (typeof ORDER_EXPANSIONS)[number];

export const Order = objectSchema('Order', 'A purchase, with the money that it brought in.', {
  id: z.uuid().describe('ID of this object.'),
  number: z.number().int().describe('Consecutive number per seller, starting at 1.'),
  state: z
    .enum(ORDER_STATES)
    .describe('`pending`: the money has not arrived yet. `failed`: it did not arrive, so the order is void.'),
  disputeState: z.enum(DISPUTE_OUTCOMES).nullable().describe('The most serious dispute; null if never disputed.'),
  customerId: CustomerId,
  pageId: z.uuid().describe('ID of the page.'),
  priceOptionId: z.string().nullable().describe('Chosen price; null if the page has only one.'),
  checkoutId: z.uuid().nullable().describe('Checkout that your app created; null if there is none.'),
  subscriptionId: z.uuid().nullable().describe('ID of the subscription; null for a one-time payment.'),
  productName: z.string().describe('Product name at the time of purchase.'),
  billingInterval: BillingInterval.nullable().describe('Null for a one-time payment.'),
  paymentPlan: PaymentPlan.nullable().describe('Null unless the order is paid in installments.'),
  couponCode: z.string().nullable().describe('Coupon that was used; null for none.'),
  paymentMethod: PaymentMethod.nullable().describe('Null if it is unknown, and for free orders.'),
  currency: CurrencyCode,
  amounts: objectSchema('OrderAmounts', 'In minor units of the order’s currency.', {
    subtotal: MinorUnits.describe('Price before the coupon.'),
    discount: MinorUnits.describe('Discount from the coupon.'),
    total: MinorUnits.describe('Amount the buyer agreed to pay.'),
    received: MinorUnits.describe('Sum of all payments, including renewals.'),
    refunded: MinorUnits,
    disputeLosses: MinorUnits,
    net: MinorUnits.describe('`received` minus `refunded` and `disputeLosses`.'),
  }),
  lineItems: z.array(LineItem).describe('The product first.'),
  buyer: Buyer,
  answers: z.array(Answer).describe('Answers to the page’s custom fields, in their order.'),
  attribution: Attribution,
  metadata: Metadata,
  externalId: ExternalId.nullable(),
  stripePaymentIntentId: z.string().nullable().describe('Stripe’s ID of the first payment; null for a free order.'),
  stripeCheckoutSessionId: z.string().describe('Stripe’s ID of the checkout session.'),
  mode: Mode,
  createdAt: DateTime,
  updatedAt: DateTime.describe(
    'When the order, its payments, refunds, disputes, or subscription last changed, in UTC (ISO 8601).',
  ),
  paidAt: DateTime.nullable(),
  payments: z.array(Payment).optional().describe('With `expand=payments`, oldest first.'),
  refunds: z.array(Refund).optional().describe('With `expand=refunds`, oldest first.'),
  disputes: z.array(Dispute).optional().describe('With `expand=disputes`, oldest first.'),
  subscription: Subscription.nullable().optional().describe('With `expand=subscription`; null for a one-time payment.'),
  entitlements: z.array(Entitlement).optional().describe('With `expand=entitlements`. Events never contain it.'),
  page: ExpandedPage,
});

/** Words of the timeline for programs, where those of the ledger differ from the ones of webhooks. */
const PUBLIC_EVENT_KINDS = {
  refund_asked: 'refund_requested',
  refunded_elsewhere: 'refunded_outside_stripe',
  cancellation_set: 'cancel_scheduled',
  cancellation_undone: 'cancel_unscheduled',
} as const satisfies Partial<Record<OrderEventKind, string>>;

/** Kinds of emails for programs. */
const PUBLIC_EMAIL_KINDS = {
  payment_not_arrived: 'payment_failed',
  refund_made: 'refund_completed',
  subscription_ends: 'subscription_ending',
} as const satisfies Partial<Record<OrderEmailKind, string>>;

/** The words of a list, after renaming some. */
type Renamed<Word extends string, Names> = Exclude<Word, keyof Names> | Names[keyof Names];

export const toPublicEventKind = (kind: OrderEventKind): Renamed<OrderEventKind, typeof PUBLIC_EVENT_KINDS> =>
  isRenamed(PUBLIC_EVENT_KINDS, kind) ? PUBLIC_EVENT_KINDS[kind] : kind;

export const toPublicEmailKind = (kind: OrderEmailKind): Renamed<OrderEmailKind, typeof PUBLIC_EMAIL_KINDS> =>
  isRenamed(PUBLIC_EMAIL_KINDS, kind) ? PUBLIC_EMAIL_KINDS[kind] : kind;

const isRenamed = <Names extends object>(names: Names, word: PropertyKey): word is keyof Names =>
  Object.hasOwn(names, word);

export const OrderEvent = objectSchema('OrderEvent', 'Event in the timeline of an order.', {
  kind: z
    .enum(ORDER_EVENT_KINDS.map(toPublicEventKind))
    .describe('What happened. `refunded_outside_stripe`: someone noted a refund that Stripe does not know.'),
  amount: MinorUnits.nullable(),
  currency: CurrencyCode.nullable(),
  reason: z
    .string()
    .nullable()
    .describe('Stripe’s reason for a failure or dispute, or why access was paused or ended; null for other events.'),
  causedBy: z.enum(['seller', 'buyer', 'stripe']).nullable().describe('Who caused it; null if it is unknown.'),
  relatedAt: DateTime.nullable().describe('When something ends, is retried, or is due.'),
  createdAt: DateTime,
});

const EMAIL_STATES = ['waiting', 'sent', 'failed', 'bounced'] as const;

export const OrderHistory = objectSchema('OrderHistory', 'Timeline of an order, its terms, and emails about it.', {
  orderId: z.uuid().describe('ID of the order.'),
  events: z.array(OrderEvent),
  agreement: objectSchema('OrderAgreement', 'What the buyer agreed to.', {
    required: z.boolean().describe('Whether the page required consent.'),
    accepted: z.boolean().describe('Whether the buyer consented.'),
    text: z.string().nullable().describe('Text next to the checkbox.'),
    textHash: z.string().nullable().describe('SHA-256 of the text, in hex.'),
    termsUrl: z.string().describe('URL of the terms; empty if there were none.'),
    privacyUrl: z.string().describe('URL of the privacy policy; empty if there was none.'),
    pageVersion: z.number().int().describe('Version of the page that the buyer saw.'),
    pageVersionHash: z.string().nullable().describe('SHA-256 of the page version, in hex.'),
    acceptedAt: DateTime,
  }),
  emails: z.array(
    objectSchema('OrderEmail', 'Email to the buyer about an order.', {
      kind: z.enum(ORDER_EMAIL_KINDS.map(toPublicEmailKind)).describe('What the email is about.'),
      recipient: z.string().describe('Email address that it was sent to.'),
      state: z.enum(EMAIL_STATES).describe('`waiting`: not sent yet. `bounced`: the address does not accept email.'),
      failureReason: z.string().nullable().describe('Why it was not delivered; null if it was.'),
      createdAt: DateTime,
    }),
  ),
});

export const Receipt = objectSchema('Receipt', 'Receipt that was sent again.', {
  orderId: z.uuid().describe('ID of the order.'),
  recipient: z.string().describe('Email address.'),
});

const CustomerTotals = objectSchema('CustomerTotals', 'What a customer spent in one currency, in minor units.', {
  currency: CurrencyCode,
  orderCount: z.number().int().describe('Number of orders in this currency.'),
  received: MinorUnits,
  refunded: MinorUnits,
  disputeLosses: MinorUnits,
  net: MinorUnits,
});

export const Customer = objectSchema('Customer', 'All orders with the same email address, whatever its case.', {
  id: z.uuid().describe('ID of their first order.'),
  email: z.string().describe('Email address, as in the newest order.'),
  name: z.string().nullable().describe('Newest name; null if it is unknown.'),
  country: z.string().nullable().describe('Country code (ISO 3166-1 alpha-2).'),
  orderCount: z.number().int().describe('Number of orders.'),
  activeSubscriptionCount: z.number().int().describe('Subscriptions that haven’t ended.'),
  totals: z.array(CustomerTotals),
  firstOrderAt: DateTime,
  lastOrderAt: DateTime,
  updatedAt: DateTime.describe('When one of their orders last changed, in UTC (ISO 8601).'),
});

export const OrderFilters = objectSchema('OrderFilters', 'Values that you can filter orders by.', {
  pages: z
    .array(z.strictObject({ id: z.uuid().describe('ID of the page.'), name: z.string().describe('Name of the page.') }))
    .describe('Pages with orders.'),
  couponCodes: z.array(z.string()).describe('Coupons that were used.'),
  extras: z
    .array(
      z.strictObject({ id: z.string().describe('ID of the extra.'), name: z.string().describe('Name of the extra.') }),
    )
    .describe('Extras that were sold.'),
});

export type OrderResource = z.infer<typeof Order>;
export type SubscriptionResource = z.infer<typeof Subscription>;
