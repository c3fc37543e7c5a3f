import { z } from 'zod';

import { type Attribution, DEVICES } from '#domain/attribution.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import { FIELD_KINDS, type FieldAnswer } from '#domain/custom-field.ts';
import {
  ORDER_EMAIL_KINDS,
  type OrderAgreement,
  type OrderDetail,
  type OrderDispute,
  type OrderEmail,
  type OrderPayment,
  type ReceiptEmail,
} from '#domain/order-detail.ts';
import { ORDER_EVENT_KINDS, type OrderEvent } from '#domain/order-event.ts';
import { ORDER_STATES, type OrderRow } from '#domain/order.ts';
import { type OrderRefund, REFUND_REASONS } from '#domain/refund.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { CurrencyCode, DateTime, MinorUnits, exactSchema, objectSchema } from './base-schemas.ts';

// Schemas of an order's payments, refunds, disputes and subscription.

export const Billing = z
  .enum(['weekly', 'monthly', 'yearly'])
  .meta({ id: 'Billing', description: 'How often a subscription is paid.' });

export const ApiPayment = objectSchema<Omit<OrderPayment, 'providerUrl'>>()(
  'Payment',
  'Money that came in for an order.',
  {
    id: z.uuid(),
    renewal: z.boolean().describe('Of a subscription: every payment after the first one.'),
    amount: MinorUnits,
    refunded: MinorUnits,
    lost: MinorUnits.describe('Lost to disputes, in minor units.'),
    refundable: MinorUnits.describe('What may still be given back, in minor units; refunds under way are taken off.'),
    paidAt: DateTime,
    reference: z.string().nullable().describe('Its payment intent at Stripe.'),
  },
);

export const ApiRefund = objectSchema<OrderRefund>()('Refund', 'Money that goes back to a buyer.', {
  id: z.uuid(),
  paymentId: z.uuid(),
  amount: MinorUnits,
  state: z
    .enum(['asked', 'pending', 'succeeded', 'failed', 'canceled'])
    .describe('`asked`: Stripe has not answered yet. `failed` and `canceled`: the money stayed with you.'),
  reason: z.enum(REFUND_REASONS).nullable(),
  failure: z.string().nullable().describe('Why it failed, in Stripe’s word.'),
  createdAt: DateTime,
});

export const ApiDispute = objectSchema<Omit<OrderDispute, 'providerUrl'>>()(
  'Dispute',
  'A payment that the buyer’s bank has called into question.',
  {
    id: z.uuid(),
    paymentId: z.uuid(),
    amount: MinorUnits,
    currency: CurrencyCode,
    reason: z.string().meta({ description: 'In Stripe’s words.', examples: ['fraudulent'] }),
    status: z.string().meta({ description: 'In Stripe’s words.', examples: ['needs_response'] }),
    dueBy: DateTime.nullable().describe('Until when it can be answered.'),
    createdAt: DateTime,
    closedAt: DateTime.nullable(),
  },
);

const SubscriptionFields = {
  id: z.uuid(),
  state: z
    .enum(['active', 'ending', 'overdue', 'ended'])
    .describe('`ending`: active until `cancelAt`. `overdue`: a renewal could not be taken.'),
  currency: CurrencyCode,
  amount: MinorUnits.describe('What each renewal takes, in minor units.'),
  billing: Billing,
  periodEnd: DateTime.describe('When the next payment is due, or the access ends.'),
  cancelAt: DateTime.nullable(),
  endedAt: DateTime.nullable(),
  failed: z
    .strictObject({ at: DateTime, payUrl: z.string().nullable(), nextTryAt: DateTime.nullable() })
    .nullable()
    .describe('The renewal that could not be taken: where its buyer can pay it, and when Stripe tries again.'),
  createdAt: DateTime,
};

export type OrderSubscription = Omit<
  BuyerSubscription,
  'orderId' | 'orderNumber' | 'email' | 'buyerName' | 'productName' | 'payments' | 'net'
>;
const ApiOrderSubscription = objectSchema<OrderSubscription>()(
  'OrderSubscription',
  'The subscription that an order began.',
  SubscriptionFields,
);

