import { SIGNED_IN_ROUTES } from './signed-in-routes.ts';

const DEFAULT_PATH = '/builder';

/** Paths that a sign-in may lead to. A parameter such as `:id` matches one id, never another path. */
const ALLOWED_PATHS = [DEFAULT_PATH.slice(1), 'auth/new-password', ...Object.keys(SIGNED_IN_ROUTES)];
const ALLOWED_PATH_PATTERN = new RegExp(
  `^/(${ALLOWED_PATHS.map((path) => path.replaceAll(/:\w+/g, '[\\w-]+')).join('|')})$`,
);

/** Base for parsing. A URL that keeps this origin is a path of this site. */
const PLACEHOLDER_ORIGIN = 'http://us.invalid';

/** Returns the requested path if it is one of the app's screens, else the builder. Prevents open redirects. */
export function resolveNextPath(requestedPath: string | null): string {
  const url = requestedPath?.startsWith('/') ? URL.parse(requestedPath, PLACEHOLDER_ORIGIN) : null;
  if (url?.origin !== PLACEHOLDER_ORIGIN || !ALLOWED_PATH_PATTERN.test(url.pathname)) return DEFAULT_PATH;
  return url.pathname + url.search + url.hash;
}

/** Adds the path to return to, unless it is the default. */
export function withNextParam(path: string, requestedPath: string | null): string {
  const nextPath = resolveNextPath(requestedPath);
  return nextPath === DEFAULT_PATH ? path : `${path}?next=${encodeURIComponent(nextPath)}`;
}
