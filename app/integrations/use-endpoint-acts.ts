import { call } from '#app/session/call.ts';
import { useAct } from '#app/session/use-act.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { useRedelivery } from './use-redelivery.ts';

export type EndpointActs = ReturnType<typeof useEndpointActs>;

/** Actions on an endpoint that need no dialog. `onDone` refetches it. */
export function useEndpointActs({ id: endpointId }: WebhookEndpoint, onDone: () => void) {
  const switching = useAct();
  const testing = useAct();
  const redelivering = useRedelivery(endpointId, onDone);
  const turn = async (state: WebhookEndpoint['state']) => {
    const done =
      state === 'active'
        ? { title: 'Resumed', message: 'What was held back goes out now, in order.' }
        : { title: 'Paused', message: 'What happens meanwhile waits, in order.' };
    const failed = state === 'active' ? 'The webhook was not resumed' : 'The webhook was not paused';
    const turned = await switching.run(() => call('update-webhook-endpoint', { endpointId, state }), {
      done,
      failed,
    });
    if (turned) onDone();
  };
  const test = async () => {
    const sent = await testing.run(() => call('send-test-webhook', { endpointId }), {
      done: { title: 'Test on its way', message: 'What becomes of it stands in the log.' },
      failed: 'The test was not sent',
    });
    if (sent) onDone();
  };
  return {
    turn: (state: WebhookEndpoint['state']) => void turn(state),
    turning: switching.busy,
    test: () => void test(),
    testing: testing.busy,
    redeliver: redelivering.redeliver,
    redelivering: redelivering.busy,
  };
}
