/** Rows of the identity matrix for order functions. Used by tests only. */
import { buyPage } from '../sold-orders.ts';
import { call, forSellers, type RequestSpec, type MatrixRow, type TestEnv } from './page-rows.ts';

const firstOrderId = async ({ owner }: TestEnv): Promise<string> =>
  (await owner.rpc('list-orders', {})).body.orders[0]?.id ?? '';

const orderRequest =
  (name: string, body: object = {}) =>
  async (testEnv: TestEnv): Promise<RequestSpec> => ({
    path: `/functions/v1/${name}`,
    body: { orderId: await firstOrderId(testEnv), ...body },
  });

async function refund(testEnv: TestEnv): Promise<RequestSpec> {
  const orderId = await firstOrderId(testEnv);
  const { payments } = (await testEnv.owner.rpc('get-order', { orderId })).body;
  const refundInput = {
    paymentId: payments[0]?.id,
    amount: 1,
    reason: 'duplicate',
    request: crypto.randomUUID(),
  };
  return { path: '/functions/v1/refund-order', body: { orderId, ...refundInput } };
}

const subscriptions = new WeakMap<TestEnv['app'], Promise<string>>();

/** A buyer's subscription of the owner; all rows share it because it only ends with its period. */
function subscriptionOf({ owner, app }: TestEnv): Promise<string> {
  const existing = subscriptions.get(app);
  if (existing) return existing;
  const createSubscription = async (): Promise<string> => {
    await owner.publishPage({ productName: 'Kiln Club', paymentType: 'subscription', price: '9' }, 'kiln-club');
    await buyPage(app, 'kiln-club');
    return (await owner.rpc('list-buyer-subscriptions', {})).body.subscriptions[0]?.id ?? '';
  };
  const pending = createSubscription();
  subscriptions.set(app, pending);
  return pending;
}

const subscriptionRequest =
  (name: string, body: object = {}) =>
  async (testEnv: TestEnv): Promise<RequestSpec> => ({
    path: `/functions/v1/${name}`,
    body: { subscriptionId: await subscriptionOf(testEnv), ...body },
  });

const customerRequest =
  (name: string, body: object = {}) =>
  async (testEnv: TestEnv): Promise<RequestSpec> => ({
    path: `/functions/v1/${name}`,
    body: { customerId: await firstOrderId(testEnv), ...body },
  });

export const ORDER_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/list-orders': { statuses: forSellers(200), request: call('list-orders', () => ({})) },
  'POST /functions/v1/list-order-choices': {
    statuses: forSellers(200),
    request: call('list-order-choices', () => ({})),
  },
  'POST /functions/v1/export-orders': {
    statuses: forSellers(200),
    request: call('export-orders', () => ({})),
  },
  'POST /functions/v1/list-customers': { statuses: forSellers(200), request: call('list-customers', () => ({})) },
  'POST /functions/v1/get-customer': { statuses: forSellers(200, 404), request: customerRequest('get-customer') },
  'POST /functions/v1/save-customer-note': {
    statuses: forSellers(200, 404),
    request: customerRequest('save-customer-note', { text: 'A note' }),
  },
  'POST /functions/v1/export-customers': {
    statuses: forSellers(200),
    request: call('export-customers', () => ({})),
  },
  'POST /functions/v1/export-customer': {
    statuses: forSellers(200, 404),
    request: customerRequest('export-customer'),
  },
  // Another email address, so that the other rows keep their customer.
  'POST /functions/v1/delete-customer': {
    statuses: forSellers(422, 404),
    request: customerRequest('delete-customer', { email: 'somebody@example.com' }),
  },
  'POST /functions/v1/get-analytics': {
    statuses: forSellers(200, 404),
    request: call('get-analytics', ({ pageId }) => ({ period: '7d', pageId })),
  },
  'POST /functions/v1/get-breakdown': {
    statuses: forSellers(200),
    request: call('get-breakdown', () => ({ period: '30d', by: 'page' })),
  },
  'POST /functions/v1/export-analytics': {
    statuses: forSellers(200, 403),
    request: call('export-analytics', () => ({ period: '30d', by: 'source' })),
  },
  'POST /functions/v1/set-time-zone': {
    statuses: forSellers(200),
    request: call('set-time-zone', () => ({ timeZone: 'Europe/Berlin' })),
  },
  'POST /functions/v1/get-order': { statuses: forSellers(200, 404), request: orderRequest('get-order') },
  'POST /functions/v1/refund-order': { statuses: forSellers(200, 404), request: refund },
  'POST /functions/v1/attribute-refund': {
    statuses: forSellers(404),
    request: orderRequest('attribute-refund', { refundId: crypto.randomUUID(), lines: [{ key: 'main' }] }),
  },
  'POST /functions/v1/record-outside-refund': {
    statuses: forSellers(404),
    request: orderRequest('record-outside-refund'),
  },
  'POST /functions/v1/resend-receipt': {
    statuses: forSellers(200, 404),
    request: orderRequest('resend-receipt'),
  },
  'POST /functions/v1/show-signing-secret': {
    statuses: forSellers(200),
    request: call('show-signing-secret', () => ({})),
  },
  'POST /functions/v1/replace-signing-secret': {
    statuses: forSellers(200),
    request: call('replace-signing-secret', () => ({})),
  },
  'POST /functions/v1/list-buyer-subscriptions': {
    statuses: forSellers(200),
    request: call('list-buyer-subscriptions', () => ({})),
  },
  'POST /functions/v1/cancel-buyer-subscription': {
    statuses: forSellers(200, 404),
    request: subscriptionRequest('cancel-buyer-subscription', { now: false }),
  },
  'POST /functions/v1/resume-buyer-subscription': {
    statuses: forSellers(200, 404),
    request: subscriptionRequest('resume-buyer-subscription'),
  },
  'POST /functions/v1/get-notices': { statuses: forSellers(200), request: call('get-notices', () => ({})) },
  'POST /functions/v1/set-notices': {
    statuses: forSellers(200),
    request: call('set-notices', () => ({ sales: false })),
  },
};
