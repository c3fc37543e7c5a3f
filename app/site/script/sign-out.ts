import { toast } from './toast.ts';

/** Ends the session at a press of Sign out: the auth client is only fetched now. The notice at `/` says it. */
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
  // Whatever the server says, the session of this browser is gone.
  await signOut().catch(() => undefined);
  location.assign('/?notice=signed-out');
}
