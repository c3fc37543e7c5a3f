/** Rows of the identity matrix for webhook functions. Used by tests only. */
import { call, ofSellers, type Ask, type Row, type World } from './testing-page-rows.ts';

/** Nothing listens on this port. */
const NOWHERE = 'http://127.0.0.1:9/hooks';

/** The owner's last endpoint. A row may have deleted an earlier one; the plan allows two. */
async function endpointOf({ owner }: World): Promise<string> {
  const { endpoints } = (await owner.call('list-webhook-endpoints', {})).body;
  const last = endpoints.at(-1);
  if (last) return last.id;
  return (await owner.call('create-webhook-endpoint', { url: NOWHERE })).body.endpoint.id;
}

async function deliveryOf(world: World): Promise<{ endpointId: string; deliveryId: string }> {
  const endpointId = await endpointOf(world);
  const { deliveries } = (await world.owner.call('list-webhook-deliveries', { endpointId })).body;
  const known = deliveries[0]?.id;
  const deliveryId = known ?? (await world.owner.call('send-test-webhook', { endpointId })).body.delivery.id;
  return { endpointId, deliveryId };
}

const onEndpoint =
  (name: string, body: object = {}) =>
  async (world: World): Promise<Ask> => ({
    path: `/functions/v1/${name}`,
    body: { endpointId: await endpointOf(world), ...body },
  });

export const WEBHOOK_ROWS: Record<string, Row> = {
  'POST /functions/v1/list-webhook-endpoints': {
    statuses: ofSellers(200),
    ask: call('list-webhook-endpoints', () => ({})),
  },
  'POST /functions/v1/create-webhook-endpoint': {
    statuses: ofSellers(200),
    ask: call('create-webhook-endpoint', () => ({ url: NOWHERE })),
  },
  'POST /functions/v1/get-webhook-endpoint': {
    statuses: ofSellers(200, 404),
    ask: onEndpoint('get-webhook-endpoint'),
  },
  'POST /functions/v1/update-webhook-endpoint': {
    statuses: ofSellers(200, 404),
    ask: onEndpoint('update-webhook-endpoint', { description: 'Our warehouse' }),
  },
  'POST /functions/v1/show-webhook-secret': {
    statuses: ofSellers(200, 404),
    ask: onEndpoint('show-webhook-secret'),
  },
  'POST /functions/v1/rotate-webhook-secret': {
    statuses: ofSellers(200, 404),
    ask: onEndpoint('rotate-webhook-secret'),
  },
  'POST /functions/v1/send-test-webhook': {
    statuses: ofSellers(200, 404),
    ask: onEndpoint('send-test-webhook'),
  },
  'POST /functions/v1/list-webhook-deliveries': {
    statuses: ofSellers(200, 404),
    ask: onEndpoint('list-webhook-deliveries'),
  },
  'POST /functions/v1/get-webhook-delivery': {
    statuses: ofSellers(200, 404),
    ask: async (world) => ({
      path: '/functions/v1/get-webhook-delivery',
      body: { deliveryId: (await deliveryOf(world)).deliveryId },
    }),
  },
  'POST /functions/v1/redeliver-webhooks': {
    statuses: ofSellers(200, 404),
    ask: async (world) => {
      const { endpointId, deliveryId } = await deliveryOf(world);
      return {
        path: '/functions/v1/redeliver-webhooks',
        body: { endpointId, deliveryIds: [deliveryId] },
      };
    },
  },
  'POST /functions/v1/delete-webhook-endpoint': {
    statuses: ofSellers(200, 404),
    ask: onEndpoint('delete-webhook-endpoint'),
  },
};
