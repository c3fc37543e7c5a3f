/** Rows of the identity matrix for API keys and coupons. Used by tests only. */
import { sameForAll, call, forSellers, type RequestSpec, type MatrixRow, type TestEnv } from './testing-page-rows.ts';

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

/** Requests with API keys are covered by `api/api-doors.test.ts`. */
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
  'GET /api/v1/openapi.json': {
    statuses: sameForAll(200),
    request: () => ({ path: '/api/v1/openapi.json' }),
  },
};
