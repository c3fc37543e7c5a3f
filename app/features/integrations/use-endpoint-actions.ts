import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

const MAX_PER_REQUEST = 100;

type RedeliveryTarget = { deliveryIds: string[] } | { failedSince: string };

const createToast = (queued: number) => {
  if (queued === 0) return { title: 'Nothing to deliver', message: 'Nothing has failed since then.' };
  const countText = queued === 1 ? 'One delivery is' : `${queued} deliveries are`;
  const hint = queued === MAX_PER_REQUEST ? ' There may be more: do it again afterwards.' : '';
  return { title: 'On its way again', message: `${countText} tried now.${hint}` };
};

/** Functions whose results an action on an endpoint changes. */
export const WEBHOOK_QUERIES = [
  'get-webhook-endpoint',
  'list-webhook-deliveries',
  'get-webhook-delivery',
  'list-webhook-endpoints',
] as const;

export type EndpointActions = ReturnType<typeof useEndpointActions>;

/** Actions on an endpoint that need no dialog. */
export function useEndpointActions({ id: endpointId }: WebhookEndpoint) {
  const redelivery = useRpcMutation('redeliver-webhooks', {
    success: ({ queued }) => createToast(queued),
    failureTitle: 'Not delivered again',
    invalidates: WEBHOOK_QUERIES,
  });
  const stateUpdate = useRpcMutation('update-webhook-endpoint', {
    success: (_, { state }) =>
      state === 'active'
        ? { title: 'Resumed', message: 'What was held back goes out now, in order.' }
        : { title: 'Paused', message: 'What happens meanwhile waits, in order.' },
    failureTitle: ({ state }) => (state === 'active' ? 'The webhook was not resumed' : 'The webhook was not paused'),
    invalidates: WEBHOOK_QUERIES,
  });
  const test = useRpcMutation('send-test-webhook', {
    success: { title: 'Test on its way', message: 'What becomes of it stands in the log.' },
    failureTitle: 'The test was not sent',
    invalidates: WEBHOOK_QUERIES,
  });
  return {
    setState: (state: WebhookEndpoint['state']) => void stateUpdate.run({ endpointId, state }),
    isUpdatingState: stateUpdate.busy,
    sendTest: () => void test.run({ endpointId }),
    isTesting: test.busy,
    /** Resolves to null if the server did not accept the request. */
    redeliver: (target: RedeliveryTarget) => redelivery.run({ endpointId, ...target }),
    isRedelivering: redelivery.busy,
  };
}
