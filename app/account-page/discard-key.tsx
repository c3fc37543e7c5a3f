import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { Key } from '#app/ui/key.tsx';

import type { FactorNow } from './factors.ts';
import { useAct } from '#app/session/use-act.ts';

/** Removes a factor that was never verified. */
export function DiscardKey({ factor, onDiscarded }: { factor: FactorNow; onDiscarded: () => void }) {
  const { busy, run } = useAct();
  const discard = async () => {
    const done = await run(() => taken(authClient().mfa.unenroll({ factorId: factor.id })), {
      failed: 'It could not be discarded',
    });
    if (done) onDiscarded();
  };
  return (
    <Key size="sm" kind="bare" onClick={() => void discard()} busy={busy && 'Discarding...'}>
      Discard<span className="vh"> {factor.name}</span>
    </Key>
  );
}