/** A subscription in a list, outside its order. */
export const ApiSubscription = objectSchema<BuyerSubscription>()('Subscription', 'A buyer’s subscription.', {
  ...SubscriptionFields,
  orderId: z.uuid().nullable().describe('The order that began it; null while it is on its way.'),
  orderNumber: z.number().int().nullable(),
  email: z.string().nullable(),
  buyerName: z.string().nullable(),
  productName: z.string(),
  payments: z.number().int().describe('Payments so far.'),
  net: MinorUnits.describe('What stayed of them, in minor units.'),
});

const ApiFieldAnswer = objectSchema<FieldAnswer>()('FieldAnswer', 'What a page asked and a buyer answered.', {
  id: z.string().describe('Of the question; stays the same when the question is reworded.'),
  kind: z.enum(FIELD_KINDS),
  label: z.string().describe('The question as it was asked.'),
  value: z.string().describe('A checkbox gives `Yes` or `No`, a date YYYY-MM-DD.'),
});

const ApiAttribution = objectSchema<Attribution>()(
  'Visit',
  'Where a buyer came from. Empty texts where nothing is known.',
  {
    source: z.string().describe('One word: the UTM source, else the referrer’s name, else `direct`.'),
    referrer: z.string().describe('The host of the site that led here.'),
    utmSource: z.string(),
    utmMedium: z.string(),
    utmCampaign: z.string(),
    utmTerm: z.string(),
    utmContent: z.string(),
    visitCountry: z.string().describe('ISO 3166-1 alpha-2.'),
    device: z.enum(DEVICES),
    embed: z.string().describe('The site that the page was embedded in.'),
  },
);

/** Fields that both order schemas begin with. */
const ORDER_BASE_FIELDS = {
  id: z.uuid(),
  number: z.number().int().describe('Counted within a shop, from 1, without gaps.'),
  state: z.enum(ORDER_STATES).describe('A state never moves back.'),
  dispute: z
    .enum(['open', 'won', 'lost'])
    .nullable()
    .describe('The worst that a dispute has come to, beside the state; null: never disputed.'),
  coupon: z.string().nullable().describe('The code that was used.'),
  currency: CurrencyCode,
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
      country: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
    }),
    product: z.strictObject({
      name: z.string().describe('As it was called when it was bought.'),
      billing: Billing.nullable().describe('How often it is paid; null: once.'),
      plan: z.string().nullable().describe('The id of the price that was chosen among several; null: there was one.'),
    }),
    pageId: z.uuid().describe('The page that it was bought from.'),
    amounts: z
      .strictObject({
        original: MinorUnits.describe('The price before a coupon.'),
        discount: MinorUnits.describe('What the coupon took off.'),
        total: MinorUnits.describe('What the buyer agreed to pay.'),
        received: MinorUnits.describe('What all payments brought in, renewals too.'),
        refunded: MinorUnits.describe('What went back.'),
        lost: MinorUnits.describe('What was lost to disputes.'),
      })
      .describe('In minor units of the order’s currency.'),
    payments: z.array(ApiPayment).describe('The oldest first, as all lists here.'),
    refunds: z.array(ApiRefund),
    disputes: z.array(ApiDispute),
    subscription: ApiOrderSubscription.nullable().describe(
      'The subscription that the order began; null where it was bought once.',
    ),
    answers: z.array(ApiFieldAnswer).describe('What the page asked, in its order.'),
    visit: ApiAttribution,
  })
  .meta({
    id: 'Order',
    description: 'An order with all that has become of it.',
  });
export type ApiOrder = z.infer<typeof ApiOrder>;

/** Fields that `toApiOrder` needs. `toOrderParts` builds them from an order's rows. */
type ApiOrderSource = Omit<
  OrderDetail,
  'page' | 'subscription' | 'sellerName' | 'agreement' | 'events' | 'receipt' | 'mails' | 'others' | 'providerUrl'
> & { page: { id: string }; subscription: OrderSubscription | null };

/** Fields with the same names in our rows. */
const toBaseFields = ({ id, number, state, dispute, couponCode, currency, createdAt }: OrderRow) => ({
  id,
  number,
  state,
  dispute,
  coupon: couponCode,
  currency,
  createdAt,
});

