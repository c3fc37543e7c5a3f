import { SIGNED_IN_ROUTES } from './signed-in-routes.ts';

const HOME = '/builder';

/** The screens that a sign-in may lead back to. A parameter such as `:id` is an id, never another path. */
const SCREENS = [HOME.slice(1), 'auth/new-password', ...Object.keys(SIGNED_IN_ROUTES)];
const SCREEN = new RegExp(`^/(${SCREENS.map((path) => path.replaceAll(/:\w+/g, '[\\w-]+')).join('|')})$`);

/** Never arrives anywhere: an address that stays on it is a path of ours. */
const US = 'http://us.invalid';

/** Where to go on after signing in: what was asked for when it is one of our screens, else the builder. */
export function nextPath(wanted: string | null): string {
  const url = wanted?.startsWith('/') ? URL.parse(wanted, US) : null;
  if (url?.origin !== US || !SCREEN.test(url.pathname)) return HOME;
  return url.pathname + url.search + url.hash;
}

/** The same address with the place to come back to; nothing is added for the builder, where everyone goes. */
export function withNext(path: string, wanted: string | null): string {
  const next = nextPath(wanted);
  return next === HOME ? path : `${path}?next=${encodeURIComponent(next)}`;
}
