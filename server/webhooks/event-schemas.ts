import { z } from 'zod';

import { DateTime, objectSchema } from '#domain/api-resources/base-schemas.ts';
import { Entitlement } from '#domain/api-resources/entitlement-resources.ts';
import { Domain } from '#domain/api-resources/integration-resources.ts';
import { License, LicenseActivation } from '#domain/api-resources/license-resources.ts';
import { Dispute, Order, Payment, Refund, Subscription } from '#domain/api-resources/order-resources.ts';
import { CheckoutPage } from '#domain/api-resources/page-resources.ts';
import { Mode } from '#domain/api-resources/shared-resources.ts';
import { toSchemaName, type WebhookEventType, WEBHOOK_EVENTS, WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

const order = Order.describe('The order after the event, with all of its parts.');
const payment = Payment.nullable().describe('The payment; null if nothing had to be paid.');

const ORDER_DATA = z.strictObject({ order });
const PAYMENT_DATA = z.strictObject({ order, payment });
const REFUND_DATA = z.strictObject({ refund: Refund, order });
const DISPUTE_DATA = z.strictObject({ dispute: Dispute, order });
const SUBSCRIPTION_DATA = z.strictObject({ subscription: Subscription, order });
const ENTITLEMENT_DATA = z.strictObject({ entitlement: Entitlement, order });
const LICENSE_DATA = z.strictObject({ license: License, activation: LicenseActivation });
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
  'entitlement.granted': ENTITLEMENT_DATA,
  'entitlement.paused': ENTITLEMENT_DATA,
  'entitlement.resumed': ENTITLEMENT_DATA,
  'entitlement.ended': ENTITLEMENT_DATA,
  'license.replaced': ENTITLEMENT_DATA,
  'license.activated': LICENSE_DATA,
  'license.deactivated': LICENSE_DATA,
  'page.published': PAGE_DATA,
  'page.unpublished': PAGE_DATA,
  'page.paused': PAGE_DATA,
  'page.resumed': PAGE_DATA,
  'page.deleted': PAGE_DATA,
  'domain.failing': z.strictObject({ domain: Domain }),
} as const satisfies Record<WebhookEventType, z.ZodObject>;

export type WebhookData<T extends WebhookEventType> = z.infer<(typeof WEBHOOK_DATA_SCHEMAS)[T]>;

const EVENT_FIELDS = {
  id: z.uuid().describe('The same in all deliveries of the event.'),
  mode: Mode,
  createdAt: DateTime.describe('When it happened.'),
  test: z.literal(true).optional().describe('Only in test events: nothing of this happened.'),
};

const createEventSchema = <T extends WebhookEventType>(type: T) =>
  objectSchema(toSchemaName(type), WEBHOOK_EVENTS[type], {
    ...EVENT_FIELDS,
    type: z.literal(type).describe('Event type.'),
    data: WEBHOOK_DATA_SCHEMAS[type].describe('What the event is about, as the API shows it after the event.'),
  });

/** Schemas of the whole body by event type. A component has one schema, so each is created once. */
const EVENT_SCHEMAS = new Map(WEBHOOK_EVENT_TYPES.map((type) => [type, createEventSchema(type)]));

export function getEventSchema(type: WebhookEventType): z.ZodObject {
  const schema = EVENT_SCHEMAS.get(type);
  if (!schema) throw new RangeError(`There is no event ${type}`);
  return schema;
}

/** An event of any type. */
export type EventBody = {
  id: string;
  type: WebhookEventType;
  mode: z.infer<typeof Mode>;
  createdAt: string;
  test?: true | undefined;
  data: {
    order?: z.infer<typeof Order> | undefined;
    payment?: z.infer<typeof payment> | undefined;
    refund?: z.infer<typeof Refund> | undefined;
    dispute?: z.infer<typeof Dispute> | undefined;
    subscription?: z.infer<typeof Subscription> | undefined;
    entitlement?: z.infer<typeof Entitlement> | undefined;
    license?: License | undefined;
    activation?: LicenseActivation | undefined;
    page?: z.infer<typeof CheckoutPage> | undefined;
    domain?: z.infer<typeof Domain> | undefined;
  };
};

/** Schema of an event of any type, as the event log lists it. The type determines the fields of `data`. */
export const Event: z.ZodType<EventBody, EventBody> = z
  .discriminatedUnion('type', [...EVENT_SCHEMAS.values()] as unknown as [z.ZodObject<{ type: z.ZodLiteral }>])
  .meta({
    id: 'WebhookEvent',
    description: 'Something that happened, as webhooks send it. `data` depends on the type.',
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        WEBHOOK_EVENT_TYPES.map((type) => [type, `#/components/schemas/${toSchemaName(type)}`]),
      ),
    },
  }) as unknown as z.ZodType<EventBody, EventBody>;

/** Renders exactly the text that is signed and sent. */
export const renderEventBody = ({ id, type, mode, createdAt, test, data }: EventBody): string =>
  JSON.stringify({ id, type, mode, createdAt, ...(test && { test }), data });
