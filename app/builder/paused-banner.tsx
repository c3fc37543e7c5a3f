import { CirclePause } from 'lucide-react';
import { useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import { useErrorToast } from '#app/session/use-fail-toast.ts';
import { Button } from '#app/ui/key.tsx';
import { formatTimeUntil } from '#app/ui/soon-text.ts';
import { toast } from '#app/ui/toast.tsx';
import { PAUSE_MESSAGES } from '#content/pauses.ts';
import type { PageSuspension } from '#domain/page-guard.ts';

type PaymentsPausedBannerProps = { pageId: string | null; suspension: PageSuspension | null };

/** Payments are paused for some hours, by the guard against card testing or by the operator. */
export function PaymentsPausedBanner({ pageId, suspension: initialSuspension }: PaymentsPausedBannerProps) {
  const [suspension, setSuspension] = useState(initialSuspension);
  const [busy, setBusy] = useState(false);
  const [now] = useState(() => new Date());
  const failToast = useErrorToast();
  if (pageId === null || suspension?.kind !== 'paused') return null;
  async function resume(id: string) {
    setBusy(true);
    try {
      setSuspension((await callRpc('resume-page', { pageId: id })).hold);
      toast({ title: 'The page takes payments again' });
    } catch (error) {
      failToast(error, 'The page could not be resumed');
    } finally {
      setBusy(false);
    }
  }
  return (
    <aside aria-label="Payments paused" className="banner canary b-strip">
      <CirclePause className="i" aria-hidden="true" />
      <div>
        <b>This page takes no payments for now.</b> {PAUSE_MESSAGES[suspension.by]} It goes on by itself{' '}
        {formatTimeUntil(new Date(suspension.until), now)}.
      </div>
      <Button size="sm" busyLabel={busy && 'One moment…'} onClick={() => void resume(pageId)}>
        Take payments again
      </Button>
    </aside>
  );
}
