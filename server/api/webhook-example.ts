import type { WebhookReference } from '#domain/webhook-event.ts';
import type { Context } from '#server/core/context.ts';

import { getUserAgent } from '../webhooks/deliver.ts';
import {
  renderEventBody,
  SENT_EVENT_TYPES,
  WEBHOOK_DATA_SCHEMAS,
  type WebhookData,
} from '../webhooks/event-schemas.ts';
import { createSignatureHeaders } from '../webhooks/webhook-request.ts';

const MESSAGE_ID = '0f6f5c1e-6c0e-4f0e-9d57-5a8e7c1b2f10';
const PAID_AT = new Date('2026-11-20T14:12:08.000Z');
/** Belongs to no endpoint: readers of the documentation test their own code with it. */
const EXAMPLE_SECRET = `whsec_${Buffer.from('This secret is for trying out.32').toString('base64')}`;

const EXAMPLE_PAYMENT = {
  id: 'c2a4e6f8-1b3d-4f5a-8c7e-9d0b2f4a6c8e',
  renewal: false,
  amount: 2610,
  refunded: 0,
  lost: 0,
  refundable: 2610,
  paidAt: PAID_AT.toISOString(),
  paymentMethod: 'card',
  reference: 'pi_3PqXYZ',
};

const EXAMPLE_DATA: WebhookData<'order.paid'> = {
  event: { at: PAID_AT.toISOString(), amount: 2610, currency: 'USD', reason: null, until: null },
  order: {
    id: '7f0c6f5e-6d2c-4a0e-9a3e-1f1f1f1f1f1f',
    number: 1045,
    state: 'paid',
    dispute: null,
    coupon: 'EARLY10',
    currency: 'USD',
    paymentMethod: { type: 'card', brand: 'visa', last4: '4242' },
    createdAt: '2026-11-20T14:11:31.000Z',
    paidAt: PAID_AT.toISOString(),
    buyer: { email: 'celeste@atelier.example', name: 'Celeste Aumont', country: 'FR' },
    product: { name: 'Throwing Taller', billing: null, plan: null },
    pageId: '3d9b0a52-8f0c-4c8b-a0f3-6f2f1c7e5b44',
    amounts: { original: 2900, discount: 290, total: 2610, received: 2610, refunded: 0, lost: 0 },
    payments: [EXAMPLE_PAYMENT],
    refunds: [],
    disputes: [],
    subscription: null,
    answers: [{ id: 'apron', kind: 'select', label: 'Which size is your apron?', value: 'Large' }],
    visit: {
      source: 'newsletter',
      referrer: '',
      utmSource: 'newsletter',
      utmMedium: 'email',
      utmCampaign: 'autumn',
      utmTerm: '',
      utmContent: '',
      visitCountry: 'FR',
      device: 'mobile',
      embed: '',
    },
  },
  payment: EXAMPLE_PAYMENT,
};

/** Builds the signed example request of the webhook documentation, and the fields of each event type. */
export function buildWebhookReference(context: Context): WebhookReference {
  const body = renderEventBody('order.paid', PAID_AT, EXAMPLE_DATA);
  const userAgent = getUserAgent(context);
  const sentAt = new Date(PAID_AT.getTime() + 1000);
  return {
    example: {
      userAgent,
      headers: [
        ['content-type', 'application/json'],
        ['user-agent', userAgent],
        ...createSignatureHeaders({ id: MESSAGE_ID, at: sentAt, body }, [EXAMPLE_SECRET]),
      ],
      body,
      secret: EXAMPLE_SECRET,
    },
    dataFields: Object.fromEntries(
      SENT_EVENT_TYPES.map((type) => [type, Object.keys(WEBHOOK_DATA_SCHEMAS[type].shape)]),
    ) as WebhookReference['dataFields'],
  };
}
