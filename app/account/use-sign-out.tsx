import { useState } from 'react';

import { signOut } from '#app/session/session.ts';
import { countUnsaved, UNSAVED_TITLE, unsavedWords } from '#app/session/unsaved-work.ts';
import { AskDialog } from '#app/ui/dialog.tsx';

/** Signing out: saves unsaved changes first, and asks for confirmation if some cannot be saved. */
export function useSignOut(onLeft: () => void) {
  const [busy, setBusy] = useState(false);
  const [unsaved, setUnsaved] = useState(0);
  const leave = async () => {
    setBusy(true);
    await signOut().catch(() => undefined);
    setBusy(false);
    onLeft();
  };
  const press = async () => {
    if (busy) return;
    setBusy(true);
    const left = await countUnsaved();
    setBusy(false);
    if (left === 0) return leave();
    setUnsaved(left);
  };
  const question = unsaved > 0 && (
    <AskDialog
      title={UNSAVED_TITLE}
      about={unsavedWords(unsaved)}
      safe="Stay"
      act="Sign out and lose them"
      busy={busy && 'Signing out...'}
      onAct={() => void leave()}
      onClose={() => setUnsaved(0)}
    />
  );
  return { press: () => void press(), busy, question };
}
