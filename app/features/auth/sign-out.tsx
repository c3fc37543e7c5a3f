import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog } from '#app/components/dialog.tsx';
import { signOut } from '#app/lib/session/session.ts';
import { countUnsavedPages } from '#app/lib/session/unsaved-changes.ts';
import { navigationMessages } from '#content/messages/navigation.ts';
import { sessionMessages } from '#content/messages/session.ts';

const MESSAGES = navigationMessages.signOut;

/** Signing out: saves unsaved changes first, and asks for confirmation if some cannot be saved. */
export function useSignOut(onSignedOut: () => void) {
  const [busy, setBusy] = useState(false);
  const [unsavedPages, setUnsavedPages] = useState(0);
  const completeSignOut = async () => {
    setBusy(true);
    await signOut().catch(() => undefined);
    setBusy(false);
    onSignedOut();
  };
  const requestSignOut = async () => {
    if (busy) return;
    setBusy(true);
    const unsavedCount = await countUnsavedPages();
    setBusy(false);
    if (unsavedCount === 0) return completeSignOut();
    setUnsavedPages(unsavedCount);
  };
  const confirmDialog = unsavedPages > 0 && (
    <AlertDialog
      title={sessionMessages.unsavedChanges.title}
      description={sessionMessages.unsavedChanges.message({ pages: unsavedPages })}
      cancelLabel={MESSAGES.cancel}
      confirmLabel={MESSAGES.discard}
      busyLabel={busy && MESSAGES.busy}
      onConfirm={() => void completeSignOut()}
      onClose={() => setUnsavedPages(0)}
    />
  );
  return { requestSignOut: () => void requestSignOut(), busy, confirmDialog };
}

/** Sign-out button for screens without a header. */
export function SignOutFooter() {
  const signOutAction = useSignOut(() => undefined);
  return (
    <div className="auth-card__footer">
      {signOutAction.confirmDialog}
      <Button variant="bare" onClick={signOutAction.requestSignOut} busyLabel={signOutAction.busy && MESSAGES.busy}>
        {MESSAGES.button}
      </Button>
    </div>
  );
}
