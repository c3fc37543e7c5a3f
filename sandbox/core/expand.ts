import { invalidParam } from './api-error.ts';
import type { CallContext, Reference } from './call-context.ts';
import { withoutHidden } from './event-recorder.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import type { ObjectName } from './objects.ts';
import type { RawParam } from './params.ts';

export type References = Record<string, Record<string, Reference>>;
type Path = { fullPath: string; param: string };

const MAX_DEPTH = 4;

const loadReference = (call: CallContext, type: ObjectName, id: unknown): unknown => {
  if (typeof id !== 'string') return id;
  const repository = type === 'account' ? call.platform : call.repository;
  const object = repository.find(type, id);
  return object ? withoutHidden(object) : { id, object: type, deleted: true };
};

const resolveReference = (call: CallContext, reference: Reference, owner: JsonObject, value: unknown): unknown => {
  if (typeof reference === 'function') return isJsonObject(value) ? value : reference(call, owner);
  return Array.isArray(value)
    ? value.map((id) => loadReference(call, reference, id))
    : loadReference(call, reference, value);
};

const cannotExpand = ({ fullPath, param }: Path, host: JsonObject): Error => {
  const hint = host['object'] === 'list' ? ` You may want to try expanding 'data.${fullPath}' instead.` : '';
  return invalidParam(`This property cannot be expanded (${fullPath}).${hint}`, param);
};

/** Follows `keys` from `host`. `owner` is the nearest Stripe object and `trail` the path from it. */
const expandPath = (
  call: CallContext,
  references: References,
  host: unknown,
  keys: string[],
  path: Path,
  owner?: JsonObject,
  trail: string[] = [],
): void => {
  const [key, ...rest] = keys;
  if (key === undefined || host === null) return;
  if (Array.isArray(host)) {
    for (const entry of host) expandPath(call, references, entry, keys, path, owner, trail);
    return;
  }
  if (!isJsonObject(host)) throw invalidParam(`This property cannot be expanded (${path.fullPath}).`, path.param);
  const isObject = typeof host['object'] === 'string' && host['object'] !== 'list';
  const nearestObject = isObject ? host : owner;
  const keyPath = isObject ? [key] : [...trail, key];
  const reference = references[String(nearestObject?.['object'])]?.[keyPath.join('.')];
  if (reference && nearestObject) host[key] = resolveReference(call, reference, nearestObject, host[key]);
  else if (rest.length === 0 || typeof host[key] !== 'object') throw cannotExpand(path, host);
  expandPath(call, references, host[key], rest, path, nearestObject, host['object'] === 'list' ? [] : keyPath);
};

/** Applies `expand[]` to a response: replaces ids by the objects that they refer to. */
export const expand = (
  call: CallContext,
  references: References,
  response: object,
  raw: RawParam | undefined,
): object => {
  if (raw === undefined) return response;
  if (!Array.isArray(raw)) throw invalidParam('Invalid array', 'expand');
  const expanded: object = structuredClone(response);
  raw.forEach((entry, index) => {
    const param = `expand[${index}]`;
    if (typeof entry !== 'string' || entry === '') throw invalidParam('Invalid string', param);
    const path = { fullPath: entry, param };
    const keys = entry.split('.');
    if (keys.length > MAX_DEPTH)
      throw invalidParam(
        `You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${entry}`,
        path.param,
      );
    expandPath(call, references, expanded, keys, path);
  });
  return expanded;
};
