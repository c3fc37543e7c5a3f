/** Rows of the identity matrix for order functions. Used by tests only. */
import { buy } from './testing-orders.ts';
import { call, ofSellers, type Ask, type Row, type World } from './testing-page-rows.ts';

const orderOf = async ({ owner }: World): Promise<string> =>
  (await owner.call('list-orders', {})).body.orders[0]?.id ?? '';

const onOrder =
  (name: string, body: object = {}) =>
  async (world: World): Promise<Ask> => ({
    path: `/functions/v1/${name}`,
    body: { orderId: await orderOf(world), ...body },
  });

async function refund(world: World): Promise<Ask> {
  const orderId = await orderOf(world);
  const { payments } = (await world.owner.call('get-order', { orderId })).body;
  const wish = { paymentId: payments[0]?.id, amount: 1, reason: 'duplicate', request: crypto.randomUUID() };
  return { path: '/functions/v1/refund-order', body: { orderId, ...wish } };
}

const subscriptions = new WeakMap<World['shop'], Promise<string>>();

/** A buyer's subscription of the owner; all rows share it because it only ends with its period. */
function subscriptionOf({ owner, shop }: World): Promise<string> {
  const known = subscriptions.get(shop);
  if (known) return known;
  const begin = async (): Promise<string> => {
    await owner.publish({ productName: 'Kiln Club', paymentType: 'subscription', price: '9' }, 'kiln-club');
    await buy(shop, 'kiln-club');
    return (await owner.call('list-buyer-subscriptions', {})).body.subscriptions[0]?.id ?? '';
  };
  const begun = begin();
  subscriptions.set(shop, begun);
  return begun;
}

const onSubscription =
  (name: string, body: object = {}) =>
  async (world: World): Promise<Ask> => ({
    path: `/functions/v1/${name}`,
    body: { subscriptionId: await subscriptionOf(world), ...body },
  });

export const ORDER_ROWS: Record<string, Row> = {
  'POST /functions/v1/list-orders': { statuses: ofSellers(200), ask: call('list-orders', () => ({})) },
  'POST /functions/v1/list-order-choices': {
    statuses: ofSellers(200),
    ask: call('list-order-choices', () => ({})),
  },
  'POST /functions/v1/export-orders': { statuses: ofSellers(200), ask: call('export-orders', () => ({})) },
  'POST /functions/v1/get-analytics': {
    statuses: ofSellers(200, 404),
    ask: call('get-analytics', ({ pageId }) => ({ period: '7d', pageId })),
  },
  'POST /functions/v1/get-breakdown': {
    statuses: ofSellers(200),
    ask: call('get-breakdown', () => ({ period: '30d', by: 'page' })),
  },
  'POST /functions/v1/export-analytics': {
    statuses: ofSellers(200, 403),
    ask: call('export-analytics', () => ({ period: '30d', by: 'source' })),
  },
  'POST /functions/v1/set-time-zone': {
    statuses: ofSellers(200),
    ask: call('set-time-zone', () => ({ timeZone: 'Europe/Berlin' })),
  },
  'POST /functions/v1/get-order': { statuses: ofSellers(200, 404), ask: onOrder('get-order') },
  'POST /functions/v1/refund-order': { statuses: ofSellers(200, 404), ask: refund },
  'POST /functions/v1/resend-receipt': { statuses: ofSellers(200, 404), ask: onOrder('resend-receipt') },
  'POST /functions/v1/list-buyer-subscriptions': {
    statuses: ofSellers(200),
    ask: call('list-buyer-subscriptions', () => ({})),
  },
  'POST /functions/v1/cancel-buyer-subscription': {
    statuses: ofSellers(200, 404),
    ask: onSubscription('cancel-buyer-subscription', { now: false }),
  },
  'POST /functions/v1/resume-buyer-subscription': {
    statuses: ofSellers(200, 404),
    ask: onSubscription('resume-buyer-subscription'),
  },
  'POST /functions/v1/get-notices': { statuses: ofSellers(200), ask: call('get-notices', () => ({})) },
  'POST /functions/v1/set-notices': {
    statuses: ofSellers(200),
    ask: call('set-notices', () => ({ sales: false })),
  },
};
