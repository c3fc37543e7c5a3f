import { planImmediateDelivery, type DeliveryPlanner } from './delivery-faults.ts';
import { publishEvent } from './diagnostics.ts';
import { newId } from './ids.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import type { SandboxEvent } from './objects.ts';
import type { Store } from './store.ts';

export const API_VERSION = '2026-10-28.endive';
/** `secret` is the whole signing secret, including `whsec_`. */
export type SandboxEndpoint = { url: string; secret: string; scope: 'platform' | 'connect' };

type EventInput = {
  account: string;
  type: string;
  object: object;
  before?: object | undefined;
  request: { id: string | null; idempotency_key: string | null };
  now: number;
};
export type EventRecorder = (occurrence: EventInput) => void;

/** Returns the previous values of changed attributes; nested groups are reduced to their changed keys. */
export const previousAttributes = (before: JsonObject, after: JsonObject): JsonObject => {
  const changed: JsonObject = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [previous, current] = [before[key], after[key]];
    if (JSON.stringify(previous) === JSON.stringify(current)) continue;
    changed[key] =
      isJsonObject(previous) && isJsonObject(current) ? previousAttributes(previous, current) : (previous ?? null);
  }
  return changed;
};

/** Returns the object as the API shows it, without the sandbox's `hidden` properties. */
export const withoutHidden = (object: object): JsonObject => {
  const { hidden: _, ...rest } = object as JsonObject;
  return rest;
};

/** Creates a recorder that stores an event and queues its deliveries to matching endpoints, sent after the commit. */
export const createEventRecorder = (
  store: Store,
  endpoints: SandboxEndpoint[],
  planDeliveries: DeliveryPlanner = planImmediateDelivery,
): EventRecorder => {
  /** Queues the deliveries of one event: one immediate delivery unless delivery faults are configured. */
  const queueDeliveries = ({ account = '', id }: SandboxEvent, body: string, { url, scope }: SandboxEndpoint): void => {
    const sql = 'INSERT INTO deliveries (account, event, url, scope, body, state, due) VALUES (?, ?, ?, ?, ?, ?, ?)';
    const insertDelivery = (state: 'waiting' | 'dropped', delay: number) =>
      store.sql(sql).run(account, id, url, scope, body, state, Date.now() + delay);
    const delays = planDeliveries();
    if (delays.length === 0) insertDelivery('dropped', 0);
    for (const delay of delays) insertDelivery('waiting', delay);
  };
  return ({ account, type, object, before, request, now }) => {
    const scope = account === '' ? 'platform' : 'connect';
    const receivers = endpoints.filter((endpoint) => endpoint.scope === scope);
    const publicObject = withoutHidden(object);
    const event: SandboxEvent = {
      id: newId('evt_1', 23),
      object: 'event',
      ...(account !== '' && { account }),
      api_version: API_VERSION,
      created: now,
      data: {
        object: publicObject,
        ...(before && { previous_attributes: previousAttributes(withoutHidden(before), publicObject) }),
      },
      livemode: false,
      pending_webhooks: receivers.length,
      request,
      type,
    };
    store.repository(account).insert('event', event);
    publishEvent(event);
    for (const receiver of receivers) queueDeliveries(event, JSON.stringify(event, null, 2), receiver);
  };
};
