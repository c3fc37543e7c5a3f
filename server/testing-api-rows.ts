/** Rows of the identity matrix for API keys and coupons. Used by tests only. */
import { anyone, call, ofSellers, type Ask, type Row, type World } from './testing-page-rows.ts';

const coupon = () => ({
  code: `C${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
  discount: 5,
  type: 'percentage' as const,
});

/** Creates an API key of the owner to revoke. */
async function revoked({ owner }: World): Promise<Ask> {
  const { body } = await owner.call('create-api-key', { name: 'Old', scopes: ['pages:read'] });
  return { path: '/functions/v1/revoke-api-key', body: { keyId: body.key.id } };
}

async function deleted({ owner, pageId }: World): Promise<Ask> {
  const { body } = await owner.call('create-coupon', { pageId, coupon: coupon() });
  return { path: '/functions/v1/delete-coupon', body: { pageId, code: body.coupon.code } };
}

/** Requests with API keys are covered by `api/api-doors.test.ts`. */
export const API_ROWS: Record<string, Row> = {
  'POST /functions/v1/list-api-keys': { statuses: ofSellers(200), ask: call('list-api-keys', () => ({})) },
  'POST /functions/v1/create-api-key': {
    statuses: ofSellers(200),
    ask: call('create-api-key', () => ({ name: 'Key', scopes: ['pages:read'], days: 1 })),
  },
  'POST /functions/v1/revoke-api-key': { statuses: ofSellers(200, 404), ask: revoked },
  'POST /functions/v1/list-coupons': {
    statuses: ofSellers(200, 404),
    ask: call('list-coupons', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/create-coupon': {
    statuses: ofSellers(200, 404),
    ask: call('create-coupon', ({ pageId }) => ({ pageId, coupon: coupon() })),
  },
  'POST /functions/v1/delete-coupon': { statuses: ofSellers(200, 404), ask: deleted },
  'GET /api/v1/openapi.json': { statuses: anyone(200), ask: () => ({ path: '/api/v1/openapi.json' }) },
};
