import type { AnyEndpoint, Method } from './endpoint.ts';
import { decoded } from './query.ts';

const PART = /^\{(\w+)\}$/;

type Found = { endpoint: AnyEndpoint; texts: Record<string, string> };

/** `allow` has the methods of this path; it is empty if the path does not exist. */
export type Routed = Found | { allow: readonly Method[] };

const partsOf = (path: string): string[] => path.split('/').slice(1);
/** Literal paths win over parameters: 'counts' is never a {pageId}. */
const braces = ({ path }: AnyEndpoint): number => partsOf(path).filter((part) => PART.test(part)).length;

function textsOf(path: string, parts: readonly string[]): Record<string, string> | null {
  const wanted = partsOf(path);
  if (wanted.length !== parts.length) return null;
  const texts: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const [name, text = ''] = [PART.exec(part)?.[1], parts[index]];
    if (name === undefined ? part !== text : text === '') return null;
    if (name !== undefined) texts[name] = decoded(text);
  }
  return texts;
}

/** Creates a function that finds the endpoint of a method and a path without '/api/v1'. */
export function routerOf(endpoints: readonly AnyEndpoint[]): (method: string, path: string) => Routed {
  const sorted = endpoints.toSorted((one, other) => braces(one) - braces(other));
  return (method, path) => {
    const parts = partsOf(path);
    const allow: Method[] = [];
    for (const endpoint of sorted) {
      const texts = textsOf(endpoint.path, parts);
      if (texts && endpoint.method === (method === 'HEAD' ? 'GET' : method)) return { endpoint, texts };
      if (texts) allow.push(endpoint.method);
    }
    return { allow };
  };
}
