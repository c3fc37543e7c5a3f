import type { Call, Reference } from './call.ts';
import { visible } from './events.ts';
import type { Raw } from './form.ts';
import type { ObjectName } from './objects.ts';
import { badParam } from './problem.ts';

type Plain = Record<string, unknown>;
export type References = Record<string, Record<string, Reference>>;
type Path = { whole: string; param: string };

const deepest = 4;
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const load = (call: Call, type: ObjectName, id: unknown): unknown => {
  if (typeof id !== 'string') return id;
  const books = type === 'account' ? call.platform : call.books;
  const found = books.find(type, id);
  return found ? visible(found) : { id, object: type, deleted: true };
};

const follow = (call: Call, reference: Reference, owner: Plain, value: unknown): unknown => {
  if (typeof reference === 'function') return isPlain(value) ? value : reference(call, owner);
  return Array.isArray(value) ? value.map((id) => load(call, reference, id)) : load(call, reference, value);
};

const cannot = ({ whole, param }: Path, host: Plain): Error => {
  const hint = host['object'] === 'list' ? ` You may want to try expanding 'data.${whole}' instead.` : '';
  return badParam(`This property cannot be expanded (${whole}).${hint}`, param);
};

/** Follows `keys` from `host`. `owner` is the nearest Stripe object and `trail` the path from it. */
const walk = (
  call: Call,
  references: References,
  host: unknown,
  keys: string[],
  path: Path,
  owner?: Plain,
  trail: string[] = [],
): void => {
  const [key, ...rest] = keys;
  if (key === undefined || host === null) return;
  if (Array.isArray(host)) {
    for (const entry of host) walk(call, references, entry, keys, path, owner, trail);
    return;
  }
  if (!isPlain(host)) throw badParam(`This property cannot be expanded (${path.whole}).`, path.param);
  const isObject = typeof host['object'] === 'string' && host['object'] !== 'list';
  const near = isObject ? host : owner;
  const way = isObject ? [key] : [...trail, key];
  const reference = references[String(near?.['object'])]?.[way.join('.')];
  if (reference && near) host[key] = follow(call, reference, near, host[key]);
  else if (rest.length === 0 || typeof host[key] !== 'object') throw cannot(path, host);
  walk(call, references, host[key], rest, path, near, host['object'] === 'list' ? [] : way);
};

/** Applies `expand[]` to a response: replaces ids by the objects that they refer to. */
export const expand = (call: Call, references: References, answer: object, raw: Raw | undefined): object => {
  if (raw === undefined) return answer;
  if (!Array.isArray(raw)) throw badParam('Invalid array', 'expand');
  const grown: object = structuredClone(answer);
  raw.forEach((entry, index) => {
    const param = `expand[${index}]`;
    if (typeof entry !== 'string' || entry === '') throw badParam('Invalid string', param);
    const path = { whole: entry, param };
    const keys = entry.split('.');
    if (keys.length > deepest)
      throw badParam(
        `You cannot expand more than ${deepest} levels of a property. Property: ${entry}`,
        path.param,
      );
    walk(call, references, grown, keys, path);
  });
  return grown;
};
