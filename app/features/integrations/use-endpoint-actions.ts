import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { webhookEndpointMessages } from '#content/messages/webhook-endpoint.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

const messages = webhookEndpointMessages.actions;

const MAX_PER_REQUEST = 100;

type RedeliveryTarget = { deliveryIds: string[] } | { failedSince: string };

const createToast = (queued: number) => {
  if (queued === 0) return messages.nothingToRedeliver;
  const hasMore = queued === MAX_PER_REQUEST;
  return { title: messages.redelivered, message: messages.redeliveredText({ count: queued, hasMore }) };
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
    failureTitle: messages.redeliverFailed,
    invalidates: WEBHOOK_QUERIES,
  });
  const stateUpdate = useRpcMutation('update-webhook-endpoint', {
    success: (_, { state }) => (state === 'active' ? messages.resumed : messages.paused),
    failureTitle: ({ state }) => (state === 'active' ? messages.resumeFailed : messages.pauseFailed),
    invalidates: WEBHOOK_QUERIES,
  });
  const test = useRpcMutation('send-test-webhook', {
    success: messages.testSent,
    failureTitle: messages.testFailed,
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
