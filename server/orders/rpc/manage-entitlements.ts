import { z } from 'zod';

import type { OrderDetail } from '#domain/order-detail.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Actor } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import type { RpcLimit } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { restoreAccess, revokeAccess } from '#server/orders/change-access.ts';
import { loadOrderDetail } from '#server/orders/order-detail.ts';
import { replaceLicenseKey } from '#server/orders/replace-license-key.ts';

const limits: RpcLimit[] = [{ name: 'access', limit: 60, windowMs: MINUTE_MS }];

export const revokeEntitlement = defineRpcFunction({
  name: 'revoke-entitlement',
  access: 'writes',
  body: z.strictObject({ entitlementId: z.uuid() }),
  limits,
  run: (context, request, { entitlementId }) =>
    loadOrderAfter(context, request, revokeAccess(context, request, entitlementId)),
});

export const restoreEntitlement = defineRpcFunction({
  name: 'restore-entitlement',
  access: 'writes',
  body: z.strictObject({ entitlementId: z.uuid() }),
  limits,
  run: (context, request, { entitlementId }) =>
    loadOrderAfter(context, request, restoreAccess(context, request, entitlementId)),
});

export const replaceLicenseKeyFunction = defineRpcFunction({
  name: 'replace-license-key',
  access: 'writes',
  body: z.strictObject({ licenseId: z.uuid() }),
  limits,
  run: (context, request, { licenseId }) =>
    loadOrderAfter(context, request, replaceLicenseKey(context, request, licenseId)),
});

/** `change`: resolves to the id of the order. */
const loadOrderAfter = async (
  context: Context,
  { caller }: Actor,
  change: Promise<string>,
): Promise<{ order: OrderDetail }> => ({
  order: await loadOrderDetail(context, caller.sellerId, await change),
});
