import { badParam } from './problem.ts';

/** A parameter as sent over HTTP: text, list or group. */
export type Raw = string | Raw[] | { [key: string]: Raw };
type Group = Map<string, string | Group>;

const segments = (name: string): string[] => {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
};

const place = (group: Group, path: string[], value: string, name: string): void => {
  const [head = '', ...rest] = path;
  const key = head === '' ? String(group.size) : head;
  if (rest.length === 0) {
    group.set(key, value);
    return;
  }
  const inner = group.get(key) ?? new Map();
  if (typeof inner === 'string')
    throw badParam('Invalid request: parameter given twice in two shapes.', name);
  group.set(key, inner);
  place(inner, rest, value, name);
};

const settle = (group: string | Group): Raw => {
  if (typeof group === 'string') return group;
  const keys = [...group.keys()];
  const values = [...group.values()].map(settle);
  if (keys.length > 0 && keys.every((key, index) => key === String(index))) return values;
  const entries = keys.map((key, index): [string, Raw] => [key, values[index] ?? '']);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
};

/** Parses `a[b][0][c]=x`, `a[]=x` and `a=x` from a form body or a query string. */
export const parseForm = (text: string): { [key: string]: Raw } => {
  const group: Group = new Map();
  for (const [name, value] of new URLSearchParams(text)) place(group, segments(name), value, name);
  const entries = [...group].map(([key, value]): [string, Raw] => [key, settle(value)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
};
