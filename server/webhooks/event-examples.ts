import type { OrderResource, SubscriptionResource } from '#domain/api-resources/order-resources.ts';
import type { CheckoutPageResource } from '#domain/api-resources/page-resources.ts';
import type { WebhookEventType } from '#domain/webhook-event.ts';

import type { EventBody } from './event-schemas.ts';

// An example of each event, for tests of endpoints and the documentation.

const CREATED_AT = '2026-11-20T14:11:31.000Z';
const PAID_AT = '2026-11-20T14:12:08.000Z';
const RENEWS_AT = '2026-12-20T14:12:08.000Z';

const ORDER_ID = '7f0c6f5e-6d2c-4a0e-9a3e-1f1f1f1f1f1f';
const PAGE_ID = '3d9b0a52-8f0c-4c8b-a0f3-6f2f1c7e5b44';
const PAYMENT_ID = 'c2a4e6f8-1b3d-4f5a-8c7e-9d0b2f4a6c8e';

const PAYMENT = {
  id: PAYMENT_ID,
  orderId: ORDER_ID,
  renewal: false,
  currency: 'USD',
  amount: 2610,
  refunded: 0,
  disputeLosses: 0,
  refundable: 2610,
  paymentMethodType: 'card',
  stripePaymentIntentId: 'pi_3PqXYZ',
  paidAt: PAID_AT,
};
const RENEWAL = {
  ...PAYMENT,
  id: '5b7d9f1a-3c5e-4a7b-9d1f-2e4c6a8b0d3f',
  renewal: true,
  stripePaymentIntentId: 'pi_3PrABC',
  paidAt: RENEWS_AT,
};

const REFUND = {
  id: 'e1f3a5b7-9c2d-4e6f-8a1b-3c5d7e9f0a2b',
  orderId: ORDER_ID,
  paymentId: PAYMENT_ID,
  currency: 'USD',
  amount: 500,
  state: 'succeeded' as const,
  reason: 'requested_by_customer' as const,
  failureReason: null,
  lineItems: [],
  createdAt: '2026-11-22T09:30:00.000Z',
};

const DISPUTE = {
  id: 'd4c6b8a0-2e4f-4a6b-9c8d-1e3f5a7b9c0d',
  orderId: ORDER_ID,
  paymentId: PAYMENT_ID,
  currency: 'USD',
  amount: 2610,
  reason: 'fraudulent',
  state: 'needs_response',
  responseDueAt: '2026-12-05T23:59:59.000Z',
  createdAt: '2026-11-25T08:00:00.000Z',
  closedAt: null,
};

const BUYER = { email: 'celeste@atelier.example', name: 'Celeste Aumont', country: 'FR' };
const PROGRAM_DATA = { metadata: { userId: '42' }, externalId: 'cart-7' };

const SUBSCRIPTION: SubscriptionResource = {
  id: 'a9b8c7d6-e5f4-4a3b-8c2d-1e0f9a8b7c6d',
  state: 'active',
  orderId: ORDER_ID,
  pageId: PAGE_ID,
  priceOptionId: null,
  productName: 'Throwing Taller',
  buyer: BUYER,
  currency: 'USD',
  amount: 2610,
  billingInterval: 'monthly',
  currentPeriodEndsAt: RENEWS_AT,
  cancelAt: null,
  endedAt: null,
  renewalFailure: null,
  paymentCount: 1,
  net: 2610,
  ...PROGRAM_DATA,
  stripeSubscriptionId: 'sub_1PqXYZ',
  createdAt: CREATED_AT,
};

const ORDER: OrderResource = {
  id: ORDER_ID,
  number: 1045,
  state: 'paid',
  disputeState: null,
  pageId: PAGE_ID,
  priceOptionId: null,
  checkoutId: 'b1d2f3a4-5c6e-4f7a-8b9c-0d1e2f3a4b5c',
  subscriptionId: null,
  productName: 'Throwing Taller',
  billingInterval: null,
  couponCode: 'EARLY10',
  paymentMethod: { type: 'card', brand: 'visa', last4: '4242' },
  currency: 'USD',
  amounts: { subtotal: 2900, discount: 290, total: 2610, received: 2610, refunded: 0, disputeLosses: 0, net: 2610 },
  lineItems: [
    {
      key: 'main',
      name: 'Throwing Taller',
      kind: 'one_time',
      quantity: 1,
      unitAmount: 2900,
      subtotal: 2900,
      discount: 290,
      total: 2610,
      refunded: 0,
    },
  ],
  buyer: BUYER,
  answers: [{ fieldId: 'apron', kind: 'select', label: 'Which size is your apron?', value: 'Large' }],
  attribution: {
    source: 'newsletter',
    referrer: '',
    utmSource: 'newsletter',
    utmMedium: 'email',
    utmCampaign: 'autumn',
    utmTerm: '',
    utmContent: '',
    country: 'FR',
    device: 'mobile',
    embeddedOn: '',
  },
  ...PROGRAM_DATA,
  stripePaymentIntentId: 'pi_3PqXYZ',
  stripeCheckoutSessionId: 'cs_1PqXYZ',
  createdAt: CREATED_AT,
  paidAt: PAID_AT,
  payments: [PAYMENT],
  refunds: [],
  disputes: [],
  subscription: null,
};

