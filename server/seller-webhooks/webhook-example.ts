import type { WebhookReference } from '#domain/webhook-event.ts';

import type { Context } from '#server/context.ts';
import type { Order } from '#server/db/orders.ts';
import type { Sale } from '#server/ledger/leaf.ts';

import { toldOfOrder } from './said-of-order.ts';
import { signatureHeaders } from './sign.ts';
import { bodyText, SENT_EVENT_TYPES, WEBHOOK_DATA } from './webhook-body.ts';
import { userAgentOf } from './knock.ts';

const AT = new Date('2026-11-20T14:12:08.000Z');
const ID = {
  message: '0f6f5c1e-6c0e-4f0e-9d57-5a8e7c1b2f10',
  attempt: '5b7b5d0a-3f57-4f6e-8b1e-0d6f8f2a9c31',
  order: '7f0c6f5e-6d2c-4a0e-9a3e-1f1f1f1f1f1f',
  sale: 'c2a4e6f8-1b3d-4f5a-8c7e-9d0b2f4a6c8e',
  page: '3d9b0a52-8f0c-4c8b-a0f3-6f2f1c7e5b44',
  version: '9e1d7c3b-2a4f-4e6d-b8c0-5f7a9b1d3e5c',
  seller: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
};
/** Belongs to no endpoint: readers of the documentation test their own code with it. */
const SECRET = `whsec_${Buffer.from('This secret is for trying out.32').toString('base64')}`;

const VISIT = {
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

const ORDER: Order = {
  id: ID.order,
  mode: 'live',
  sellerId: ID.seller,
  number: 1045,
  attemptId: ID.attempt,
  pageId: ID.page,
  versionId: ID.version,
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
  ...VISIT,
  createdAt: new Date('2026-11-20T14:11:31.000Z'),
  paidAt: AT,
};

const { source: visitSource, ...cameFrom } = VISIT;
const SALE: Sale = {
  id: ID.sale,
  mode: 'live',
  sellerId: ID.seller,
  accountId: '',
  source: '',
  attemptId: ID.attempt,
  pageId: ID.page,
  versionId: ID.version,
  couponCode: 'EARLY10',
  ...cameFrom,
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
  paidAt: AT,
  createdAt: AT,
};

const SOLD = {
  attempt: {
    id: ID.attempt,
    sellerId: ID.seller,
    plan: null,
    answers: [{ id: 'apron', kind: 'select' as const, label: 'Which size is your apron?', value: 'Large' }],
  },
  order: ORDER,
  sales: [SALE],
  refunds: [],
  disputes: [],
  subscription: null,
};

/** Builds the example of the webhook documentation with the code that builds real events. */
export function webhookReference(context: Context): WebhookReference {
  const facts = { amount: SALE.amount, currency: SALE.currency };
  const told = toldOfOrder(context, SOLD, { key: 'paid', kind: 'paid', facts, at: AT });
  if (!told) throw new Error('Nothing is told of a sale');
  const body = bodyText(told.type, told.at, told.say().data);
  const userAgent = userAgentOf(context);
  return {
    example: {
      userAgent,
      headers: [
        ['content-type', 'application/json'],
        ['user-agent', userAgent],
        ...signatureHeaders({ id: ID.message, at: new Date(AT.getTime() + 1000), body }, [SECRET]),
      ],
      body,
      secret: SECRET,
    },
    holds: Object.fromEntries(
      SENT_EVENT_TYPES.map((type) => [type, Object.keys(WEBHOOK_DATA[type].shape)]),
    ) as WebhookReference['holds'],
  };
}
