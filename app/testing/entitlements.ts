import type { OrderEntitlement } from '#domain/entitlement.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

import type { RpcHandlers } from './fake-rpc.ts';
import { createOrderHandlers, ORDER_ID } from './orders.ts';

const CREATED_AT = '2026-03-02T10:01:00Z';

/** Access to a file that was not downloaded yet. */
export const createEntitlement = (overrides: Partial<OrderEntitlement> = {}): OrderEntitlement => ({
  id: '55555555-5555-4555-8555-000000000001',
  orderId: ORDER_ID,
  lineKey: 'main',
  deliverableId: '66666666-6666-4666-8666-000000000001',
  kind: 'file',
  name: 'Carving guide',
  state: 'active',
  reason: null,
  decision: null,
  endsAt: null,
  createdAt: CREATED_AT,
  changedAt: CREATED_AT,
  downloads: { count: 0, firstAt: null, lastAt: null },
  licenses: [],
  ...overrides,
});

export const createLicense = (
  ending: string,
  overrides: Partial<OrderEntitlement['licenses'][number]> = {},
): OrderEntitlement['licenses'][number] => ({
  id: `license-${ending}`,
  ending,
  state: 'active',
  activations: 0,
  maxActivations: 3,
  ...overrides,
});

/** The beginning of every license key; `show-license-key` adds the ending. */
export const LICENSE_KEY_START = 'AAAAA-BBBBB-CCCCC-DDDDD';

/** Handlers of a server with one order that delivers something. */
export function createDeliveryHandlers(first: OrderDetail): RpcHandlers {
  let order = first;
  const change = (matches: (entitlement: OrderEntitlement) => boolean, changes: Partial<OrderEntitlement>) => {
    const entitlements = order.entitlements.map((one) => (matches(one) ? { ...one, ...changes } : one));
    order = { ...order, entitlements };
    return { order };
  };
  const findLicense = (licenseId: string) =>
    order.entitlements.flatMap(({ licenses }) => licenses).find(({ id }) => id === licenseId);
  return {
    ...createOrderHandlers(),
    'get-order': () => order,
    'revoke-entitlement': ({ entitlementId }) =>
      change(({ id }) => id === entitlementId, { state: 'ended', reason: 'revoked', decision: 'revoked' }),
    'restore-entitlement': ({ entitlementId }) =>
      change(({ id }) => id === entitlementId, { state: 'active', reason: null, decision: 'restored' }),
    'replace-license-key': ({ licenseId }) =>
      change(({ licenses }) => licenses.some(({ id }) => id === licenseId), { licenses: [createLicense('NEW22')] }),
    'show-license-key': ({ licenseId }) => ({ key: `${LICENSE_KEY_START}-${findLicense(licenseId)?.ending}` }),
    'send-delivery-email': () => ({ order }),
  };
}
