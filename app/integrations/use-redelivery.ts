import { callRpc } from '#app/session/call.ts';
import { useAction } from '#app/session/use-act.ts';
import { toast } from '#app/ui/toast.tsx';

const MAX_PER_REQUEST = 100;

type RedeliveryTarget = { deliveryIds: string[] } | { failedSince: string };

const createToast = (queued: number) => {
  if (queued === 0) return { title: 'Nothing to deliver', message: 'Nothing has failed since then.' };
  const countText = queued === 1 ? 'One delivery is' : `${queued} deliveries are`;
  const hint = queued === MAX_PER_REQUEST ? ' There may be more: do it again afterwards.' : '';
  return { title: 'On its way again', message: `${countText} tried now.${hint}` };
};

/** Redelivers and shows the number. `onDone` refetches the deliveries. */
export function useRedelivery(endpointId: string, onDone: () => void) {
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
