import { z } from 'zod';

import { DEVICES } from '../attribution.ts';
import { FIELD_KINDS } from '../custom-field.ts';
import { ORDER_EMAIL_KINDS } from '../order-detail.ts';
import { ORDER_EVENT_KINDS } from '../order-event.ts';
import { ORDER_STATES } from '../order.ts';
import { REFUND_REASONS } from '../refund.ts';
import { CurrencyCode, DateTime, MinorUnits, objectSchema } from './base-schemas.ts';
import { BillingInterval, ExternalId, Metadata } from './shared-resources.ts';

// Orders and their money, as the REST API, webhooks and the event log show them.

export const PaymentMethod = objectSchema('PaymentMethod', 'How an order was paid.', {
  type: z.string().meta({ description: 'Stripe’s type of the payment method.', examples: ['card', 'ideal'] }),
  brand: z.string().nullable().describe('Brand of the card; null for other methods.'),
  last4: z.string().nullable().describe('Last four digits of the card; null for other methods.'),
});

export const Payment = objectSchema('Payment', 'Payment received for an order.', {
  id: z.uuid(),
  orderId: z.uuid(),
  renewal: z.boolean().describe('Whether it is a subscription renewal.'),
  currency: CurrencyCode,
  amount: MinorUnits,
  refunded: MinorUnits,
  disputeLosses: MinorUnits.describe('Amount lost to disputes, in minor units.'),
  refundable: MinorUnits.describe('Amount that can still be refunded, in minor units. Requested refunds are deducted.'),
  paymentMethodType: z.string().nullable().describe('Stripe’s type of the payment method; null if unknown.'),
  stripePaymentIntentId: z.string().nullable(),
  paidAt: DateTime,
});

export const LineItem = objectSchema('LineItem', 'Line item of an order: the product, or an extra.', {
  key: z.string().meta({ description: '`main` for the product, `bump:` and an ID for an extra.', examples: ['main'] }),
  name: z.string().describe('Name at the time of purchase.'),
  kind: z.enum(['one_time', 'recurring']).describe('`recurring`: part of every payment of the subscription.'),
  quantity: z.number().int(),
  unitAmount: MinorUnits,
  subtotal: MinorUnits.describe('Amount before the coupon, in minor units.'),
  discount: MinorUnits.describe('Share of the coupon’s discount, in minor units.'),
  total: MinorUnits.describe('Amount in the first payment, in minor units.'),
  refunded: MinorUnits.describe('Refunds for this line item, in minor units. Failed ones are not counted.'),
});

const RefundLineItem = objectSchema('RefundLineItem', 'Part of a refund that is for a line item.', {
  key: z.string().describe('Key of the line item.'),
  amount: MinorUnits,
});

export const REFUND_STATES = ['requested', 'pending', 'needs_buyer', 'succeeded', 'failed', 'canceled'] as const;

export const Refund = objectSchema('Refund', 'Refund of a payment.', {
  id: z.uuid(),
  orderId: z.uuid(),
  paymentId: z.uuid(),
  currency: CurrencyCode,
  amount: MinorUnits,
  state: z
    .enum(REFUND_STATES)
    .describe(
      '`requested`: not confirmed by Stripe yet. `needs_buyer`: Stripe has asked the buyer for bank details. `failed` and `canceled`: the buyer did not get the money.',
    ),
  reason: z.enum(REFUND_REASONS).nullable(),
  failureReason: z.string().nullable().describe('Stripe’s reason for the failure.'),
  lineItems: z.array(RefundLineItem).describe('Empty if the refund is for an amount, not for line items.'),
  createdAt: DateTime,
});

export const Dispute = objectSchema('Dispute', 'Dispute of a payment by the buyer’s bank.', {
  id: z.uuid(),
  orderId: z.uuid(),
  paymentId: z.uuid(),
  currency: CurrencyCode,
  amount: MinorUnits,
  reason: z.string().meta({ description: 'Stripe’s dispute reason.', examples: ['fraudulent'] }),
  state: z.string().meta({ description: 'Stripe’s dispute status.', examples: ['needs_response'] }),
  responseDueAt: DateTime.nullable().describe('Deadline for your response.'),
  createdAt: DateTime,
  closedAt: DateTime.nullable(),
});

