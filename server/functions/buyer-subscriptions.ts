import { z } from 'zod';

import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import { ShopError } from '#domain/errors.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

import type { Context } from '#server/context.ts';
import {
  countSold,
  findSold,
  listSoldOf,
  type BuyerSubscriptionRow,
  type SoldFilter,
} from '#server/db/sold-subscriptions.ts';
import { cancelBuyerSubscription, resumeBuyerSubscription } from '#server/orders/buyer-subscriptions.ts';
import { subscriptionOf } from '#server/orders/sold-subscription.ts';
import { MINUTE_MS } from '#server/http/rate-limits.ts';
import { backendFunction, type From } from './backend-function.ts';

const STATES = ['active', 'ending', 'overdue', 'ended'] as const;

export const listBuyerSubscriptions = backendFunction({
  name: 'list-buyer-subscriptions',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({
    search: z.string().max(MAX_SEARCH_LENGTH).optional(),
    state: z.enum(STATES).optional(),
    page: z.number().int().min(1).max(100_000).optional(),
  }),
  run: async ({ db, mode }, { caller: { sellerId } }, { page = 1, ...filter }) => {
    const count = await countSold(db, sellerId, mode, filter);
    const rows = await listSoldOf(db, sellerId, mode, filter, page);
    return {
      subscriptions: rows.map(subscriptionOf),
      page,
      pages: Math.max(1, Math.ceil(count / ORDERS_PER_PAGE)),
      count,
      any: count > 0 || (isNarrowed(filter) && (await countSold(db, sellerId, mode, {})) > 0),
    };
  },
});

const isNarrowed = ({ search, state }: SoldFilter): boolean => search !== undefined || state !== undefined;

const actLimits = ({ caller }: From<'writes'>) => [
  { key: `buyer-subscription:${caller.sellerId}`, limit: 60, windowMs: MINUTE_MS },
];

export const cancelBuyerSubscriptionFunction = backendFunction({
  name: 'cancel-buyer-subscription',
  title: 'Subscription not ended',
  access: 'writes',
  body: z.strictObject({ subscriptionId: z.uuid(), now: z.boolean() }),
  limits: actLimits,
  run: (context, { caller }, { subscriptionId, now }) =>
    acted(context, caller.sellerId, subscriptionId, (row) =>
      cancelBuyerSubscription(context, row, now, 'seller'),
    ),
});

export const resumeBuyerSubscriptionFunction = backendFunction({
  name: 'resume-buyer-subscription',
  title: 'Subscription not resumed',
  access: 'writes',
  body: z.strictObject({ subscriptionId: z.uuid() }),
  limits: actLimits,
  run: (context, { caller }, { subscriptionId }) =>
    acted(context, caller.sellerId, subscriptionId, (row) => resumeBuyerSubscription(context, row, 'seller')),
});

/** Runs a change on a seller's subscription and returns the subscription after it. */
async function acted(
  context: Context,
  sellerId: string,
  id: string,
  act: (row: BuyerSubscriptionRow) => Promise<void>,
): Promise<{ subscription: BuyerSubscription }> {
  const found = async () => {
    const sold = await findSold(context.db, sellerId, context.mode, id);
    if (!sold) throw new ShopError('not_found');
    return sold;
  };
  await act((await found()).row);
  return { subscription: subscriptionOf(await found()) };
}
