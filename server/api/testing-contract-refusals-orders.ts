/** Triggers of errors about orders, subscriptions and analytics. For tests only. */
import { eq } from 'drizzle-orm';

import { orders } from '#server/db/schema-money.ts';
import { suppressAddress } from '#server/db/suppressed-addresses.ts';
import { openProgram, type TestProgram } from '#server/testing-api.ts';
import { buy } from '#server/testing-orders.ts';
import { accountOf } from '#server/testing-refunds.ts';
import { TRIES } from '#server/testing-faults.ts';

import type { Provoke } from './testing-contract-everywhere.ts';
import { inEachWorld, type ContractWorld } from './testing-contract.ts';

/** Stripe's request that creates a refund. */
const MAKE = /^POST \/v1\/refunds$/;

const newest = async ({ ask }: TestProgram, path: string): Promise<string> =>
  (await ask<{ data: { id: string }[] }>('GET', `${path}?limit=1`)).body.data[0]?.id ?? '';

const paymentOf = async ({ ask }: TestProgram, orderId = ''): Promise<string> =>
  (await ask<{ payments: { id: string }[] }>('GET', `/orders/${orderId}`)).body.payments[0]?.id ?? '';

/** Creates an order that no other test changes. */
async function sold({ shop, program }: ContractWorld, email: string) {
  await buy(shop, 'taller', { email });
  const orderId = await newest(program, '/orders');
  return { ids: { orderId }, body: { paymentId: await paymentOf(program, orderId) } };
}

/** Creates a seller with a sale who then disconnects the Stripe account. */
export const disconnected = inEachWorld(async ({ shop }) => {
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ paymentType: 'subscription', productName: 'Left' }, 'left');
  await buy(shop, 'left');
  const program = await openProgram(shop, seller);
  const orderId = await newest(program, '/orders');
  const subscriptionId = await newest(program, '/subscriptions');
  const paymentId = await paymentOf(program, orderId);
  await shop.request(`/sandbox/dashboard/${await accountOf(seller)}/disconnect`, { method: 'POST' });
  await shop.settled();
  return { program, ids: { pageId, orderId, subscriptionId }, body: { paymentId } };
});

/** Creates a free order. */
const given: Provoke = async ({ shop, seller, program }) => {
  const validCoupons = [{ code: 'FREE', discount: 100, type: 'percentage' as const }];
  await seller.publish({ enableCoupon: true, validCoupons }, 'free');
  const { body } = await shop.call('create-checkout-session', { slug: 'free', appliedCoupon: 'FREE' });
  await shop.pay(body.url);
  return { ids: { orderId: await newest(program, '/orders') }, body: { paymentId: crypto.randomUUID() } };
};

/** Makes Stripe refuse the next refund of an order with this code. */
const refusedAs =
  (code: string): Provoke =>
  async ({ road, program, ids }) => {
    const paymentId = await paymentOf(program, ids.orderId);
    road.refuse(MAKE, code);
    return { body: { paymentId, amount: 100 } };
  };

/** Requests a full refund that Stripe does not answer. */
const refundUnderWay: Provoke = async (world) => {
  const { ids, body } = await sold(world, 'waits@example.com');
  world.road.break(MAKE, '429', TRIES);
  await world.program.ask('POST', `/orders/${ids.orderId}/refunds`, { body });
  return { ids, body };
};

const unreachable: Provoke = async (world) => {
  const { ids } = await sold(world, 'comes-back@example.com');
  const { db, realNow } = world.shop.context;
  await suppressAddress(db, { address: 'comes-back@example.com', reason: 'bounce', now: realNow() });
  return { ids };
};

const addressless: Provoke = async (world) => {
  const { ids } = await sold(world, 'nowhere@example.com');
  await world.shop.context.db.update(orders).set({ email: null }).where(eq(orders.id, ids.orderId));
  return { ids };
};

const over: Provoke = async ({ program, ids }) => {
  await program.ask('POST', `/subscriptions/${ids.subscriptionId}/cancel`, { body: { now: true } });
  return {};
};

/** In this order: calls that end something come after those that need it. */
export const ORDER_REFUSALS: Readonly<Record<string, Provoke>> = {
  'POST /orders/{orderId}/refunds refund_above_rest': async ({ program, ids }) => ({
    body: { paymentId: await paymentOf(program, ids.orderId), amount: 9_999_999 },
  }),
  'POST /orders/{orderId}/refunds order_not_paid': given,
  'POST /orders/{orderId}/refunds refund_under_way': refundUnderWay,
  'POST /orders/{orderId}/refunds refund_refused': refusedAs('balance_insufficient'),
  'POST /orders/{orderId}/refunds payment_disputed': refusedAs('charge_disputed'),
  'POST /orders/{orderId}/refunds stripe_not_connected': disconnected,
  'POST /orders/{orderId}/receipt receipt_bounced': unreachable,
  'POST /orders/{orderId}/receipt receipt_not_possible': addressless,
  'POST /subscriptions/{subscriptionId}/cancel stripe_not_connected': async (world) => ({
    ...(await disconnected(world)),
    body: { now: true },
  }),
  'POST /subscriptions/{subscriptionId}/resume stripe_not_connected': async (world) => ({
    ...(await disconnected(world)),
    body: undefined,
  }),
  'POST /subscriptions/{subscriptionId}/cancel subscription_over': async (world, operation) => ({
    ...(await over(world, operation)),
    body: {},
  }),
  'POST /subscriptions/{subscriptionId}/resume subscription_over': over,
  'GET /analytics plan_needed': ({ onTrial }) => ({ program: onTrial, query: '?period=12m' }),
  'GET /analytics/breakdown plan_needed': ({ onTrial }) => ({ program: onTrial, query: '?by=device' }),
  'GET /analytics/export plan_needed': ({ onTrial }) => ({ program: onTrial }),
};
