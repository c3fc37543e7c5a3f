/** Rows of the identity matrix for webhook functions. Used by tests only. */
import { call, forSellers, type RequestSpec, type MatrixRow, type TestEnv, sameForAll } from './page-rows.ts';

/** Rows of the identity matrix for API keys and coupons. Used by tests only. */
const newCoupon = () => ({
  code: `C${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
  discount: 5,
  type: 'percentage' as const,
});

/** Creates an API key of the owner to revoke. */
async function createKeyToRevoke({ owner }: TestEnv): Promise<RequestSpec> {
  const { body } = await owner.rpc('create-api-key', { name: 'Old', scopes: ['pages:read'] });
  return { path: '/functions/v1/revoke-api-key', body: { keyId: body.key.id } };
}

async function createCouponToDelete({ owner, pageId }: TestEnv): Promise<RequestSpec> {
  const { body } = await owner.rpc('create-coupon', { pageId, coupon: newCoupon() });
  return { path: '/functions/v1/delete-coupon', body: { pageId, code: body.coupon.code } };
}

/** A request about a batch coupon of the owner. */
const codesRequest =
  (name: string, body: object = {}) =>
  async ({ owner, pageId }: TestEnv): Promise<RequestSpec> => {
    const { body: answer } = await owner.rpc('create-coupon', { pageId, coupon: { ...newCoupon(), batch: true } });
    const { code } = answer.coupon;
    await owner.rpc('create-coupon-codes', { pageId, code, count: 2 });
    // A page has few batches.
    await owner.rpc('delete-coupon', { pageId, code });
    return { path: `/functions/v1/${name}`, body: { pageId, code, ...body } };
  };

async function createBatch({ owner, pageId }: TestEnv): Promise<RequestSpec> {
  const body = { pageId, code: 'BATCH', count: 2 };
  await owner.rpc('create-coupon', { pageId, coupon: { ...newCoupon(), code: body.code, batch: true } });
  return { path: '/functions/v1/create-coupon-codes', body };
}

/** Requests with API keys are covered by `server/api/api-routes.test.ts`. */
export const API_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/list-api-keys': {
    statuses: forSellers(200),
    request: call('list-api-keys', () => ({})),
  },
  'POST /functions/v1/create-api-key': {
    statuses: forSellers(200),
    request: call('create-api-key', () => ({ name: 'Key', scopes: ['pages:read'], days: 1 })),
  },
  'POST /functions/v1/revoke-api-key': { statuses: forSellers(200, 404), request: createKeyToRevoke },
  'POST /functions/v1/list-coupons': {
    statuses: forSellers(200, 404),
    request: call('list-coupons', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/create-coupon': {
    statuses: forSellers(200, 404),
    request: call('create-coupon', ({ pageId }) => ({ pageId, coupon: newCoupon() })),
  },
  'POST /functions/v1/delete-coupon': { statuses: forSellers(200, 404), request: createCouponToDelete },
  'POST /functions/v1/create-coupon-codes': { statuses: forSellers(200, 404), request: createBatch },
  'POST /functions/v1/list-coupon-codes': {
    statuses: forSellers(200, 404),
    request: codesRequest('list-coupon-codes'),
  },
  'POST /functions/v1/count-coupon-codes': {
    statuses: forSellers(200, 404),
    request: codesRequest('count-coupon-codes'),
  },
  'POST /functions/v1/export-coupon-codes': {
    statuses: forSellers(200, 404),
    request: codesRequest('export-coupon-codes'),
  },
  'POST /functions/v1/delete-unused-coupon-codes': {
    statuses: forSellers(200, 404),
    request: codesRequest('delete-unused-coupon-codes'),
  },
  'GET /api/v1/openapi.json': {
    statuses: sameForAll(200),
    request: () => ({ path: '/api/v1/openapi.json' }),
  },
};

/** Nothing listens on this port. */
const UNUSED_URL = 'http://127.0.0.1:9/hooks';

/** The owner's last endpoint. A row may have deleted an earlier one; the plan allows two. */
async function getEndpointId({ owner }: TestEnv): Promise<string> {
  const { endpoints } = (await owner.rpc('list-webhook-endpoints', {})).body;
  const last = endpoints.at(-1);
  if (last) return last.id;
  return (await owner.rpc('create-webhook-endpoint', { url: UNUSED_URL })).body.endpoint.id;
}

async function getDeliveryIds(testEnv: TestEnv): Promise<{ endpointId: string; deliveryId: string }> {
  const endpointId = await getEndpointId(testEnv);
  const { deliveries } = (await testEnv.owner.rpc('list-webhook-deliveries', { endpointId })).body;
  const existingId = deliveries[0]?.id;
  const deliveryId = existingId ?? (await testEnv.owner.rpc('send-test-webhook', { endpointId })).body.delivery.id;
  return { endpointId, deliveryId };
}

const endpointRequest =
  (name: string, body: object = {}) =>
  async (testEnv: TestEnv): Promise<RequestSpec> => ({
    path: `/functions/v1/${name}`,
    body: { endpointId: await getEndpointId(testEnv), ...body },
  });

export const WEBHOOK_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/list-webhook-endpoints': {
    statuses: forSellers(200),
    request: call('list-webhook-endpoints', () => ({})),
  },
  'POST /functions/v1/create-webhook-endpoint': {
    statuses: forSellers(200),
    request: call('create-webhook-endpoint', () => ({ url: UNUSED_URL })),
  },
  'POST /functions/v1/get-webhook-endpoint': {
    statuses: forSellers(200, 404),
    request: endpointRequest('get-webhook-endpoint'),
  },
  'POST /functions/v1/update-webhook-endpoint': {
    statuses: forSellers(200, 404),
    request: endpointRequest('update-webhook-endpoint', { description: 'Our warehouse' }),
  },
  'POST /functions/v1/show-webhook-secret': {
    statuses: forSellers(200, 404),
    request: endpointRequest('show-webhook-secret'),
  },
  'POST /functions/v1/rotate-webhook-secret': {
    statuses: forSellers(200, 404),
    request: endpointRequest('rotate-webhook-secret'),
  },
  'POST /functions/v1/send-test-webhook': {
    statuses: forSellers(200, 404),
    request: endpointRequest('send-test-webhook'),
  },
  'POST /functions/v1/list-webhook-deliveries': {
    statuses: forSellers(200, 404),
    request: endpointRequest('list-webhook-deliveries'),
  },
  'POST /functions/v1/get-webhook-delivery': {
    statuses: forSellers(200, 404),
    request: async (testEnv) => ({
      path: '/functions/v1/get-webhook-delivery',
      body: { deliveryId: (await getDeliveryIds(testEnv)).deliveryId },
    }),
  },
  'POST /functions/v1/redeliver-webhooks': {
    statuses: forSellers(200, 404),
    request: async (testEnv) => {
      const { endpointId, deliveryId } = await getDeliveryIds(testEnv);
      return {
        path: '/functions/v1/redeliver-webhooks',
        body: { endpointId, deliveryIds: [deliveryId] },
      };
    },
  },
  'POST /functions/v1/delete-webhook-endpoint': {
    statuses: forSellers(200, 404),
    request: endpointRequest('delete-webhook-endpoint'),
  },
};
