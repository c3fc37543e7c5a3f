import { safeLocalStorage } from '#app/components/utils/safe-storage.ts';

/** Storage key of the auth client's session, which is plain JSON. */
export const SESSION_KEY = 'tillwright-session';

/**
 * Inline script that runs before the first paint and sets `data-signed="in"` or `"out"` on <html>. Every document
 * contains both states of the header, and CSS shows the right one. Constant, so that its CSP hash is too.
 */
export const SIGNED_IN_SCRIPT = `(function(r){try{var s=JSON.parse(localStorage.getItem('${SESSION_KEY}'));r.dataset.signed=s&&s.access_token&&s.refresh_token&&s.expires_at?'in':'out'}catch(e){r.dataset.signed='out'}})(document.documentElement)`;

/** Applies the rule of `SIGNED_IN_SCRIPT` to a value from another tab. */
export function isStoredSession(text: string | null): boolean {
  try {
    const session: unknown = JSON.parse(text ?? 'null');
    if (typeof session !== 'object' || session === null) return false;
    const { access_token, refresh_token, expires_at } = session as Record<string, unknown>;
    return Boolean(access_token && refresh_token && expires_at);
  } catch {
    return false;
  }
}

/** Updates the attribute without the auth client, after a sign-in or sign-out in another tab or a bfcache restore. */
export function syncSignedInAttribute(): void {
  const setSignedInAttribute = (session: string | null) => {
    document.documentElement.dataset.signed = isStoredSession(session) ? 'in' : 'out';
  };
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY || key === null) setSignedInAttribute(newValue);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setSignedInAttribute(safeLocalStorage.read(SESSION_KEY));
  });
}
