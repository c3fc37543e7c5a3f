import type { Clock } from './clock.ts';
import type { EventRecorder } from './events.ts';
import type { Raw } from './form.ts';
import type { ObjectName } from './objects.ts';
import { shape, type Read, type Rule } from './params.ts';
import type { Books } from './books.ts';
import type { Store } from './store.ts';

/** Everything that one request, form post or alarm may touch, for one account. */
export type Call = {
  account: string;
  books: Books;
  platform: Books;
  sql: Store['sql'];
  now: number;
  origin: string;
  endpoints: { id: string; url: string; scope: 'platform' | 'connect' }[];
  emit: (type: string, object: object, before?: object) => void;
  /** Has `kind` carried out for the object when the clock reaches `due`. */
  alarm: (due: number, kind: string, id: string) => void;
  /** The same call on another account's objects. */
  on: (account: string) => Call;
};

export type Endpoint = {
  method: string;
  path: string;
  /** Reads the parameters first (errors are not kept under an Idempotency-Key), then gives the work. */
  read: (raw: { [key: string]: Raw }) => (call: Call, ids: string[]) => object;
};

/** How a property may be expanded: to the object it names, or to something worked out on demand. */
export type Reference = ObjectName | ((call: Call, owner: Record<string, unknown>) => unknown);

/** One file of api/: doors, expandable properties by object and path, and what alarms do. */
export type Resource = {
  endpoints: Endpoint[];
  references?: Record<string, Record<string, Reference>>;
  alarms?: Record<string, (call: Call, id: string) => void>;
};

type Keys = { [key: string]: Rule<unknown> };

/** `path` as in '/v1/coupons/:id'; the ids are handed on in order. */
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

/** The request that an event is put down to; nobody's when a page or an alarm caused it. */
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
