import { safeLocalStorage } from '#app/ui/safe-storage.ts';

/** Where the auth client keeps its session, as plain JSON. */
export const SESSION_KEY = 'tillwright-session';

/**
 * An inline script, run before paint, that marks <html> with `data-signed="in"` or `"out"`: the bar holds both of
 * its states in every document, and the stylesheet shows the right one. Constant, so that its hash is too.
 */
export const SESSION_MARK = `(function(r){try{var s=JSON.parse(localStorage.getItem('${SESSION_KEY}'));r.dataset.signed=s&&s.access_token&&s.refresh_token&&s.expires_at?'in':'out'}catch(e){r.dataset.signed='out'}})(document.documentElement)`;

/** Keeps the mark right without the auth client: other tabs sign in and out, and pages come back from memory. */
export function followSession(): void {
  const mark = (session: string | null) => {
    document.documentElement.dataset.signed = session ? 'in' : 'out';
  };
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY || key === null) mark(newValue);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) mark(safeLocalStorage.read(SESSION_KEY));
  });
}
