import { z } from 'zod';

import { type SentEventType, TEST_EVENT, WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';
import { CurrencyCode, DateTime, MinorUnits } from '#server/api-schemas/base-schemas.ts';
import { ApiDispute, ApiOrder, ApiPayment, ApiRefund } from '#server/api-schemas/order-schemas.ts';

/** Facts of the event itself, beside the order as it is after the event. */
const EventFactsSchema = z
  .strictObject({
    at: DateTime,
    amount: MinorUnits.nullable().meta({ description: 'The money that it is about, in minor units.' }),
    currency: CurrencyCode.nullable(),
    reason: z.string().nullable().meta({ description: 'Stripe’s word for why: of a refund, a dispute or a refusal.' }),
    until: DateTime.nullable().meta({
      description:
        'When a subscription will end, until when a dispute can be answered, or when a payment is tried again.',
    }),
  })
  .meta({ description: 'What has happened.' });

const ORDER_DATA = {
  event: EventFactsSchema,
  order: ApiOrder.meta({ description: 'The order as it is after this, as the API gives it.' }),
};
const PAYMENT_DATA = {
  ...ORDER_DATA,
  payment: ApiPayment.nullable().meta({
    description: 'The payment, which is among those of the order too; null where nothing was to be paid.',
  }),
};
const REFUND_DATA = {
  ...ORDER_DATA,
  refund: ApiRefund.meta({ description: 'It is among those of the order too.' }),
};
const DISPUTE_DATA = {
  ...ORDER_DATA,
  dispute: ApiDispute.meta({ description: 'It is among those of the order too.' }),
};

const PAGE_DATA = {
  page: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    version: z.number().int().meta({ description: 'The publication, counted from 1.' }),
    state: z.enum(['published', 'unpublished']),
    url: z.string().nullable().meta({ description: 'Null: its address was let go.' }),
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
    timestamp: DateTime.meta({ description: 'When it happened.' }),
    data: WEBHOOK_DATA_SCHEMAS[type],
  });

export const SENT_EVENT_TYPES: readonly SentEventType[] = [...WEBHOOK_EVENT_TYPES, TEST_EVENT];

/** Renders exactly the text that is signed and sent. */
export const renderEventBody = (type: SentEventType, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });
