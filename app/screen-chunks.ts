import { SIGNED_IN_ROUTES } from './lib/session/signed-in-routes.ts';

// Without groups, each set of screens that shares a module gets a chunk of its own: a screen loaded about a hundred files.

/** The chunk of what several areas, or the layouts of all screens, import. */
const SHARED = 'screens';
const AUTH_ROUTES = ['auth', 'auth-confirm', 'auth-forgot', 'auth-new-password', 'auth-second-step'];

/** Area of each route that runs React in the browser, which is the first part of its path. */
const AREAS: ReadonlyMap<string, string> = new Map([
  ['root.tsx', 'react'],
  ['entry.client.tsx', 'react'],
  ['routes/screens.tsx', SHARED],
  ['routes/app.tsx', SHARED],
  ['routes/builder.tsx', 'builder'],
  ...AUTH_ROUTES.map((name) => [`routes/${name}.tsx`, 'auth'] as const),
  ...Object.entries(SIGNED_IN_ROUTES).map(([path, file]) => [file, path.split('/')[0] ?? ''] as const),
]);

type Context = {
  getModuleInfo: (id: string) => { importers: readonly string[]; importedIds: readonly string[] } | null;
};

/** The module and everything that `next` leads to from it. */
function walk(id: string, next: (id: string) => readonly string[]): Set<string> {
  const seen = new Set([id]);
  for (const one of seen) for (const found of next(one)) seen.add(found);
  return seen;
}

const ROUTE = /\/app\/(root\.tsx|entry\.client\.tsx|routes\/[\w-]+\.tsx)/;
const isStyle = (id: string): boolean => /\.css($|\?(?!url))/.test(id);

/** Name of a module's chunk; null: the bundler decides. */
function nameChunk(id: string, context: Context): string | null {
  if (ROUTE.test(id)) return null;
  const importers = [...walk(id, (one) => (ROUTE.test(one) ? [] : (context.getModuleInfo(one)?.importers ?? [])))];
  const routes = importers.flatMap((one) => ROUTE.exec(one)?.[1] ?? []);
  const areas = new Set(routes.flatMap((route) => AREAS.get(route) ?? []));
  if (areas.size === 0) return null;
  if ([...walk(id, (one) => context.getModuleInfo(one)?.importedIds ?? [])].some(isStyle)) return null;
  if (areas.has('react')) return 'react';
  if (areas.has(SHARED) || areas.size > 2) return SHARED;
  return routes.length > 1 ? [...areas].toSorted().join('-') : null;
}

export const SCREEN_CHUNKS = { includeDependenciesRecursively: false, groups: [{ name: nameChunk }] };
