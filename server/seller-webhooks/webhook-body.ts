import { z } from 'zod';

import { TEST_EVENT, WEBHOOK_EVENT_TYPES, type SentEventType } from '#domain/webhook-event.ts';

import { ApiOrder } from '#server/api/answers/order.ts';
import { ApiDispute, ApiPayment, ApiRefund } from '#server/api/answers/order-parts.ts';
import { CurrencyCode, MinorUnits, Moment } from '#server/api/answers/shape.ts';

/** Facts of the event itself, beside the order as it is after the event. */
const HappenedSchema = z
  .strictObject({
    at: Moment,
    amount: MinorUnits.nullable().meta({ description: 'The money that it is about, in minor units.' }),
    currency: CurrencyCode.nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Stripe’s word for why: of a refund, a dispute or a refusal.' }),
    until: Moment.nullable().meta({
      description:
        'When a subscription will end, until when a dispute can be answered, or when a payment is tried again.',
    }),
  })
  .meta({ description: 'What has happened.' });

const ORDER = {
  event: HappenedSchema,
  order: ApiOrder.meta({ description: 'The order as it is after this, as the API gives it.' }),
};
const PAYMENT = {
  ...ORDER,
  payment: ApiPayment.nullable().meta({
    description: 'The payment, which is among those of the order too; null where nothing was to be paid.',
  }),
};
const REFUND = { ...ORDER, refund: ApiRefund.meta({ description: 'It is among those of the order too.' }) };
const DISPUTE = {
  ...ORDER,
  dispute: ApiDispute.meta({ description: 'It is among those of the order too.' }),
};

const PAGE = {
  page: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    version: z.number().int().meta({ description: 'The publication, counted from 1.' }),
    state: z.enum(['published', 'unpublished']),
    url: z.string().nullable().meta({ description: 'Null: its address was let go.' }),
  }),
};

const TEST = {
  endpointId: z.uuid(),
  message: z.string(),
};

/** Schemas of `data` by event type. */
export const WEBHOOK_DATA = {
  'order.pending': z.strictObject(ORDER),
  'order.paid': z.strictObject(PAYMENT),
  'order.payment_failed': z.strictObject(ORDER),
  'refund.requested': z.strictObject(REFUND),
  'refund.completed': z.strictObject(REFUND),
  'refund.failed': z.strictObject(REFUND),
  'dispute.opened': z.strictObject(DISPUTE),
  'dispute.answered': z.strictObject(DISPUTE),
  'dispute.won': z.strictObject(DISPUTE),
  'dispute.lost': z.strictObject(DISPUTE),
  'subscription.renewed': z.strictObject(PAYMENT),
  'subscription.renewal_failed': z.strictObject(ORDER),
  'subscription.renewal_recovered': z.strictObject(ORDER),
  'subscription.cancellation_set': z.strictObject(ORDER),
  'subscription.cancellation_undone': z.strictObject(ORDER),
  'subscription.ended': z.strictObject(ORDER),
  'page.published': z.strictObject(PAGE),
  'page.unpublished': z.strictObject(PAGE),
  [TEST_EVENT]: z.strictObject(TEST),
} as const satisfies Record<SentEventType, z.ZodObject>;

export type WebhookData<T extends SentEventType> = z.infer<(typeof WEBHOOK_DATA)[T]>;
export type Happened = z.infer<typeof HappenedSchema>;

/** Schema of the whole body of an event type, for receivers that validate. */
export const webhookSchema = (type: SentEventType) =>
  z.strictObject({
    type: z.literal(type),
    timestamp: Moment.meta({ description: 'When it happened.' }),
    data: WEBHOOK_DATA[type],
  });

export const SENT_EVENT_TYPES: readonly SentEventType[] = [...WEBHOOK_EVENT_TYPES, TEST_EVENT];

/** Renders exactly the text that is signed and sent. */
export const bodyText = (type: SentEventType, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });
