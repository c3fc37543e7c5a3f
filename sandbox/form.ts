import { invalidParam } from './problem.ts';

/** A parameter as sent over HTTP: text, list or group. */
export type RawParam = string | RawParam[] | { [key: string]: RawParam };
type Group = Map<string, string | Group>;

const splitName = (name: string): string[] => {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((segment) => segment.replace(/\]$/, ''))];
};

const insertValue = (group: Group, path: string[], value: string, name: string): void => {
  const [head = '', ...rest] = path;
  const key = head === '' ? String(group.size) : head;
  if (rest.length === 0) {
    group.set(key, value);
    return;
  }
  const inner = group.get(key) ?? new Map();
  if (typeof inner === 'string') throw invalidParam('Invalid request: parameter given twice in two shapes.', name);
  group.set(key, inner);
  insertValue(inner, rest, value, name);
};

const toRawParam = (group: string | Group): RawParam => {
  if (typeof group === 'string') return group;
  const keys = [...group.keys()];
  const values = [...group.values()].map(toRawParam);
  if (keys.length > 0 && keys.every((key, index) => key === String(index))) return values;
  const entries = keys.map((key, index): [string, RawParam] => [key, values[index] ?? '']);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
};

/** Parses `a[b][0][c]=x`, `a[]=x` and `a=x` from a form body or a query string. */
export const parseForm = (text: string): { [key: string]: RawParam } => {
  const group: Group = new Map();
  for (const [name, value] of new URLSearchParams(text)) insertValue(group, splitName(name), value, name);
  const entries = [...group].map(([key, value]): [string, RawParam] => [key, toRawParam(value)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
};
