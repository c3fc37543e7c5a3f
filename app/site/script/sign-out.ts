/** Ends the session at a press of Sign out: the auth client is only fetched now. The notice at `/` says it. */
export function signOutAtPress(): void {
  document.addEventListener('click', (event) => {
    const key = event.target instanceof Element ? event.target.closest('[data-sign-out]') : null;
    if (!key || key.ariaBusy === 'true') return;
    key.ariaBusy = 'true';
    key.textContent = 'Signing out...';
    void leave();
  });
}

async function leave(): Promise<void> {
  try {
    const { signOut } = await import('#app/session/session.ts');
    await signOut();
  } finally {
    location.assign('/?notice=signed-out');
  }
}