export function toApiOrder(detail: ApiOrderSource): ApiOrder {
  const { original, discount, total, received, refunded, lost } = detail;
  return {
    ...toBaseFields(detail),
    paidAt: detail.paidAt,
    buyer: { email: detail.email, name: detail.buyerName, country: detail.country },
    product: { name: detail.productName, billing: detail.billing, plan: detail.plan },
    pageId: detail.page.id,
    amounts: { original, discount, total, received, refunded, lost },
    payments: detail.payments.map(({ providerUrl: _, ...payment }) => payment),
    refunds: detail.refunds,
    disputes: detail.disputes.map(({ providerUrl: _, ...dispute }) => dispute),
    subscription: detail.subscription && toOrderSubscription(detail.subscription),
    answers: detail.answers,
    visit: detail.visit,
  };
}

const toOrderSubscription = (subscription: OrderSubscription): OrderSubscription => ({
  id: subscription.id,
  state: subscription.state,
  currency: subscription.currency,
  amount: subscription.amount,
  billing: subscription.billing,
  periodEnd: subscription.periodEnd,
  cancelAt: subscription.cancelAt,
  endedAt: subscription.endedAt,
  failed: subscription.failed,
  createdAt: subscription.createdAt,
});

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
  .meta({ id: 'OrderSummary', description: 'An order as a list shows it.' });

export const toOrderSummary = (row: OrderRow): z.infer<typeof ApiOrderSummary> => {
  const { discount, total, received, refunded, lost } = row;
  return {
    ...toBaseFields(row),
    buyer: { email: row.email, name: row.buyerName },
    product: { name: row.productName, billing: row.billing },
    amounts: { discount, total, received, refunded, lost },
  };
};

const ApiAgreement = exactSchema<OrderAgreement>()(
  z.strictObject({
    required: z.boolean(),
    accepted: z.boolean(),
    at: DateTime,
    text: z.string().nullable().describe('The sentence beside the box, word for word.'),
    textHash: z.string().nullable().describe('SHA-256 in hex.'),
    termsUrl: z.string(),
    privacyUrl: z.string(),
    version: z.number().int().describe('Of the page.'),
    versionHash: z.string().nullable().describe('SHA-256 in hex.'),
  }),
);

const ApiOrderEvent = objectSchema<OrderEvent>()('OrderEvent', 'Something that happened to an order.', {
  kind: z.enum(ORDER_EVENT_KINDS),
  at: DateTime,
  facts: z.strictObject({
    amount: MinorUnits.optional(),
    currency: CurrencyCode.optional(),
    reason: z.string().optional(),
    at: z.string().optional().describe('Until when, or from when on.'),
    by: z.enum(['seller', 'buyer', 'provider']).optional(),
  }),
});

const ApiReceipt = exactSchema<ReceiptEmail>()(
  z.strictObject({
    state: z.enum(['none', 'waiting', 'sent', 'failed', 'bounced']),
    at: DateTime.nullable(),
    reason: z.string().nullable(),
  }),
);

const ApiOrderMail = exactSchema<OrderEmail>()(
  z.strictObject({
    kind: z.enum(ORDER_EMAIL_KINDS),
    to: z.string(),
    state: z.enum(['waiting', 'sent', 'failed', 'bounced']),
    at: DateTime,
    reason: z.string().nullable(),
  }),
);

export const ApiOrderHistory = z
  .strictObject({
    events: z.array(ApiOrderEvent),
    agreement: ApiAgreement.describe('What the buyer saw and agreed to.'),
    receipt: ApiReceipt.describe('How far the newest receipt has come.'),
    mails: z.array(ApiOrderMail),
  })
  .meta({ id: 'OrderHistory', description: 'What happened to an order, and what was mailed about it.' });

export const ApiOrderChoices = exactSchema<RpcContract['list-order-choices']['response']>()(
  z.strictObject({
    pages: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
    coupons: z.array(z.string()),
  }),
);

export const ApiOrderLines = objectSchema<RpcContract['export-orders']['response']>()(
  'OrderLines',
  'A part of the order book as CSV.',
  {
    lines: z.string().describe('Lines of CSV; the first answer begins with the heads.'),
    orders: z.number().int(),
    next: z.number().int().nullable().describe('What `after` is to be for the rest; null: that was all.'),
    upTo: z.number().int().describe('What `upTo` is to be for the rest.'),
    columns: z.array(z.string()).describe('What `columns` is to be for the rest.'),
  },
);
