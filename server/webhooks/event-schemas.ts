import { z } from 'zod';

import { CurrencyCode, DateTime, MinorUnits } from '#domain/api-schemas/base-schemas.ts';
import { ApiDispute, ApiOrder, ApiPayment, ApiRefund } from '#domain/api-schemas/order-schemas.ts';
import { type SentEventType, TEST_EVENT, WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

/** Facts of the event itself, beside the order as it is after the event. */
const EventFactsSchema = z
  .strictObject({
    at: DateTime,
    amount: MinorUnits.nullable().meta({ description: 'Amount of the event, in minor units.' }),
    currency: CurrencyCode.nullable(),
    reason: z.string().nullable().meta({ description: 'Stripe’s reason for a refund, dispute, or decline.' }),
    until: DateTime.nullable().meta({
      description: 'When a subscription ends, a dispute response is due, or a payment is retried.',
    }),
  })
  .meta({ description: 'Details of the event.' });

const ORDER_DATA = {
  event: EventFactsSchema,
  order: ApiOrder.meta({ description: 'The order after the event, in the same format as in the API.' }),
};
const PAYMENT_DATA = {
  ...ORDER_DATA,
  payment: ApiPayment.nullable().meta({
    description: 'The payment, which is also listed in the order; null if nothing had to be paid.',
  }),
};
const REFUND_DATA = {
  ...ORDER_DATA,
  refund: ApiRefund.meta({ description: 'The refund, which is also listed in the order.' }),
};
const DISPUTE_DATA = {
  ...ORDER_DATA,
  dispute: ApiDispute.meta({ description: 'The dispute, which is also listed in the order.' }),
};

const PAGE_DATA = {
  page: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    version: z.number().int().meta({ description: 'Number of the published version, starting at 1.' }),
    state: z.enum(['published', 'unpublished']),
    url: z.string().nullable().meta({ description: 'Public URL; null if the slug was released.' }),
  }),
};

const TEST_DATA = {
  endpointId: z.uuid(),
  message: z.string(),
};

/** Schemas of `data` by event type. */
export const WEBHOOK_DATA_SCHEMAS = {
  'order.pending': z.strictObject(ORDER_DATA),
  'order.paid': z.strictObject(PAYMENT_DATA),
  'order.payment_failed': z.strictObject(ORDER_DATA),
  'refund.requested': z.strictObject(REFUND_DATA),
  'refund.completed': z.strictObject(REFUND_DATA),
  'refund.failed': z.strictObject(REFUND_DATA),
  'dispute.opened': z.strictObject(DISPUTE_DATA),
  'dispute.answered': z.strictObject(DISPUTE_DATA),
  'dispute.won': z.strictObject(DISPUTE_DATA),
  'dispute.lost': z.strictObject(DISPUTE_DATA),
  'subscription.renewed': z.strictObject(PAYMENT_DATA),
  'subscription.renewal_failed': z.strictObject(ORDER_DATA),
  'subscription.renewal_recovered': z.strictObject(ORDER_DATA),
  'subscription.cancellation_set': z.strictObject(ORDER_DATA),
  'subscription.cancellation_undone': z.strictObject(ORDER_DATA),
  'subscription.ended': z.strictObject(ORDER_DATA),
  'page.published': z.strictObject(PAGE_DATA),
  'page.unpublished': z.strictObject(PAGE_DATA),
  [TEST_EVENT]: z.strictObject(TEST_DATA),
} as const satisfies Record<SentEventType, z.ZodObject>;

export type WebhookData<T extends SentEventType> = z.infer<(typeof WEBHOOK_DATA_SCHEMAS)[T]>;
export type EventFacts = z.infer<typeof EventFactsSchema>;

/** Schema of the whole body of an event type, for receivers that validate. */
export const buildWebhookSchema = (type: SentEventType) =>
  z.strictObject({
    type: z.literal(type),
    timestamp: DateTime.meta({ description: 'When the event happened.' }),
    data: WEBHOOK_DATA_SCHEMAS[type],
  });

export const SENT_EVENT_TYPES: readonly SentEventType[] = [...WEBHOOK_EVENT_TYPES, TEST_EVENT];

/** Renders exactly the text that is signed and sent. */
export const renderEventBody = (type: SentEventType, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });
