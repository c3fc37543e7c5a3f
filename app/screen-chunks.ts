import { SIGNED_IN_ROUTES } from './lib/session/signed-in-routes.ts';

// Without groups, each set of screens that shares a module gets a chunk of its own: a screen loaded about a hundred files.

/** The chunk of React, the router, and what every document with a script needs. */
const BASE = 'react';
/** The chunk of what the layout of all screens imports, or the builder or sign-in and another area. */
const SHARED = 'screens';
/** The chunk of the app shell, and of what areas share whose screens have it. */
const APP = 'app';
/** Chunks of what exactly these areas share, where that is much. Customers are orders grouped by buyer. */
const CHUNKS_OF_AREAS: ReadonlyMap<string, string> = new Map([
  ['account auth', 'account-auth'],
  ['builder orders', 'builder-orders'],
  ['builder pages', 'builder-pages'],
  ['builder pages pages-import', 'builder-pages'],
  ['builder pages-import', 'builder-import'],
  ['builder subscription', 'builder-subscription'],
  ['customers orders', 'orders'],
  ['files subscription', 'builder-subscription'],
  ['pages pages-import', 'pages'],
]);

const AUTH_ROUTES = ['auth', 'auth-confirm', 'auth-forgot', 'auth-new-password', 'auth-second-step'];

const getArea = (path: string): string => path.split('/')[0] ?? '';

/** Area of each module that runs React in the browser and that the others are imported from. */
const AREAS: ReadonlyMap<string, string> = new Map([
  ['root.tsx', BASE],
  ['entry.client.tsx', BASE],
  ['routes/screens.tsx', SHARED],
  ['routes/app.tsx', APP],
  ['routes/builder.tsx', 'builder'],
  ...AUTH_ROUTES.map((name) => [`routes/${name}.tsx`, 'auth'] as const),
  ...Object.entries(SIGNED_IN_ROUTES).map(([path, file]) => [file, getArea(path)] as const),
  // Few sellers import products.
  ['routes/pages-import.tsx', 'pages-import'],
]);

type ModuleInfo = Record<'importers' | 'dynamicImporters' | 'importedIds', readonly string[]>;
type Context = { getModuleInfo: (id: string) => ModuleInfo | null };

/** The module and all modules that `next` leads to from it. */
function walk(id: string, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set([id]);
  for (const one of found) for (const other of next(one)) found.add(other);
  return found;
}

const ROUTE = /\/app\/(root\.tsx|entry\.client\.tsx|routes\/[\w-]+\.tsx)/;
/** A stylesheet that becomes part of its importer's chunk, unlike one whose URL is imported. */
const STYLE = /\.css($|\?(?!url|transform-only))/;

/** Routes that import the module, directly or not. */
function listRoutes(id: string, context: Context, kinds: readonly (keyof ModuleInfo)[]): string[] {
  const listImporters = (one: string) => {
    const info = ROUTE.test(one) ? null : context.getModuleInfo(one);
    return kinds.flatMap((kind) => info?.[kind] ?? []);
  };
  return [...walk(id, listImporters)].flatMap((one) => ROUTE.exec(one)?.[1] ?? []);
}

/** Name of a module's chunk, in which the areas that import the module statically are listed; null: the bundler decides. */
function nameChunk(id: string, context: Context): string | null {
  if (id.endsWith('/entry.client.tsx')) return BASE;
  if (id.includes('/app/routes/app.tsx')) return APP;
  if (ROUTE.test(id)) return null;
  const routes = listRoutes(id, context, ['importers']);
  const areas = new Set(routes.flatMap((route) => AREAS.get(route) ?? []));
  if (areas.size === 0) return null;
  // A grouped stylesheet would be loaded by the public pages that import any other module of the group.
  if ([...walk(id, (one) => context.getModuleInfo(one)?.importedIds ?? [])].some((one) => STYLE.test(one))) return null;
  if (areas.has(BASE)) return BASE;
  if (areas.has(SHARED)) return SHARED;
  const [area = null] = areas;
  if (areas.size === 1 && area !== 'builder' && area !== 'analytics' && area !== APP) {
    // Without a name, each set of scripts that load the module on demand would make another chunk.
    const allRoutes = listRoutes(id, context, ['importers', 'dynamicImporters']);
    return new Set(allRoutes).size > 1 ? area : null;
  }
  if (areas.size === 1) return area;
  const chunk = CHUNKS_OF_AREAS.get([...areas].toSorted().join(' '));
  return chunk ?? (areas.has('builder') || areas.has('auth') ? SHARED : APP);
}

/** Rolldown's `codeSplitting`. The bundler adds no dependencies to a chunk, because they may include stylesheets. */
export const SCREEN_CHUNKS = {
  includeDependenciesRecursively: false,
  groups: [{ name: nameChunk, debugName: 'areas' }],
};
