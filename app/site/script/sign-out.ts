import { toast } from './toast.ts';

/** Ends the session at a press of Sign out: the auth client is only fetched now. The notice at `/` says it. */
export function signOutAtPress(): void {
  document.addEventListener('click', (event) => {
    const key = event.target instanceof Element ? event.target.closest('[data-sign-out]') : null;
    if (!key || key.ariaBusy) return;
    const label = key.textContent;
    key.ariaBusy = 'true';
    key.textContent = 'Signing out...';
    leave().catch(() => {
      key.ariaBusy = null;
      key.textContent = label;
      toast(
        { title: 'Error', message: 'You are still signed in: the server could not be reached.' },
        { destructive: true },
      );
    });
  });
}

async function leave(): Promise<void> {
  const { signOut } = await import('#app/session/session.ts');
  // Whatever the server says, the session of this browser is gone.
  await signOut().catch(() => undefined);
  location.assign('/?notice=signed-out');
}
