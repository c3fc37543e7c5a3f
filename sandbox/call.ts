import type { Clock } from './clock.ts';
import type { EventRecorder } from './events.ts';
import type { Raw } from './form.ts';
import type { ObjectName } from './objects.ts';
import { shape, type Read, type Rule } from './params.ts';
import type { Books } from './books.ts';
import type { Store } from './store.ts';

/** Everything that one API request, form post or scheduled task may use, for one account. */
export type Call = {
  account: string;
  books: Books;
  platform: Books;
  sql: Store['sql'];
  now: number;
  origin: string;
  endpoints: { id: string; url: string; scope: 'platform' | 'connect' }[];
  emit: (type: string, object: object, before?: object) => void;
  /** Schedules the task `kind` for the object with this id; it runs when the clock reaches `due` (seconds). */
  alarm: (due: number, kind: string, id: string) => void;
  /** Returns the same context for another account. */
  on: (account: string) => Call;
};

export type Endpoint = {
  method: string;
  path: string;
  /** Parses the parameters, then returns the handler. Parse errors are not stored under an Idempotency-Key. */
  read: (raw: { [key: string]: Raw }) => (call: Call, ids: string[]) => object;
};

/** How a property is expanded: to the object that its id refers to, or to a value that is computed on request. */
export type Reference = ObjectName | ((call: Call, owner: Record<string, unknown>) => unknown);

/** One file of api/: its endpoints, its expandable properties by object type and path, and its scheduled tasks. */
export type Resource = {
  endpoints: Endpoint[];
  references?: Record<string, Record<string, Reference>>;
  alarms?: Record<string, (call: Call, id: string) => void>;
};

type Keys = { [key: string]: Rule<unknown> };

/** Declares an endpoint. `path` has the form '/v1/coupons/:id'; ids are passed on in order. */
export const endpoint = <K extends Keys>(
  door: `${'GET' | 'POST' | 'DELETE'} /${string}`,
  keys: K,
  answer: (call: Call, params: Read<K>, id: string) => object,
): Endpoint => {
  const [method = '', path = ''] = door.split(' ');
  const rule = shape(keys);
  return {
    method,
    path,
    read: (raw) => {
      const params = rule(raw, '') ?? ({} as Read<K>);
      return (call, ids) => answer(call, params, ids[0] ?? '');
    },
  };
};

/** The API request that an event names as its cause; null fields when a hosted page or a scheduled task caused it. */
export type Caused = { id: string | null; idempotency_key: string | null };
export const nobody: Caused = { id: null, idempotency_key: null };

export type World = {
  store: Store;
  clock: Clock;
  origin: string;
  endpoints: Call['endpoints'];
  record: EventRecorder;
};

export const openCall = (world: World, account: string, request: Caused): Call => {
  const now = world.clock.seconds();
  return {
    account,
    now,
    origin: world.origin,
    endpoints: world.endpoints,
    sql: world.store.sql,
    books: world.store.books(account),
    platform: world.store.books(''),
    emit: (type, object, before) => world.record({ account, type, object, before, request, now }),
    alarm: (due, kind, id) => {
      world.store
        .sql('INSERT INTO alarms (account, kind, id, due) VALUES (?, ?, ?, ?)')
        .run(account, kind, id, due);
    },
    on: (other) => openCall(world, other, request),
  };
};
