/** Rows of the identity matrix for webhook functions. Used by tests only. */
import { call, forSellers, type RequestSpec, type MatrixRow, type TestEnv } from './testing-page-rows.ts';

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
