import { z } from 'zod';

import { DEVICES, type Attribution } from '#domain/attribution.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import { FIELD_KINDS, type FieldAnswer } from '#domain/custom-field.ts';
import type { OrderDispute, OrderPayment } from '#domain/order-detail.ts';
import { REFUND_REASONS, type OrderRefund } from '#domain/refund.ts';

import { CurrencyCode, MinorUnits, DateTime, exactSchema } from './base-schemas.ts';

// Schemas of an order's payments, refunds, disputes and subscription.

export const Billing = z
  .enum(['weekly', 'monthly', 'yearly'])
  .meta({ id: 'Billing', description: 'How often a subscription is paid.' });

export const ApiPayment = exactSchema<Omit<OrderPayment, 'providerUrl'>>()(
  z
    .strictObject({
      id: z.uuid(),
      renewal: z.boolean().meta({ description: 'Of a subscription: every payment after the first one.' }),
      amount: MinorUnits,
      refunded: MinorUnits,
      lost: MinorUnits.meta({ description: 'Lost to disputes, in minor units.' }),
      refundable: MinorUnits.meta({
        description: 'What may still be given back, in minor units; refunds under way are taken off.',
      }),
      paidAt: DateTime,
      reference: z.string().nullable().meta({ description: 'Its payment intent at Stripe.' }),
    })
    .meta({ id: 'Payment', description: 'Money that came in for an order.' }),
);

export const ApiRefund = exactSchema<OrderRefund>()(
  z
    .strictObject({
      id: z.uuid(),
      paymentId: z.uuid(),
      amount: MinorUnits,
      state: z.enum(['asked', 'pending', 'succeeded', 'failed', 'canceled']).meta({
        description: '`asked`: Stripe has not answered yet. `failed` and `canceled`: the money stayed with you.',
      }),
      reason: z.enum(REFUND_REASONS).nullable(),
      failure: z.string().nullable().meta({ description: 'Why it failed, in Stripe’s word.' }),
      createdAt: DateTime,
    })
    .meta({ id: 'Refund', description: 'Money that goes back to a buyer.' }),
);

export const ApiDispute = exactSchema<Omit<OrderDispute, 'providerUrl'>>()(
  z
    .strictObject({
      id: z.uuid(),
      paymentId: z.uuid(),
      amount: MinorUnits,
      currency: CurrencyCode,
      reason: z.string().meta({ description: 'In Stripe’s words.', examples: ['fraudulent'] }),
      status: z.string().meta({ description: 'In Stripe’s words.', examples: ['needs_response'] }),
      dueBy: DateTime.nullable().meta({ description: 'Until when it can be answered.' }),
      createdAt: DateTime,
      closedAt: DateTime.nullable(),
    })
    .meta({ id: 'Dispute', description: 'A payment that the buyer’s bank has called into question.' }),
);

const SubscriptionFields = {
  id: z.uuid(),
  state: z.enum(['active', 'ending', 'overdue', 'ended']).meta({
    description: '`ending`: active until `cancelAt`. `overdue`: a renewal could not be taken.',
  }),
  currency: CurrencyCode,
  amount: MinorUnits.meta({ description: 'What each renewal takes, in minor units.' }),
  billing: Billing,
  periodEnd: DateTime.meta({ description: 'When the next payment is due, or the access ends.' }),
  cancelAt: DateTime.nullable(),
  endedAt: DateTime.nullable(),
  failed: z
    .strictObject({ at: DateTime, payUrl: z.string().nullable(), nextTryAt: DateTime.nullable() })
    .nullable()
    .meta({
      description: 'The renewal that could not be taken: where its buyer can pay it, and when Stripe tries again.',
    }),
  createdAt: DateTime,
};

export type OrderSubscription = Omit<
  BuyerSubscription,
  'orderId' | 'orderNumber' | 'email' | 'buyerName' | 'productName' | 'payments' | 'net'
>;
export const ApiOrderSubscription = exactSchema<OrderSubscription>()(
  z
    .strictObject(SubscriptionFields)
    .meta({ id: 'OrderSubscription', description: 'The subscription that an order began.' }),
);

/** A subscription in a list, outside its order. */
export const ApiSubscription = exactSchema<BuyerSubscription>()(
  z
    .strictObject({
      ...SubscriptionFields,
      orderId: z.uuid().nullable().meta({ description: 'The order that began it; null while it is on its way.' }),
      orderNumber: z.number().int().nullable(),
      email: z.string().nullable(),
      buyerName: z.string().nullable(),
      productName: z.string(),
      payments: z.number().int().meta({ description: 'Payments so far.' }),
      net: MinorUnits.meta({ description: 'What stayed of them, in minor units.' }),
    })
    .meta({ id: 'Subscription', description: 'A buyer’s subscription.' }),
);

export const ApiFieldAnswer = exactSchema<FieldAnswer>()(
  z
    .strictObject({
      id: z.string().meta({ description: 'Of the question; stays the same when the question is worded anew.' }),
      kind: z.enum(FIELD_KINDS),
      label: z.string().meta({ description: 'The question as it was asked.' }),
      value: z.string().meta({ description: 'A checkbox gives `Yes` or `No`, a date YYYY-MM-DD.' }),
    })
    .meta({ id: 'FieldAnswer', description: 'What a page asked and a buyer answered.' }),
);

export const ApiAttribution = exactSchema<Attribution>()(
  z
    .strictObject({
      source: z.string().meta({
        description: 'One word: the UTM source, else the referrer’s name, else `direct`.',
      }),
      referrer: z.string().meta({ description: 'The host of the site that led here.' }),
      utmSource: z.string(),
      utmMedium: z.string(),
      utmCampaign: z.string(),
      utmTerm: z.string(),
      utmContent: z.string(),
      visitCountry: z.string().meta({ description: 'ISO 3166-1 alpha-2.' }),
      device: z.enum(DEVICES),
      embed: z.string().meta({ description: 'The site that the page was embedded in.' }),
    })
    .meta({ id: 'Visit', description: 'Where a buyer came from. Empty texts where nothing is known.' }),
);
