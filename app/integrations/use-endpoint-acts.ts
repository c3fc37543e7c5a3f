import { callRpc } from '#app/session/call.ts';
import { useAction } from '#app/session/use-act.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { useRedelivery } from './use-redelivery.ts';

export type EndpointActions = ReturnType<typeof useEndpointActions>;

/** Actions on an endpoint that need no dialog. `onDone` refetches it. */
export function useEndpointActions({ id: endpointId }: WebhookEndpoint, onDone: () => void) {
  const stateAction = useAction();
  const testAction = useAction();
  const redelivery = useRedelivery(endpointId, onDone);
  const updateState = async (state: WebhookEndpoint['state']) => {
    const successToast =
      state === 'active'
        ? { title: 'Resumed', message: 'What was held back goes out now, in order.' }
        : { title: 'Paused', message: 'What happens meanwhile waits, in order.' };
    const errorTitle = state === 'active' ? 'The webhook was not resumed' : 'The webhook was not paused';
    const wasUpdated = await stateAction.run(() => callRpc('update-webhook-endpoint', { endpointId, state }), {
      success: successToast,
      failureTitle: errorTitle,
    });
    if (wasUpdated) onDone();
  };
  const test = async () => {
    const wasSent = await testAction.run(() => callRpc('send-test-webhook', { endpointId }), {
      success: { title: 'Test on its way', message: 'What becomes of it stands in the log.' },
      failureTitle: 'The test was not sent',
    });
    if (wasSent) onDone();
  };
  return {
    setState: (state: WebhookEndpoint['state']) => void updateState(state),
    isUpdatingState: stateAction.busy,
    sendTest: () => void test(),
    isTesting: testAction.busy,
    redeliver: redelivery.redeliver,
    isRedelivering: redelivery.busy,
  };
}