const PAGE: CheckoutPageResource = {
  id: PAGE_ID,
  name: null,
  state: 'published',
  archived: false,
  restriction: null,
  productName: 'Throwing Taller',
  currency: 'USD',
  price: 2900,
  paymentType: 'one_time',
  billingInterval: 'monthly',
  slug: 'throwing-taller',
  url: 'https://pay.example.com/c/throwing-taller',
  domainUrl: null,
  version: 3,
  revision: 7,
  ...PROGRAM_DATA,
  createdAt: CREATED_AT,
  updatedAt: PAID_AT,
};

const UNPAID = {
  payments: [],
  paidAt: null,
  amounts: { ...ORDER.amounts, received: 0, net: 0 },
};

const withRefund = (state: 'requested' | 'succeeded' | 'failed'): EventBody['data'] => {
  const refund = { ...REFUND, state, failureReason: state === 'failed' ? 'lost_or_stolen_card' : null };
  if (state !== 'succeeded') return { refund, order: { ...ORDER, refunds: [refund] } };
  const amounts = { ...ORDER.amounts, refunded: 500, net: 2110 };
  const payments = [{ ...PAYMENT, refunded: 500, refundable: 2110 }];
  return { refund, order: { ...ORDER, state: 'partly_refunded', amounts, payments, refunds: [refund] } };
};

const withDispute = (disputeState: 'open' | 'won' | 'lost', state: string): EventBody['data'] => {
  const closedAt = disputeState === 'open' ? null : '2026-12-20T10:00:00.000Z';
  const dispute = { ...DISPUTE, state, closedAt };
  const lost = disputeState === 'lost' ? 2610 : 0;
  const amounts = { ...ORDER.amounts, disputeLosses: lost, net: 2610 - lost };
  const payments = [{ ...PAYMENT, disputeLosses: lost, refundable: disputeState === 'won' ? 2610 : 0 }];
  return { dispute, order: { ...ORDER, disputeState, amounts, payments, disputes: [dispute] } };
};

const withSubscription = (change: Partial<SubscriptionResource>, isRenewed = false): EventBody['data'] => {
  const renewed = isRenewed ? { paymentCount: 2, net: 5220, currentPeriodEndsAt: '2027-01-20T14:12:08.000Z' } : {};
  const subscription = { ...SUBSCRIPTION, ...renewed, ...change };
  const received = isRenewed ? 5220 : 2610;
  const order: OrderResource = {
    ...ORDER,
    billingInterval: 'monthly',
    lineItems: ORDER.lineItems.map((line) => ({ ...line, kind: 'recurring' })),
    subscriptionId: subscription.id,
    amounts: { ...ORDER.amounts, received, net: received },
    payments: isRenewed ? [PAYMENT, RENEWAL] : [PAYMENT],
    subscription,
  };
  return { subscription, order };
};

const EXAMPLES: Record<WebhookEventType, () => EventBody['data']> = {
  'order.pending': () => ({ order: { ...ORDER, ...UNPAID, state: 'pending' } }),
  'order.paid': () => ({ order: ORDER, payment: PAYMENT }),
  'order.payment_failed': () => ({ order: { ...ORDER, ...UNPAID, state: 'failed' } }),
  'refund.requested': () => withRefund('requested'),
  'refund.completed': () => withRefund('succeeded'),
  'refund.failed': () => withRefund('failed'),
  'dispute.opened': () => withDispute('open', 'needs_response'),
  'dispute.answered': () => withDispute('open', 'under_review'),
  'dispute.won': () => withDispute('won', 'won'),
  'dispute.lost': () => withDispute('lost', 'lost'),
  'subscription.started': () => withSubscription({}),
  'subscription.renewed': () => ({ ...withSubscription({}, true), payment: RENEWAL }),
  'subscription.renewal_failed': () =>
    withSubscription({
      state: 'past_due',
      renewalFailure: {
        failedAt: RENEWS_AT,
        paymentUrl: 'https://invoice.stripe.com/i/example',
        nextAttemptAt: '2026-12-23T14:12:08.000Z',
      },
    }),
  'subscription.renewal_recovered': () => withSubscription({}, true),
  'subscription.cancel_scheduled': () => withSubscription({ state: 'ending', cancelAt: RENEWS_AT }),
  'subscription.cancel_unscheduled': () => withSubscription({}),
  'subscription.ended': () => withSubscription({ state: 'ended', endedAt: RENEWS_AT }),
  'page.published': () => ({ page: PAGE }),
  'page.unpublished': () => ({ page: { ...PAGE, state: 'unpublished' } }),
};

/** Example of an event's data. */
export const buildExampleData = (type: WebhookEventType): EventBody['data'] => EXAMPLES[type]();
