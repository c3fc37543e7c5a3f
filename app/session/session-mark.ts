import { safeLocalStorage } from '#app/ui/safe-storage.ts';

/** Where the auth client keeps its session, as plain JSON. */
export const SESSION_KEY = 'tillwright-session';

/**
 * An inline script, run before paint, that marks <html> with `data-signed="in"` or `"out"`: the bar holds both of
 * its states in every document, and the stylesheet shows the right one. Constant, so that its hash is too.
 */
export const SESSION_MARK = `(function(r){try{var s=JSON.parse(localStorage.getItem('${SESSION_KEY}'));r.dataset.signed=s&&s.access_token&&s.refresh_token&&s.expires_at?'in':'out'}catch(e){r.dataset.signed='out'}})(document.documentElement)`;

/** The rule of `SESSION_MARK` for a text that another tab has stored. */
export function isSessionText(text: string | null): boolean {
  try {
    const session: unknown = JSON.parse(text ?? 'null');
    if (typeof session !== 'object' || session === null) return false;
    const { access_token, refresh_token, expires_at } = session as Record<string, unknown>;
    return Boolean(access_token && refresh_token && expires_at);
  } catch {
    return false;
  }
}

/** Keeps the mark right without the auth client: other tabs sign in and out, and pages come back from memory. */
export function followSession(): void {
  const mark = (session: string | null) => {
    document.documentElement.dataset.signed = isSessionText(session) ? 'in' : 'out';
  };
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY || key === null) mark(newValue);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) mark(safeLocalStorage.read(SESSION_KEY));
  });
}
