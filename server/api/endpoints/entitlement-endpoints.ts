import { Entitlement, SentDelivery, toEntitlementResource } from '#domain/api-resources/entitlement-resources.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { findRow } from '#server/db/rows.ts';
import { licenses } from '#server/db/schema-delivery.ts';
import {
  replaceLicenseKeyFunction,
  restoreEntitlement,
  revokeEntitlement,
} from '#server/orders/rpc/manage-entitlements.ts';
import { getOrder, sendDeliveryEmail } from '#server/orders/rpc/manage-orders.ts';

import { defineEndpoint, defineGroup, defineShortListEndpoint } from '../define-endpoint.ts';

/** Finds the entitlement that an action has changed in the order that it answers with. */
function findEntitlement({ order }: { order: OrderDetail }, entitlementId: string | null) {
  const entitlement = order.entitlements.find(({ id }) => id === entitlementId);
  if (!entitlement) throw new Error('The order lacks the entitlement');
  return toEntitlementResource(entitlement);
}

const SCOPES = { read: 'orders:read', write: 'orders:write' } as const;

const ENTITLEMENTS = defineGroup('Entitlements', SCOPES, [
  defineShortListEndpoint('orders.entitlements.list', '/orders/{orderId}/entitlements', {
    rpcFunctions: [getOrder],
    summary: 'List what an order delivers',
    description: 'With the buyer’s access, downloads, and license keys.',
    item: Entitlement,
    keyOf: ({ id }) => id,
    load: async ({ call, params }) => (await call(getOrder, params)).entitlements.map(toEntitlementResource),
  }),
  defineEndpoint('entitlements.revoke', 'POST /entitlements/{entitlementId}/revoke', {
    rpcFunctions: [revokeEntitlement],
    summary: 'Revoke access',
    description: 'Ends the buyer’s access immediately, without a refund.',
    response: Entitlement,
    run: async ({ call, params }) => findEntitlement(await call(revokeEntitlement, params), params.entitlementId),
  }),
  defineEndpoint('entitlements.restore', 'POST /entitlements/{entitlementId}/restore', {
    rpcFunctions: [restoreEntitlement],
    summary: 'Restore access',
    description:
      'Gives back access that was revoked, refunded, lost to a dispute, or that ended with a subscription. Other access stays as it is.',
    response: Entitlement,
    run: async ({ call, params }) => findEntitlement(await call(restoreEntitlement, params), params.entitlementId),
  }),
  defineEndpoint('orders.sendDelivery', 'POST /orders/{orderId}/send-delivery', {
    rpcFunctions: [sendDeliveryEmail],
    summary: 'Email what an order delivers',
    description: 'Sends the buyer a new link to what they have bought. Earlier links stay valid.',
    response: SentDelivery,
    errors: ['receipt_not_possible', 'receipt_bounced', 'nothing_delivered'],
    run: async ({ call, params }) => {
      const { order } = await call(sendDeliveryEmail, params);
      return { ...params, recipient: order.email ?? '' };
    },
  }),
]);

const REPLACEMENT = defineGroup('Licenses', SCOPES, [
  defineEndpoint('licenses.replace', 'POST /licenses/{licenseId}/replace', {
    rpcFunctions: [replaceLicenseKeyFunction],
    summary: 'Replace a license key',
    description: 'Gives the buyer a new key. The old one is no longer valid, and its devices are not carried over.',
    response: Entitlement,
    errors: ['license_not_valid', 'license_keys_missing'],
    run: async ({ context: { db }, sellerId, call, params }) => {
      const license = await findRow(db, licenses, { sellerId, id: params.licenseId });
      return findEntitlement(await call(replaceLicenseKeyFunction, params), license?.entitlementId ?? null);
    },
  }),
]);

export const ENTITLEMENT_ENDPOINTS = [...ENTITLEMENTS, ...REPLACEMENT];
