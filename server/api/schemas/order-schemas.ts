import { z } from 'zod';

import type { OrderDetail, OrderDispute, OrderPayment } from '#domain/order-detail.ts';
import { ORDER_STATES } from '#domain/order.ts';

import { CurrencyCode, MinorUnits, DateTime } from './base-schemas.ts';
import {
  ApiDispute,
  ApiFieldAnswer,
  ApiOrderSubscription,
  ApiPayment,
  ApiRefund,
  ApiAttribution,
  Billing,
  type OrderSubscription,
} from './order-part-schemas.ts';

/** Fields that both order schemas begin with. */
export const ORDER_BASE_FIELDS = {
  id: z.uuid(),
  number: z.number().int().meta({ description: 'Counted within a shop, from 1, without gaps.' }),
  state: z.enum(ORDER_STATES).meta({ description: 'A state never moves back.' }),
  dispute: z.enum(['open', 'won', 'lost']).nullable().meta({
    description: 'The worst that a dispute has come to, beside the state; null: never disputed.',
  }),
  coupon: z.string().nullable().meta({ description: 'The code that was used.' }),
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
      country: z.string().nullable().meta({ description: 'ISO 3166-1 alpha-2.' }),
    }),
    product: z.strictObject({
      name: z.string().meta({ description: 'As it was called when it was bought.' }),
      billing: Billing.nullable().meta({ description: 'How often it is paid; null: once.' }),
      plan: z.string().nullable().meta({
        description: 'The id of the price that was chosen among several; null: there was one.',
      }),
    }),
    pageId: z.uuid().meta({ description: 'The page that it was bought from.' }),
    amounts: z
      .strictObject({
        original: MinorUnits.meta({ description: 'The price before a coupon.' }),
        discount: MinorUnits.meta({ description: 'What the coupon took off.' }),
        total: MinorUnits.meta({ description: 'What the buyer agreed to pay.' }),
        received: MinorUnits.meta({ description: 'What all payments brought in, renewals too.' }),
        refunded: MinorUnits.meta({ description: 'What went back.' }),
        lost: MinorUnits.meta({ description: 'What was lost to disputes.' }),
      })
      .meta({ description: 'In minor units of the order’s currency.' }),
    payments: z.array(ApiPayment).meta({ description: 'The oldest first, as all lists here.' }),
    refunds: z.array(ApiRefund),
    disputes: z.array(ApiDispute),
    subscription: ApiOrderSubscription.nullable().meta({
      description: 'The subscription that the order began; null where it was bought once.',
    }),
    answers: z.array(ApiFieldAnswer).meta({ description: 'What the page asked, in its order.' }),
    visit: ApiAttribution,
  })
  .meta({
    id: 'Order',
    description: 'An order with all that has become of it.',
  });
export type ApiOrder = z.infer<typeof ApiOrder>;

/** Fields that `toApiOrder` needs. `toOrderParts` builds them from an order's rows. */
export type ApiOrderSource = Pick<
  OrderDetail,
  | 'id'
  | 'number'
  | 'state'
  | 'dispute'
  | 'email'
  | 'buyerName'
  | 'country'
  | 'productName'
  | 'billing'
  | 'plan'
  | 'couponCode'
  | 'currency'
  | 'original'
  | 'discount'
  | 'total'
  | 'received'
  | 'refunded'
  | 'lost'
  | 'payments'
  | 'refunds'
  | 'disputes'
  | 'answers'
  | 'visit'
  | 'createdAt'
  | 'paidAt'
> & { page: { id: string }; subscription: OrderSubscription | null };

export function toApiOrder(detail: ApiOrderSource): ApiOrder {
  const { original, discount, total, received, refunded, lost } = detail;
  return {
    id: detail.id,
    number: detail.number,
    state: detail.state,
    dispute: detail.dispute,
    coupon: detail.couponCode,
    currency: detail.currency,
    createdAt: detail.createdAt,
    paidAt: detail.paidAt,
    buyer: { email: detail.email, name: detail.buyerName, country: detail.country },
    product: { name: detail.productName, billing: detail.billing, plan: detail.plan },
    pageId: detail.page.id,
    amounts: { original, discount, total, received, refunded, lost },
    payments: detail.payments.map(toApiPayment),
    refunds: detail.refunds,
    disputes: detail.disputes.map(toApiDispute),
    subscription: detail.subscription && toOrderSubscription(detail.subscription),
    answers: detail.answers,
    visit: detail.visit,
  };
}

const toApiPayment = ({ providerUrl: _, ...payment }: OrderPayment): z.infer<typeof ApiPayment> => payment;

const toApiDispute = ({ providerUrl: _, ...dispute }: OrderDispute): z.infer<typeof ApiDispute> => dispute;

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
