import { SIGNED_IN_ROUTES } from './lib/session/signed-in-routes.ts';

// Without groups, each set of screens that shares a module gets a chunk of its own: a screen loaded about a hundred files.

/** The chunk of what the layouts of all hydrated screens, or several areas, import. */
const LAYOUTS = 'screens';
const AUTH_ROUTES = ['auth', 'auth-confirm', 'auth-forgot', 'auth-new-password', 'auth-second-step'];

/** Area of each hydrated route module, which is the first part of its path. */
const AREAS: ReadonlyMap<string, string> = new Map([
  ['root.tsx', LAYOUTS],
  ['routes/screens.tsx', LAYOUTS],
  ['routes/app.tsx', LAYOUTS],
  ['routes/builder.tsx', 'builder'],
  ...AUTH_ROUTES.map((name) => [`routes/${name}.tsx`, 'auth'] as const),
  ...Object.entries(SIGNED_IN_ROUTES).map(([path, file]) => [file, path.split('/')[0] ?? ''] as const),
]);

type ModuleInfo = { importers: readonly string[] } | null;
type ChunkContext = { getModuleInfo: (id: string) => ModuleInfo };

/** Route modules that import the module statically, directly or through other modules; `entry`: the entry of all of them. */
function listRoutes(id: string, context: ChunkContext): readonly string[] {
  const routes = new Set<string>();
  const seen = new Set<string>();
  const pending = [id];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const route = /\/app\/(root\.tsx|routes\/[\w-]+\.tsx)/.exec(next)?.[1];
    if (next.includes('entry.client')) routes.add('entry');
    if (route && AREAS.has(route)) routes.add(route);
    if (!route) pending.push(...(context.getModuleInfo(next)?.importers ?? []));
  }
  return [...routes];
}

/** Name of a module's chunk; null for modules that belong to one route, or to no hydrated one. */
function chunkOf(id: string, context: ChunkContext): string | null {
  const routes = listRoutes(id, context);
  const areas = new Set(routes.map((route) => AREAS.get(route)));
  if (routes.length === 0) return null;
  if (routes.includes('entry') || /node_modules\/(react|react-dom|scheduler|react-router)\//.test(id)) return 'react';
  if (areas.has(LAYOUTS)) return LAYOUTS;
  if (routes.length === 1 && !areas.has('builder')) return null;
  if (areas.size === 1) return [...areas].join('');
  const partners = [...areas].filter((area) => area !== 'builder');
  return areas.has('builder') && partners.length === 1 ? `builder-${partners.join('')}` : LAYOUTS;
}

const group = (name: RegExp, priority: number) => ({
  priority,
  name: (id: string, context: ChunkContext) => {
    const chunk = chunkOf(id, context);
    return chunk !== null && name.test(chunk) ? chunk : null;
  },
});

/**
 * Chunks of the hydrated screens, for Rolldown's `codeSplitting`: two that all share, one for each area, and one for what an area
 * shares with the builder only. A group takes the dependencies of its modules with it, so the most widely shared group comes
 * first.
 */
export const SCREEN_CHUNKS = [group(/^react$/, 5), group(/^screens$/, 4), group(/^builder-/, 2), group(/^/, 1)];
