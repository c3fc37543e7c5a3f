/** Triggers of errors about orders, subscriptions and analytics. For tests only. */
import { eq } from 'drizzle-orm';

import { createDeliverableSettings, type DeliverableSettings } from '#domain/deliverable.ts';
import { licenses } from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';
import { suppressAddress } from '#server/email/queries/suppressed-addresses.ts';

import { createApiClient, type TestApiClient } from './api-client.ts';
import type { ErrorTrigger } from './api-contract-common-errors.ts';
import { cachePerTestEnv, type ContractTestEnv } from './api-contract.ts';
import { insertDeliverable, insertEntitlement, insertLicense } from './delivered-rows.ts';
import { TRIES } from './faulty-stripe.ts';
import { buyPage, getStripeAccountId, moveClock } from './sold-orders.ts';

/** Stripe's request that creates a refund. */
const CREATE_REFUND = /^POST \/v1\/refunds$/;

const findNewestId = async ({ send: ask }: TestApiClient, path: string): Promise<string> =>
  (await ask<{ data: { id: string }[] }>('GET', `${path}?limit=1`)).body.data[0]?.id ?? '';

const findPaymentId = async ({ send: ask }: TestApiClient, orderId = ''): Promise<string> =>
  (await ask<{ payments: { id: string }[] }>('GET', `/orders/${orderId}?expand=payments`)).body.payments[0]?.id ?? '';

/** Creates an order that no other test changes. */
async function createOrder({ app, apiClient }: ContractTestEnv, email: string) {
  await buyPage(app, 'taller', { email });
  const orderId = await findNewestId(apiClient, '/orders');
  return { ids: { orderId }, body: { paymentId: await findPaymentId(apiClient, orderId) } };
}

/** Creates a seller with a sale who then disconnects the Stripe account. */
export const createDisconnectedSeller = cachePerTestEnv(async ({ app }) => {
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ paymentType: 'subscription', productName: 'Left' }, 'left');
  await buyPage(app, 'left');
  const apiClient = await createApiClient(app, seller);
  const orderId = await findNewestId(apiClient, '/orders');
  const subscriptionId = await findNewestId(apiClient, '/subscriptions');
  const paymentId = await findPaymentId(apiClient, orderId);
  await app.request(`/sandbox/dashboard/${await getStripeAccountId(seller)}/disconnect`, { method: 'POST' });
  await app.waitUntilIdle();
  return { apiClient, ids: { pageId, orderId, subscriptionId }, body: { paymentId } };
});

/** Creates a free order. */
const createFreeOrder: ErrorTrigger = async ({ app, seller, apiClient }) => {
  const validCoupons = [{ code: 'FREE', discount: 100, type: 'percentage' as const }];
  await seller.publishPage({ enableCoupon: true, validCoupons }, 'free');
  const { body } = await app.rpc('create-checkout-session', { slug: 'free', appliedCoupon: 'FREE' });
  await app.payAtStripe(body.url);
  return {
    ids: { orderId: await findNewestId(apiClient, '/orders') },
    body: { paymentId: crypto.randomUUID() },
  };
};

/** Makes Stripe refuse the next refund of an order with this code. */
const refuseRefundWith =
  (code: string): ErrorTrigger =>
  async ({ faultyStripe, apiClient, ids }) => {
    const paymentId = await findPaymentId(apiClient, ids.orderId);
    faultyStripe.rejectOnce(CREATE_REFUND, code);
    return { body: { paymentId, amount: 100 } };
  };

/** Requests a full refund that Stripe does not answer. */
const createPendingRefund: ErrorTrigger = async (testEnv) => {
  const { ids, body } = await createOrder(testEnv, 'waits@example.com');
  testEnv.faultyStripe.injectFault(CREATE_REFUND, '429', TRIES);
  await testEnv.apiClient.send('POST', `/orders/${ids.orderId}/refunds`, { body });
  return { ids, body };
};

const suppressBuyerEmail: ErrorTrigger = async (testEnv) => {
  const { ids } = await createOrder(testEnv, 'comes-back@example.com');
  const { db, realNow } = testEnv.app.context;
  await suppressAddress(db, { address: 'comes-back@example.com', reason: 'bounce', now: realNow() });
  return { ids };
};

