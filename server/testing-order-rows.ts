/** The rows of the identity matrix for the functions on orders and what becomes of them. Seen by tests only. */
import { buy } from './testing-orders.ts';
import { call, reads, writes, type Ask, type Row, type World } from './testing-page-rows.ts';
import { sellableConfig } from './testing.ts';

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

/** A subscription of the owner's own that a row may end. */
const onSubscription =
  (name: string, body: object = {}) =>
  async (world: World): Promise<Ask> => {
    const { owner, shop } = world;
    const config = sellableConfig({ productName: 'Kiln Club', paymentType: 'subscription', price: '9' });
    const { slug } = await owner.publish(config, `kiln-${crypto.randomUUID().slice(0, 8)}`);
    await buy(shop, slug);
    const { subscriptions } = (await owner.call('list-buyer-subscriptions', { state: 'active' })).body;
    return { path: `/functions/v1/${name}`, body: { subscriptionId: subscriptions[0]?.id, ...body } };
  };

export const ORDER_ROWS: Record<string, Row> = {
  'POST /functions/v1/list-orders': { statuses: reads(200), ask: call('list-orders', () => ({})) },
  'POST /functions/v1/list-order-choices': {
    statuses: reads(200),
    ask: call('list-order-choices', () => ({})),
  },
  'POST /functions/v1/export-orders': { statuses: reads(200), ask: call('export-orders', () => ({})) },
  'POST /functions/v1/get-order': { statuses: reads(200, 404), ask: onOrder('get-order') },
  'POST /functions/v1/refund-order': { statuses: writes(200, 404), ask: refund },
  'POST /functions/v1/resend-receipt': { statuses: writes(200, 404), ask: onOrder('resend-receipt') },
  'POST /functions/v1/list-buyer-subscriptions': {
    statuses: reads(200),
    ask: call('list-buyer-subscriptions', () => ({})),
  },
  'POST /functions/v1/cancel-buyer-subscription': {
    statuses: writes(200, 404),
    ask: onSubscription('cancel-buyer-subscription', { now: false }),
  },
  'POST /functions/v1/resume-buyer-subscription': {
    statuses: writes(200, 404),
    ask: onSubscription('resume-buyer-subscription'),
  },
  'POST /functions/v1/get-notices': { statuses: reads(200), ask: call('get-notices', () => ({})) },
  'POST /functions/v1/set-notices': {
    statuses: writes(200),
    ask: call('set-notices', () => ({ sales: false })),
  },
};
