/** Where the auth client keeps its session, as plain JSON. */
export const SESSION_KEY = 'tillwright-session';

/**
 * An inline script, run before paint, that marks <html> with `data-signed="in"` or `"out"`: the bar holds both of
 * its states in every document, and the stylesheet shows the right one. Constant, so that its hash is too.
 */
export const SESSION_MARK = `(function(r){try{var s=JSON.parse(localStorage.getItem('${SESSION_KEY}'));r.dataset.signed=s&&s.access_token&&s.refresh_token&&s.expires_at?'in':'out'}catch(e){r.dataset.signed='out'}})(document.documentElement)`;

/** Keeps the mark right while other tabs sign in and out, without the auth client. Returns how to stop. */
export function followSession(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SESSION_KEY || key === null)
      document.documentElement.dataset.signed = newValue ? 'in' : 'out';
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
