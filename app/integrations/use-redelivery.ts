import { call } from '#app/session/call.ts';
import { useAct } from '#app/session/use-act.ts';
import { toast } from '#app/ui/toast.tsx';

const MOST_AT_ONCE = 100;

type Which = { deliveryIds: string[] } | { failedSince: string };

const queuedWords = (queued: number) => {
  if (queued === 0) return { title: 'Nothing to deliver', message: 'Nothing has failed since then.' };
  const what = queued === 1 ? 'One delivery is' : `${queued} deliveries are`;
  const more = queued === MOST_AT_ONCE ? ' There may be more: do it again afterwards.' : '';
  return { title: 'On its way again', message: `${what} tried now.${more}` };
};

/** Redelivers and shows the number. `onDone` refetches the deliveries. */
export function useRedelivery(endpointId: string, onDone: () => void) {
  const { busy, run } = useAct();
  /** True if the server accepted the request. */
  const redeliver = async (which: Which): Promise<boolean> => {
    let queued = 0;
    const taken = await run(
      async () => {
        ({ queued } = await call('redeliver-webhooks', { endpointId, ...which }));
      },
      { failed: 'Not delivered again' },
    );
    if (!taken) return false;
    toast(queuedWords(queued));
    onDone();
    return true;
  };
  return { busy, redeliver };
}
