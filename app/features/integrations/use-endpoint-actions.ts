import { toast } from '#app/components/toast.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/use-action.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

const MAX_PER_REQUEST = 100;

type RedeliveryTarget = { deliveryIds: string[] } | { failedSince: string };

const createToast = (queued: number) => {
  if (queued === 0) return { title: 'Nothing to deliver', message: 'Nothing has failed since then.' };
  const countText = queued === 1 ? 'One delivery is' : `${queued} deliveries are`;
  const hint = queued === MAX_PER_REQUEST ? ' There may be more: do it again afterwards.' : '';
  return { title: 'On its way again', message: `${countText} tried now.${hint}` };
};

/** Redelivers and shows the number. `onDone` refetches the deliveries. */
function useRedelivery(endpointId: string, onDone: () => void) {
  const { busy, run } = useAction();
  /** True if the server accepted the request. */
  const redeliver = async (target: RedeliveryTarget): Promise<boolean> => {
    let queued = 0;
    const wasAccepted = await run(
      async () => {
        ({ queued } = await callRpc('redeliver-webhooks', { endpointId, ...target }));
      },
      { failureTitle: 'Not delivered again' },
    );
    if (!wasAccepted) return false;
    toast(createToast(queued));
    onDone();
    return true;
  };
  return { busy, redeliver };
}

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
