import { CirclePause } from 'lucide-react';
import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { Key } from '#app/ui/key.tsx';
import { soonText } from '#app/ui/soon-text.ts';
import { toast } from '#app/ui/toast.tsx';
import { PAUSE_WORDS } from '#content/pauses.ts';
import type { PageHold } from '#domain/page-guard.ts';

type Props = { pageId: string | null; hold: PageHold | null };

/** Payments are paused for some hours, by the guard against card testing or by the operator. */
export function PausedBanner({ pageId, hold: opened }: Props) {
  const [hold, setHold] = useState(opened);
  const [busy, setBusy] = useState(false);
  const [now] = useState(() => new Date());
  const failToast = useFailToast();
  if (pageId === null || hold?.kind !== 'paused') return null;
  async function resume(id: string) {
    setBusy(true);
    try {
      setHold((await call('resume-page', { pageId: id })).hold);
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
        <b>This page takes no payments for now.</b> {PAUSE_WORDS[hold.by]} It goes on by itself{' '}
        {soonText(new Date(hold.until), now)}.
      </div>
      <Key size="sm" busy={busy && 'One moment…'} onClick={() => void resume(pageId)}>
        Take payments again
      </Key>
    </aside>
  );
}
