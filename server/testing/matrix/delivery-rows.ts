/** Rows of the identity matrix for what orders deliver. Used by tests only. */
import type { DeliverableKind } from '#domain/deliverable.ts';

import { insertDeliverable, insertEntitlement, insertLicense } from '../delivered-rows.ts';
import { call, forSellers, type MatrixRow, type RequestSpec, type TestEnv } from './page-rows.ts';

const toRequest = (name: string, body: object): RequestSpec => ({ path: `/functions/v1/${name}`, body });

const ENDED_ACCESS = { state: 'ended', reason: 'revoked', decision: 'revoked' } as const;

/** Gives the owner's first buyer access to something new. */
async function deliver(
  { owner, app }: TestEnv,
  kind: DeliverableKind,
  state: Parameters<typeof insertEntitlement>[3] = {},
) {
  const orderId = (await owner.rpc('list-orders', {})).body.orders.at(-1)?.id ?? '';
  const deliverableId = await insertDeliverable({ app, orderId }, kind);
  return { orderId, deliverableId, entitlementId: await insertEntitlement(app, orderId, deliverableId, state) };
}

const entitlementRequest =
  (name: string, state: Parameters<typeof insertEntitlement>[3] = {}) =>
  async (testEnv: TestEnv): Promise<RequestSpec> => {
    const { entitlementId } = await deliver(testEnv, 'file', state);
    return toRequest(name, { entitlementId });
  };

async function replaceKeyRequest(testEnv: TestEnv): Promise<RequestSpec> {
  const { deliverableId, entitlementId } = await deliver(testEnv, 'keys');
  return toRequest('replace-license-key', {
    licenseId: await insertLicense(testEnv.app, deliverableId, entitlementId),
  });
}

const orderRequest =
  (name: string, buildBody: (orderId: string) => object) =>
  async (testEnv: TestEnv): Promise<RequestSpec> =>
    toRequest(name, buildBody((await deliver(testEnv, 'file')).orderId));

/** They run before the rows that end the owner's session. */
export const DELIVERY_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/revoke-entitlement': {
    statuses: forSellers(200, 404),
    request: entitlementRequest('revoke-entitlement'),
  },
  'POST /functions/v1/restore-entitlement': {
    statuses: forSellers(200, 404),
    request: entitlementRequest('restore-entitlement', ENDED_ACCESS),
  },
  'POST /functions/v1/replace-license-key': { statuses: forSellers(200, 404), request: replaceKeyRequest },
  'POST /functions/v1/send-delivery-email': {
    statuses: forSellers(200, 404),
    request: orderRequest('send-delivery-email', (orderId) => ({ orderId })),
  },
  // Orders of others are left out.
  'POST /functions/v1/send-delivery-emails': {
    statuses: forSellers(200),
    request: orderRequest('send-delivery-emails', (orderId) => ({ orderIds: [orderId] })),
  },
  'POST /functions/v1/get-delivery-analytics': {
    statuses: forSellers(200, 404),
    request: call('get-delivery-analytics', ({ pageId }) => ({ pageId, period: '7d' })),
  },
};
