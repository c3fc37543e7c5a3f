import { z } from 'zod';

import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import { AppError } from '#domain/errors.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import { ORDERS_PER_PAGE } from '#domain/order.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import type { RpcLimit } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { toBuyerSubscription } from '#server/ledger/order-views.ts';
import {
  countSubscriptions,
  findSubscription,
  listSubscriptionPage,
  type BuyerSubscriptionRow,
  type SubscriptionFilter,
} from '#server/ledger/queries/buyer-subscriptions.ts';
import { cancelBuyerSubscription, resumeBuyerSubscription } from '#server/orders/change-subscription.ts';

const STATES = ['trialing', 'active', 'ending', 'overdue', 'ended'] as const;

export const listBuyerSubscriptions = defineRpcFunction({
  name: 'list-buyer-subscriptions',
  access: 'reads',
  body: z.strictObject({
    search: z.string().max(MAX_SEARCH_LENGTH).optional(),
    state: z.enum(STATES).optional(),
    page: z.number().int().min(1).max(100_000).optional(),
  }),
  run: async ({ db, mode }, { caller: { sellerId } }, { page = 1, ...filter }) => {
    const count = await countSubscriptions(db, sellerId, mode, filter);
    const rows = await listSubscriptionPage(db, sellerId, mode, filter, page);
    return {
      subscriptions: rows.map(toBuyerSubscription),
      page,
      pages: Math.max(1, Math.ceil(count / ORDERS_PER_PAGE)),
      count,
      any: count > 0 || (hasFilter(filter) && (await countSubscriptions(db, sellerId, mode, {})) > 0),
    };
  },
});

const hasFilter = ({ search, state }: SubscriptionFilter): boolean => search !== undefined || state !== undefined;

const changeLimits: RpcLimit[] = [{ name: 'buyer-subscription', limit: 60, windowMs: MINUTE_MS }];

export const cancelBuyerSubscriptionFunction = defineRpcFunction({
  name: 'cancel-buyer-subscription',
  access: 'writes',
  body: z.strictObject({ subscriptionId: z.uuid(), now: z.boolean() }),
  limits: changeLimits,
  run: (context, { caller }, { subscriptionId, now }) =>
    changeSubscription(context, caller.sellerId, subscriptionId, (row) =>
      cancelBuyerSubscription(context, row, now, 'seller'),
    ),
});

export const resumeBuyerSubscriptionFunction = defineRpcFunction({
  name: 'resume-buyer-subscription',
  access: 'writes',
  body: z.strictObject({ subscriptionId: z.uuid() }),
  limits: changeLimits,
  run: (context, { caller }, { subscriptionId }) =>
    changeSubscription(context, caller.sellerId, subscriptionId, (row) =>
      resumeBuyerSubscription(context, row, 'seller'),
    ),
});

async function changeSubscription(
  context: Context,
  sellerId: string,
  id: string,
  change: (row: BuyerSubscriptionRow) => Promise<void>,
): Promise<{ subscription: BuyerSubscription }> {
  const loadSubscription = async () => {
    const soldSubscription = await findSubscription(context.db, sellerId, context.mode, { id });
    if (!soldSubscription) throw new AppError('not_found');
    return soldSubscription;
  };
  await change((await loadSubscription()).row);
  return { subscription: toBuyerSubscription(await loadSubscription()) };
}