const removeBuyerEmail: ErrorTrigger = async (testEnv) => {
  const { ids } = await createOrder(testEnv, 'nowhere@example.com');
  await testEnv.app.context.db.update(orders).set({ email: null }).where(eq(orders.id, ids.orderId));
  return { ids };
};

const orderNothing: ErrorTrigger = async (testEnv) => ({
  ids: (await createOrder(testEnv, 'nothing@example.com')).ids,
});

/** A license key of an order: from a list without unused keys, or one that has ended. */
const createLicense =
  (deliverable: Parameters<typeof insertDeliverable>[2], state: 'active' | 'ended'): ErrorTrigger =>
  async ({ app, ids: { orderId = '' } }) => {
    const deliverableId = await insertDeliverable({ app, orderId }, 'keys', deliverable);
    const licenseId = await insertLicense(app, deliverableId, await insertEntitlement(app, orderId, deliverableId));
    await app.context.db.update(licenses).set({ state }).where(eq(licenses.id, licenseId));
    return { ids: { licenseId } };
  };

const KEY_LIST = { ...createDeliverableSettings('keys'), source: 'list' } as DeliverableSettings;

const cancelSubscription: ErrorTrigger = async ({ apiClient, ids }) => {
  await apiClient.send('POST', `/subscriptions/${ids.subscriptionId}/cancel`, { body: { when: 'now' } });
  return {};
};

/** In this order: calls that end something come after those that need it. */
export const ORDER_ERROR_TRIGGERS: Readonly<Record<string, ErrorTrigger>> = {
  'POST /orders/{orderId}/refunds refund_exceeds_payment': async ({ apiClient, ids }) => ({
    body: { paymentId: await findPaymentId(apiClient, ids.orderId), amount: 9_999_999 },
  }),
  'POST /orders/{orderId}/refunds payment_ambiguous': async ({ app, apiClient }) => {
    await buyPage(app, 'club', { email: 'renews@example.com' });
    await moveClock(app, 32 * 24);
    return { ids: { orderId: await findNewestId(apiClient, '/orders') }, body: {} };
  },
  'POST /orders/{orderId}/refunds order_not_paid': createFreeOrder,
  'POST /orders/{orderId}/refunds refund_in_progress': createPendingRefund,
  'POST /orders/{orderId}/refunds refund_refused': refuseRefundWith('balance_insufficient'),
  'POST /orders/{orderId}/refunds payment_disputed': refuseRefundWith('charge_disputed'),
  'POST /orders/{orderId}/refunds stripe_not_connected': createDisconnectedSeller,
  'POST /orders/{orderId}/resend-receipt receipt_bounced': suppressBuyerEmail,
  'POST /orders/{orderId}/resend-receipt receipt_not_possible': removeBuyerEmail,
  'POST /orders/{orderId}/send-delivery receipt_bounced': suppressBuyerEmail,
  'POST /orders/{orderId}/send-delivery receipt_not_possible': removeBuyerEmail,
  'POST /orders/{orderId}/send-delivery nothing_delivered': orderNothing,
  'POST /licenses/{licenseId}/replace license_not_valid': createLicense({}, 'ended'),
  'POST /licenses/{licenseId}/replace license_keys_missing': createLicense({ settings: KEY_LIST }, 'active'),
  'POST /subscriptions/{subscriptionId}/cancel stripe_not_connected': async (testEnv) => ({
    ...(await createDisconnectedSeller(testEnv)),
    body: { when: 'now' },
  }),
  'POST /subscriptions/{subscriptionId}/resume stripe_not_connected': async (testEnv) => ({
    ...(await createDisconnectedSeller(testEnv)),
    body: undefined,
  }),
  'POST /subscriptions/{subscriptionId}/cancel subscription_ended': async (testEnv, operation) => ({
    ...(await cancelSubscription(testEnv, operation)),
    body: {},
  }),
  'POST /subscriptions/{subscriptionId}/resume subscription_ended': cancelSubscription,
  'GET /analytics plan_upgrade_required': ({ trialClient }) => ({ apiClient: trialClient, query: '?period=12m' }),
  'GET /analytics/breakdown plan_upgrade_required': ({ trialClient }) => ({
    apiClient: trialClient,
    query: '?by=device',
  }),
  'GET /analytics/export plan_upgrade_required': ({ trialClient }) => ({ apiClient: trialClient }),
};
