import { toast } from './toast.ts';

/** Handles clicks on Sign out. Loads the auth client only then. The home page shows the notice. */
export function signOutAtPress(): void {
  document.addEventListener('click', (event) => {
    const key = event.target instanceof Element ? event.target.closest('[data-sign-out]') : null;
    if (!key || key.ariaBusy) return;
    const label = key.textContent;
    key.ariaBusy = 'true';
    key.textContent = 'Signing out...';
    const stay = () => {
      key.ariaBusy = null;
      key.textContent = label;
    };
    leave(stay).catch(() => {
      stay();
      toast(
        { title: 'Error', message: 'You are still signed in: the server could not be reached.' },
        { destructive: true },
      );
    });
  });
}

async function leave(stay: () => void): Promise<void> {
  const { countUnsaved, unsavedWords, UNSAVED_TITLE } = await import('#app/session/unsaved-work.ts');
  const { signOut } = await import('#app/session/session.ts');
  const unsaved = await countUnsaved();
  if (unsaved > 0 && !window.confirm(`${UNSAVED_TITLE}\n\n${unsavedWords(unsaved)}`)) return stay();
  // The session of this browser has ended, even if the server did not answer.
  await signOut().catch(() => undefined);
  location.assign('/?notice=signed-out');
}
