import { z } from 'zod';

import { Mode } from '#domain/api-resources/account-resources.ts';
import { DateTime } from '#domain/api-resources/base-schemas.ts';
import { Dispute, Order, Payment, Refund, Subscription } from '#domain/api-resources/order-resources.ts';
import { CheckoutPage } from '#domain/api-resources/page-resources.ts';
import { type WebhookEventType, WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

const order = Order.describe('The order after the event, with all of its parts.');
const payment = Payment.nullable().describe('The payment; null if nothing had to be paid.');

const ORDER_DATA = z.strictObject({ order });
const PAYMENT_DATA = z.strictObject({ order, payment });
const REFUND_DATA = z.strictObject({ refund: Refund, order });
const DISPUTE_DATA = z.strictObject({ dispute: Dispute, order });
const SUBSCRIPTION_DATA = z.strictObject({ subscription: Subscription, order });
const PAGE_DATA = z.strictObject({ page: CheckoutPage });

/** Schemas of `data` by event type: resources as the API shows them. */
export const WEBHOOK_DATA_SCHEMAS = {
  'order.pending': ORDER_DATA,
  'order.paid': PAYMENT_DATA,
  'order.payment_failed': ORDER_DATA,
  'refund.requested': REFUND_DATA,
  'refund.completed': REFUND_DATA,
  'refund.failed': REFUND_DATA,
  'dispute.opened': DISPUTE_DATA,
  'dispute.answered': DISPUTE_DATA,
  'dispute.won': DISPUTE_DATA,
  'dispute.lost': DISPUTE_DATA,
  'subscription.started': SUBSCRIPTION_DATA,
  'subscription.renewed': z.strictObject({ subscription: Subscription, payment, order }),
  'subscription.renewal_failed': SUBSCRIPTION_DATA,
  'subscription.renewal_recovered': SUBSCRIPTION_DATA,
  'subscription.cancel_scheduled': SUBSCRIPTION_DATA,
  'subscription.cancel_unscheduled': SUBSCRIPTION_DATA,
  'subscription.ended': SUBSCRIPTION_DATA,
  'page.published': PAGE_DATA,
  'page.unpublished': PAGE_DATA,
} as const satisfies Record<WebhookEventType, z.ZodObject>;

export type WebhookData<T extends WebhookEventType> = z.infer<(typeof WEBHOOK_DATA_SCHEMAS)[T]>;

const EVENT_FIELDS = {
  id: z.uuid().describe('The same in all deliveries of the event.'),
  mode: Mode,
  createdAt: DateTime.describe('When it happened.'),
  test: z.literal(true).optional().describe('Only in test events: nothing of this happened.'),
};

/** Schema of the whole body of an event type. */
export const buildEventSchema = <T extends WebhookEventType>(type: T) =>
  z.strictObject({ ...EVENT_FIELDS, type: z.literal(type), data: WEBHOOK_DATA_SCHEMAS[type] });

/** Schema of an event of any type, as the event log lists it. */
export const Event = z
  .strictObject({
    ...EVENT_FIELDS,
    type: z.enum(WEBHOOK_EVENT_TYPES),
    data: z.strictObject({
      order: Order.optional(),
      payment: payment.optional(),
      refund: Refund.optional(),
      dispute: Dispute.optional(),
      subscription: Subscription.optional(),
      page: CheckoutPage.optional(),
    }),
  })
  .meta({
    id: 'WebhookEvent',
    description: 'Something that happened, as webhooks send it. `data` depends on the type.',
  });
export type EventBody = z.infer<typeof Event>;

/** Renders exactly the text that is signed and sent. */
export const renderEventBody = ({ id, type, mode, createdAt, test, data }: EventBody): string =>
  JSON.stringify({ id, type, mode, createdAt, ...(test && { test }), data });
