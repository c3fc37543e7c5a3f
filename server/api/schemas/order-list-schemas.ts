import { z } from 'zod';

import { ORDER_EMAIL_KINDS, type OrderAgreement, type OrderEmail, type ReceiptEmail } from '#domain/order-detail.ts';
import { ORDER_EVENT_KINDS, type OrderEvent } from '#domain/order-event.ts';
import type { OrderRow } from '#domain/order.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { CurrencyCode, MinorUnits, DateTime, exactSchema } from './base-schemas.ts';
import { Billing } from './order-part-schemas.ts';
import { ORDER_BASE_FIELDS } from './order-schemas.ts';

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

export const toOrderSummary = (row: OrderRow): z.infer<typeof ApiOrderSummary> => ({
  id: row.id,
  number: row.number,
  state: row.state,
  dispute: row.dispute,
  coupon: row.couponCode,
  currency: row.currency,
  createdAt: row.createdAt,
  buyer: { email: row.email, name: row.buyerName },
  product: { name: row.productName, billing: row.billing },
  amounts: {
    discount: row.discount,
    total: row.total,
    received: row.received,
    refunded: row.refunded,
    lost: row.lost,
  },
});

const ApiAgreement = exactSchema<OrderAgreement>()(
  z.strictObject({
    required: z.boolean(),
    accepted: z.boolean(),
    at: DateTime,
    text: z.string().nullable().meta({ description: 'The sentence beside the box, word for word.' }),
    textHash: z.string().nullable().meta({ description: 'SHA-256 in hex.' }),
    termsUrl: z.string(),
    privacyUrl: z.string(),
    version: z.number().int().meta({ description: 'Of the page.' }),
    versionHash: z.string().nullable().meta({ description: 'SHA-256 in hex.' }),
  }),
);

const ApiOrderEvent = exactSchema<OrderEvent>()(
  z
    .strictObject({
      kind: z.enum(ORDER_EVENT_KINDS),
      at: DateTime,
      facts: z.strictObject({
        amount: MinorUnits.optional(),
        currency: CurrencyCode.optional(),
        reason: z.string().optional(),
        at: z.string().optional().meta({ description: 'Until when, or from when on.' }),
        by: z.enum(['seller', 'buyer', 'provider']).optional(),
      }),
    })
    .meta({ id: 'OrderEvent', description: 'Something that happened to an order.' }),
);

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
    agreement: ApiAgreement.meta({ description: 'What the buyer saw and agreed to.' }),
    receipt: ApiReceipt.meta({ description: 'How far the newest receipt has come.' }),
    mails: z.array(ApiOrderMail),
  })
  .meta({ id: 'OrderHistory', description: 'What happened to an order, and what was mailed about it.' });

export const ApiOrderChoices = exactSchema<RpcContract['list-order-choices']['response']>()(
  z.strictObject({
    pages: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
    coupons: z.array(z.string()),
  }),
);

export const ApiOrderLines = exactSchema<RpcContract['export-orders']['response']>()(
  z
    .strictObject({
      lines: z.string().meta({ description: 'Lines of CSV; the first answer begins with the heads.' }),
      orders: z.number().int(),
      next: z
        .number()
        .int()
        .nullable()
        .meta({ description: 'What `after` is to be for the rest; null: that was all.' }),
      upTo: z.number().int().meta({ description: 'What `upTo` is to be for the rest.' }),
      columns: z.array(z.string()).meta({ description: 'What `columns` is to be for the rest.' }),
    })
    .meta({ id: 'OrderLines', description: 'A part of the order book as CSV.' }),
);
