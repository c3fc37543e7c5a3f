import { SIGNED_IN_ROUTES } from './signed-in-routes.ts';

const HOME = '/builder';

/** Paths that a sign-in may lead to. A parameter such as `:id` matches one id, never another path. */
const SCREENS = [HOME.slice(1), 'auth/new-password', ...Object.keys(SIGNED_IN_ROUTES)];
const SCREEN = new RegExp(`^/(${SCREENS.map((path) => path.replaceAll(/:\w+/g, '[\\w-]+')).join('|')})$`);

/** Base for parsing. A URL that keeps this origin is a path of this site. */
const US = 'http://us.invalid';

/** Returns the requested path if it is one of the app's screens, else the builder. Prevents open redirects. */
export function nextPath(wanted: string | null): string {
  const url = wanted?.startsWith('/') ? URL.parse(wanted, US) : null;
  if (url?.origin !== US || !SCREEN.test(url.pathname)) return HOME;
  return url.pathname + url.search + url.hash;
}

/** Adds the path to return to, unless it is the default. */
export function withNext(path: string, wanted: string | null): string {
  const next = nextPath(wanted);
  return next === HOME ? path : `${path}?next=${encodeURIComponent(next)}`;
}
