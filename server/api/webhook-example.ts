import type { WebhookReference } from '#domain/webhook-event.ts';
import type { Context } from '#server/core/context.ts';
import type { Sale } from '#server/ledger/order-aggregate.ts';
import type { Order } from '#server/ledger/queries/orders.ts';

import { buildOrderEvent } from '../ledger/build-order-event.ts';
import { getUserAgent } from '../webhooks/deliver.ts';
import { renderEventBody, SENT_EVENT_TYPES, WEBHOOK_DATA_SCHEMAS } from '../webhooks/event-schemas.ts';
import { createSignatureHeaders } from '../webhooks/webhook-request.ts';

const PAID_AT = new Date('2026-11-20T14:12:08.000Z');
const IDS = {
  message: '0f6f5c1e-6c0e-4f0e-9d57-5a8e7c1b2f10',
  attempt: '5b7b5d0a-3f57-4f6e-8b1e-0d6f8f2a9c31',
  order: '7f0c6f5e-6d2c-4a0e-9a3e-1f1f1f1f1f1f',
  sale: 'c2a4e6f8-1b3d-4f5a-8c7e-9d0b2f4a6c8e',
  page: '3d9b0a52-8f0c-4c8b-a0f3-6f2f1c7e5b44',
  version: '9e1d7c3b-2a4f-4e6d-b8c0-5f7a9b1d3e5c',
  seller: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
};
/** Belongs to no endpoint: readers of the documentation test their own code with it. */
const EXAMPLE_SECRET = `whsec_${Buffer.from('This secret is for trying out.32').toString('base64')}`;

const ATTRIBUTION = {
  source: 'newsletter',
  referrer: '',
  utmSource: 'newsletter',
  utmMedium: 'email',
  utmCampaign: 'autumn',
  utmTerm: '',
  utmContent: '',
  visitCountry: 'FR',
  device: 'mobile' as const,
  embed: '',
};

const EXAMPLE_ORDER: Order = {
  id: IDS.order,
  mode: 'live',
  sellerId: IDS.seller,
  number: 1045,
  attemptId: IDS.attempt,
  pageId: IDS.page,
  versionId: IDS.version,
  accountId: '',
  sessionId: '',
  paymentIntentId: 'pi_3PqXYZ',
  subscriptionId: null,
  state: 'paid',
  email: 'celeste@atelier.example',
  currency: 'USD',
  original: 2900,
  discount: 290,
  total: 2610,
  couponCode: 'EARLY10',
  productName: 'Throwing Taller',
  billing: null,
  buyerName: 'Celeste Aumont',
  country: 'FR',
  received: 2610,
  refunded: 0,
  lost: 0,
  dispute: null,
  search: '',
  ...ATTRIBUTION,
  createdAt: new Date('2026-11-20T14:11:31.000Z'),
  paidAt: PAID_AT,
};

const { source: visitSource, ...attribution } = ATTRIBUTION;
const EXAMPLE_SALE: Sale = {
  id: IDS.sale,
  mode: 'live',
  sellerId: IDS.seller,
  accountId: '',
  source: '',
  attemptId: IDS.attempt,
  pageId: IDS.page,
  versionId: IDS.version,
  couponCode: 'EARLY10',
  ...attribution,
  visitSource,
  paymentIntentId: 'pi_3PqXYZ',
  chargeId: null,
  renewal: false,
  currency: 'USD',
  amount: 2610,
  refunded: 0,
  lost: 0,
  usdCents: 2610,
  usdRefunded: 0,
  fxRate: null,
  fxSource: null,
  paidAt: PAID_AT,
  createdAt: PAID_AT,
};

const EXAMPLE_AGGREGATE = {
  attempt: {
    id: IDS.attempt,
    sellerId: IDS.seller,
    plan: null,
    answers: [{ id: 'apron', kind: 'select' as const, label: 'Which size is your apron?', value: 'Large' }],
  },
  order: EXAMPLE_ORDER,
  sales: [EXAMPLE_SALE],
  refunds: [],
  disputes: [],
  subscription: null,
};

/** Builds the example of the webhook documentation with the code that builds real events. */
export function buildWebhookReference(context: Context): WebhookReference {
  const facts = { amount: EXAMPLE_SALE.amount, currency: EXAMPLE_SALE.currency };
  const event = buildOrderEvent(context, EXAMPLE_AGGREGATE, {
    key: 'paid',
    kind: 'paid',
    facts,
    at: PAID_AT,
  });
  if (!event) throw new Error('Nothing is told of a sale');
  const body = renderEventBody(event.type, event.at, event.buildContent().data);
  const userAgent = getUserAgent(context);
  return {
    example: {
      userAgent,
      headers: [
        ['content-type', 'application/json'],
        ['user-agent', userAgent],
        ...createSignatureHeaders({ id: IDS.message, at: new Date(PAID_AT.getTime() + 1000), body }, [EXAMPLE_SECRET]),
      ],
      body,
      secret: EXAMPLE_SECRET,
    },
    dataFields: Object.fromEntries(
      SENT_EVENT_TYPES.map((type) => [type, Object.keys(WEBHOOK_DATA_SCHEMAS[type].shape)]),
    ) as WebhookReference['dataFields'],
  };
}
