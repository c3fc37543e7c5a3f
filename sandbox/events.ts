import { publishEvent } from './diagnostics.ts';
import { newId } from './ids.ts';
import type { SandboxEvent } from './objects.ts';
import type { Store } from './store.ts';
import { calm, type Weather } from './storm.ts';

export const apiVersion = '2026-10-28.endive';
/** `secret` is the whole signing secret, including `whsec_`. */
export type SandboxEndpoint = { url: string; secret: string; scope: 'platform' | 'connect' };

export type Occurrence = {
  account: string;
  type: string;
  object: object;
  before?: object | undefined;
  request: { id: string | null; idempotency_key: string | null };
  now: number;
};
export type EventRecorder = (occurrence: Occurrence) => void;

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the previous values of changed attributes; nested groups are reduced to their changed keys. */
export const previousAttributes = (before: Plain, after: Plain): Plain => {
  const changed: Plain = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[key], after[key]];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    changed[key] = isPlain(was) && isPlain(is) ? previousAttributes(was, is) : (was ?? null);
  }
  return changed;
};

/** Returns the object as the API shows it, without the sandbox's `hidden` properties. */
export const visible = (object: object): Plain => {
  const { hidden: _, ...rest } = object as Plain;
  return rest;
};

/** Queues the deliveries of one event: one immediate delivery unless delivery faults are configured. */
const queueDeliveries = (store: Store, event: SandboxEvent, to: SandboxEndpoint, weather: Weather): void => {
  const body = JSON.stringify(event, null, 2);
  const row =
    'INSERT INTO deliveries (account, event, url, scope, body, state, due) VALUES (?, ?, ?, ?, ?, ?, ?)';
  const queue = (state: 'waiting' | 'dropped', delay: number): void => {
    store.sql(row).run(event.account ?? '', event.id, to.url, to.scope, body, state, Date.now() + delay);
  };
  const delays = weather();
  if (delays.length === 0) queue('dropped', 0);
  for (const delay of delays) queue('waiting', delay);
};

/** Creates a recorder that stores an event and queues its deliveries to matching endpoints, sent after the commit. */
export const eventRecorder = (
  store: Store,
  endpoints: SandboxEndpoint[],
  weather: Weather = calm,
): EventRecorder => {
  return ({ account, type, object, before, request, now }) => {
    const scope = account === '' ? 'platform' : 'connect';
    const receivers = endpoints.filter((endpoint) => endpoint.scope === scope);
    const seen = visible(object);
    const event: SandboxEvent = {
      id: newId('evt_1', 23),
      object: 'event',
      ...(account !== '' && { account }),
      api_version: apiVersion,
      created: now,
      data: {
        object: seen,
        ...(before && { previous_attributes: previousAttributes(visible(before), seen) }),
      },
      livemode: false,
      pending_webhooks: receivers.length,
      request,
      type,
    };
    store.books(account).insert('event', event);
    publishEvent(event);
    for (const receiver of receivers) queueDeliveries(store, event, receiver, weather);
  };
};
