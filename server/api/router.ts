import type { ApiEndpoint, Method } from './endpoint.ts';
import { safeDecode } from './query.ts';

const PARAM_PATTERN = /^\{(\w+)\}$/;

type RouteMatch = { endpoint: ApiEndpoint; texts: Record<string, string> };

/** `allow` has the methods of this path; it is empty if the path does not exist. */
export type RouteResult = RouteMatch | { allow: readonly Method[] };

const splitPath = (path: string): string[] => path.split('/').slice(1);
/** Literal paths win over parameters: 'counts' is never a {pageId}. */
const countParams = ({ path }: ApiEndpoint): number =>
  splitPath(path).filter((segment) => PARAM_PATTERN.test(segment)).length;

function matchPath(path: string, segments: readonly string[]): Record<string, string> | null {
  const expectedSegments = splitPath(path);
  if (expectedSegments.length !== segments.length) return null;
  const texts: Record<string, string> = {};
  for (const [index, segment] of expectedSegments.entries()) {
    const [name, text = ''] = [PARAM_PATTERN.exec(segment)?.[1], segments[index]];
    if (name === undefined ? segment !== text : text === '') return null;
    if (name !== undefined) texts[name] = safeDecode(text);
  }
  return texts;
}

/** Creates a function that finds the endpoint of a method and a path without '/api/v1'. */
export function createRouter(endpoints: readonly ApiEndpoint[]): (method: string, path: string) => RouteResult {
  const sorted = endpoints.toSorted((one, other) => countParams(one) - countParams(other));
  return (method, path) => {
    const segments = splitPath(path);
    const allow: Method[] = [];
    for (const endpoint of sorted) {
      const texts = matchPath(endpoint.path, segments);
      if (texts && endpoint.method === (method === 'HEAD' ? 'GET' : method)) return { endpoint, texts };
      if (texts) allow.push(endpoint.method);
    }
    return { allow };
  };
}