export const SUBSCRIPTION_STATES = ['active', 'ending', 'past_due', 'ended'] as const;

const Buyer = objectSchema('Buyer', 'Who paid. Null values are unknown, or were deleted at the buyer’s request.', {
  email: z.string().nullable(),
  name: z.string().nullable(),
  country: z.string().nullable().describe('Country code (ISO 3166-1 alpha-2).'),
});

export const Subscription = objectSchema('Subscription', 'Subscription of a buyer.', {
  id: z.uuid(),
  state: z
    .enum(SUBSCRIPTION_STATES)
    .describe('`ending`: active until `cancelAt`. `past_due`: a renewal payment failed.'),
  orderId: z.uuid().nullable().describe('Order that started the subscription; null until it is recorded.'),
  pageId: z.uuid(),
  priceOptionId: z.string().nullable(),
  productName: z.string(),
  buyer: Buyer,
  currency: CurrencyCode,
  amount: MinorUnits.describe('Amount of each renewal, in minor units.'),
  billingInterval: BillingInterval,
  currentPeriodEndsAt: DateTime.describe('When the next payment is due, or when access ends.'),
  cancelAt: DateTime.nullable(),
  endedAt: DateTime.nullable(),
  renewalFailure: z
    .strictObject({
      failedAt: DateTime,
      paymentUrl: z.string().nullable().describe('Where the buyer can pay.'),
      nextAttemptAt: DateTime.nullable().describe('When Stripe tries again.'),
    })
    .nullable()
    .describe('The last renewal, if it was not paid.'),
  paymentCount: z.number().int(),
  net: MinorUnits.describe('What these payments brought in, without refunds and dispute losses. In minor units.'),
  metadata: Metadata,
  externalId: ExternalId.nullable(),
  stripeSubscriptionId: z.string(),
  createdAt: DateTime,
});

const Answer = objectSchema('Answer', 'A buyer’s answer to a custom field.', {
  fieldId: z.string().describe('ID of the field, which stays the same when its label changes.'),
  kind: z.enum(FIELD_KINDS),
  label: z.string().describe('Label as the buyer saw it.'),
  value: z.string().describe('`Yes` or `No` for a checkbox, YYYY-MM-DD for a date.'),
});

const Attribution = objectSchema('Attribution', 'Where the buyer came from. Unknown values are empty strings.', {
  source: z.string().describe('UTM source, or else the name of the referrer, or else `direct`.'),
  referrer: z.string().describe('Host of the referring site.'),
  utmSource: z.string(),
  utmMedium: z.string(),
  utmCampaign: z.string(),
  utmTerm: z.string(),
  utmContent: z.string(),
  country: z.string().describe('Country code of the visit (ISO 3166-1 alpha-2).'),
  device: z.enum(DEVICES),
  embeddedOn: z.string().describe('Site the page was embedded in.'),
});

/** Parts of an order that are left out unless `expand` names them. Events always contain them. */
export const ORDER_EXPANSIONS = ['payments', 'refunds', 'disputes', 'subscription'] as const;
export type OrderExpansion = (typeof ORDER_EXPANSIONS)[number];

