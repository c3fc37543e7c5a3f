import { toast } from './toast.ts';

/** Handles clicks on Sign out. Loads the auth client only then. The home page shows the notice. */
export function enableSignOutButtons(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-sign-out]') : null;
    if (!button || button.ariaBusy) return;
    const label = button.textContent;
    button.ariaBusy = 'true';
    button.textContent = 'Signing out...';
    const restoreButton = () => {
      button.ariaBusy = null;
      button.textContent = label;
    };
    signOutAndLeave(restoreButton).catch(() => {
      restoreButton();
      toast(
        { title: 'Error', message: 'You are still signed in: the server could not be reached.' },
        { destructive: true },
      );
    });
  });
}

async function signOutAndLeave(restoreButton: () => void): Promise<void> {
  const {
    countUnsavedPages: countUnsaved,
    getUnsavedChangesMessage,
    UNSAVED_TITLE,
  } = await import('#app/lib/session/unsaved-changes.ts');
  const { signOut } = await import('#app/lib/session/session.ts');
  const unsavedPages = await countUnsaved();
  if (unsavedPages > 0 && !window.confirm(`${UNSAVED_TITLE}\n\n${getUnsavedChangesMessage(unsavedPages)}`))
    return restoreButton();
  // The session of this browser has ended, even if the server did not answer.
  await signOut().catch(() => undefined);
  location.assign('/?notice=signed-out');
}
