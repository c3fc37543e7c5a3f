import { authClient } from '#app/session/session.ts';
import { unwrapAuthResponse } from '#app/session/taken.ts';
import { Button } from '#app/ui/key.tsx';

import type { AccountFactor } from './factors.ts';
import { useAction } from '#app/session/use-act.ts';

/** Removes a factor that was never verified. */
export function DiscardFactorButton({ factor, onDiscarded }: { factor: AccountFactor; onDiscarded: () => void }) {
  const { busy, run } = useAction();
  const discard = async () => {
    const isDone = await run(() => unwrapAuthResponse(authClient().mfa.unenroll({ factorId: factor.id })), {
      failureTitle: 'It could not be discarded',
    });
    if (isDone) onDiscarded();
  };
  return (
    <Button size="sm" variant="bare" onClick={() => void discard()} busyLabel={busy && 'Discarding...'}>
      Discard<span className="vh"> {factor.name}</span>
    </Button>
  );
}