export const Order = objectSchema('Order', 'A purchase, with the money that it brought in.', {
  id: z.uuid(),
  number: z.number().int().describe('Consecutive number per seller, starting at 1.'),
  state: z.enum(ORDER_STATES),
  disputeState: z
    .enum(['open', 'won', 'lost'])
    .nullable()
    .describe('The most serious dispute; null if never disputed.'),
  pageId: z.uuid(),
  priceOptionId: z.string().nullable().describe('Chosen price; null if the page has only one.'),
  checkoutId: z.uuid().nullable().describe('Checkout that your program created; null if there is none.'),
  subscriptionId: z.uuid().nullable(),
  productName: z.string().describe('Product name at the time of purchase.'),
  billingInterval: BillingInterval.nullable().describe('Null for a one-time payment.'),
  couponCode: z.string().nullable(),
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
  stripePaymentIntentId: z.string().nullable(),
  stripeCheckoutSessionId: z.string(),
  createdAt: DateTime,
  paidAt: DateTime.nullable(),
  payments: z.array(Payment).optional().describe('With `expand=payments`, oldest first.'),
  refunds: z.array(Refund).optional().describe('With `expand=refunds`, oldest first.'),
  disputes: z.array(Dispute).optional().describe('With `expand=disputes`, oldest first.'),
  subscription: Subscription.nullable().optional().describe('With `expand=subscription`; null for a one-time payment.'),
});

export const OrderEvent = objectSchema('OrderEvent', 'Event in the timeline of an order.', {
  kind: z.enum(ORDER_EVENT_KINDS),
  amount: MinorUnits.nullable(),
  currency: CurrencyCode.nullable(),
  reason: z.string().nullable(),
  causedBy: z.enum(['seller', 'buyer', 'stripe']).nullable(),
  relatedAt: DateTime.nullable().describe('When something ends, is retried, or is due.'),
  createdAt: DateTime,
});

const EMAIL_STATES = ['waiting', 'sent', 'failed', 'bounced'] as const;

export const OrderHistory = objectSchema('OrderHistory', 'Timeline of an order, its terms, and emails about it.', {
  orderId: z.uuid(),
  events: z.array(OrderEvent),
  agreement: objectSchema('OrderAgreement', 'What the buyer agreed to.', {
    required: z.boolean(),
    accepted: z.boolean(),
    text: z.string().nullable().describe('Text next to the checkbox.'),
    textHash: z.string().nullable().describe('SHA-256 of the text, in hex.'),
    termsUrl: z.string(),
    privacyUrl: z.string(),
    pageVersion: z.number().int(),
    pageVersionHash: z.string().nullable().describe('SHA-256 of the page version, in hex.'),
    acceptedAt: DateTime,
  }),
  emails: z.array(
    objectSchema('OrderEmail', 'Email to the buyer about an order.', {
      kind: z.enum(ORDER_EMAIL_KINDS),
      recipient: z.string(),
      state: z.enum(EMAIL_STATES),
      failureReason: z.string().nullable(),
      createdAt: DateTime,
    }),
  ),
});

export const Receipt = objectSchema('Receipt', 'Receipt that was sent again.', {
  orderId: z.uuid(),
  recipient: z.string().describe('Email address.'),
});

const CustomerTotals = objectSchema('CustomerTotals', 'What a customer spent in one currency, in minor units.', {
  currency: CurrencyCode,
  orderCount: z.number().int(),
  received: MinorUnits,
  refunded: MinorUnits,
  disputeLosses: MinorUnits,
  net: MinorUnits,
});

export const Customer = objectSchema('Customer', 'All orders with the same email address, whatever its case.', {
  id: z.uuid().describe('ID of their first order.'),
  email: z.string(),
  name: z.string().nullable(),
  country: z.string().nullable().describe('Country code (ISO 3166-1 alpha-2).'),
  orderCount: z.number().int(),
  activeSubscriptionCount: z.number().int().describe('Subscriptions that haven’t ended.'),
  totals: z.array(CustomerTotals),
  firstOrderAt: DateTime,
  lastOrderAt: DateTime,
});

export const OrderFilters = objectSchema('OrderFilters', 'Values that you can filter orders by.', {
  pages: z.array(z.strictObject({ id: z.uuid(), name: z.string() })).describe('Pages with orders.'),
  couponCodes: z.array(z.string()).describe('Coupons that were used.'),
  extras: z.array(z.strictObject({ id: z.string(), name: z.string() })).describe('Extras that were sold.'),
});

export type OrderResource = z.infer<typeof Order>;
export type SubscriptionResource = z.infer<typeof Subscription>;
