import type { Clock } from './clock.ts';
import type { EventRecorder } from './event-recorder.ts';
import type { ObjectName, Objects } from './objects.ts';
import { type RawParam, shape, type ParamRules, type ParamValues } from './params.ts';
import type { ObjectRepository, Store } from './store.ts';

/** The API request that an event names as its cause; null fields when a hosted page or a scheduled task caused it. */
export type EventRequest = { id: string | null; idempotency_key: string | null };
export const NO_REQUEST: EventRequest = { id: null, idempotency_key: null };

type CallDependencies = {
  store: Store;
  clock: Clock;
  origin: string;
  endpoints: { id: string; url: string; scope: 'platform' | 'connect' }[];
  recordEvent: EventRecorder;
};

/**
 * Stripe documents previous attributes for `*.updated` only, but also sends them for a refunded charge and for the
 * customer of a detached payment method.
 */
const hasPreviousAttributes = (event: string): boolean =>
  event.endsWith('.updated') || event === 'charge.refunded' || event === 'payment_method.detached';

/** Everything that one API request, form post or scheduled task may use, for one account. */
export class CallContext {
  readonly #dependencies: CallDependencies;
  readonly #request: EventRequest;
  readonly account: string;
  readonly now: number;
  readonly origin: string;
  readonly endpoints: CallDependencies['endpoints'];
  readonly sql: Store['sql'];
  readonly repository: ObjectRepository;
  readonly platform: ObjectRepository;

  constructor(dependencies: CallDependencies, account: string, request: EventRequest) {
    this.#dependencies = dependencies;
    this.#request = request;
    this.account = account;
    this.now = dependencies.clock.seconds();
    this.origin = dependencies.origin;
    this.endpoints = dependencies.endpoints;
    this.sql = dependencies.store.sql;
    this.repository = dependencies.store.repository(account);
    this.platform = dependencies.store.repository('');
  }

  emit(type: string, object: object, before?: object): void {
    const { account, now } = this;
    this.#dependencies.recordEvent({ account, type, object, before, request: this.#request, now });
  }

  /** Inserts an object and emits `event` about it. */
  insert<T extends ObjectName>(type: T, object: Objects[T], event: string): Objects[T] {
    this.emit(event, this.repository.insert(type, object));
    return object;
  }

  /** Updates an object and emits `events` about it, with its previous attributes where Stripe sends them. */
  update<T extends ObjectName>(type: T, id: string, change: Partial<Objects[T]>, ...events: string[]): Objects[T] {
    const before = this.repository.get(type, id);
    const after = this.repository.update(type, id, change);
    for (const event of events) this.emit(event, after, hasPreviousAttributes(event) ? before : undefined);
    return after;
  }

  /** Schedules the task `kind` for the object with this id; it runs when the clock reaches `due` (seconds). */
  schedule(due: number, kind: string, id: string): void {
    this.sql('INSERT INTO alarms (account, kind, id, due) VALUES (?, ?, ?, ?)').run(this.account, kind, id, due);
  }

  /** Returns the same context for another account. */
  forAccount(account: string): CallContext {
    return new CallContext(this.#dependencies, account, this.#request);
  }
}

export type Endpoint = {
  method: string;
  path: string;
  /** Parses the parameters, then returns the handler. Parse errors are not stored under an Idempotency-Key. */
  parse: (raw: { [key: string]: RawParam }) => (call: CallContext, ids: string[]) => object;
};

/** How a property is expanded: to the object that its id refers to, or to a value that is computed on request. */
export type Reference = ObjectName | ((call: CallContext, owner: Record<string, unknown>) => unknown);

/** One file of api/: its endpoints, its expandable properties by object type and path, and its scheduled tasks. */
export type Resource = {
  endpoints: Endpoint[];
  references?: Record<string, Record<string, Reference>>;
  scheduledTasks?: Record<string, (call: CallContext, id: string) => void>;
};

/** Declares an endpoint. `path` has the form '/v1/coupons/:id'; ids are passed on in order. */
export const endpoint = <K extends ParamRules>(
  route: `${'GET' | 'POST' | 'DELETE'} /${string}`,
  rules: K,
  handler: (call: CallContext, params: ParamValues<K>, id: string) => object,
): Endpoint => {
  const [method = '', path = ''] = route.split(' ');
  const rule = shape(rules);
  return {
    method,
    path,
    parse: (raw) => {
      const params = rule(raw, '') ?? ({} as ParamValues<K>);
      return (call, ids) => handler(call, params, ids[0] ?? '');
    },
  };
};
