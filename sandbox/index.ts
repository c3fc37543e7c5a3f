import { Hono } from 'hono';
import { accountLinks } from './api/account-links.ts';
import { accounts } from './api/accounts.ts';
import { balanceTransactions } from './api/balance-transactions.ts';
import { charges } from './api/charges.ts';
import { checkoutSessions } from './api/checkout-sessions.ts';
import { countrySpecs } from './api/country-specs.ts';
import { coupons } from './api/coupons.ts';
import { customers } from './api/customers.ts';
import { disputes } from './api/disputes.ts';
import { events } from './api/events.ts';
import { invoicePayments } from './api/invoice-payments.ts';
import { invoices } from './api/invoices.ts';
import { oauth } from './api/oauth.ts';
import { paymentIntents } from './api/payment-intents.ts';
import { paymentMethods } from './api/payment-methods.ts';
import { portalConfigurations } from './api/portal-configurations.ts';
import { portalSessions } from './api/portal-sessions.ts';
import { prices } from './api/prices.ts';
import { products } from './api/products.ts';
import { refunds } from './api/refunds.ts';
import { subscriptionChanges } from './api/subscription-changes.ts';
import { subscriptionSchedules } from './api/subscription-schedules.ts';
import { subscriptions } from './api/subscriptions.ts';
import { webhookEndpoints } from './api/webhook-endpoints.ts';
import { openAlarms, type Alarms } from './alarms.ts';
import { nobody, openCall, type Call, type Caused, type Resource, type World } from './call.ts';
import { openClock, type Clock, type MovableClock } from './clock.ts';
import { openConditions, type Conditions, type ConditionsControl } from './conditions.ts';
import { openDoor } from './door.ts';
import { eventRecorder, type SandboxEndpoint } from './events.ts';
import type { References } from './expand.ts';
import { hashOf } from './idempotency.ts';
import type { Desk } from './pages/desk.ts';
import { hostedPages } from './pages/pages.ts';
import { defaultParallel, defaultRetryDelays, deliverByFetch, openQueue, type Deliver } from './queue.ts';
import { openStore, type Store } from './store.ts';
import { openWeather, type Storm, type StormKeys } from './storm.ts';

export type { Conditions } from './conditions.ts';
export type { SandboxEndpoint } from './events.ts';
export type { DeliveryFigures, Storm, StormKeys } from './storm.ts';

export type SandboxOptions = {
  /** SQLite file; null keeps everything in memory. */
  file: string | null;
  /** Base URL at which browsers reach the hosted pages, without a trailing slash. */
  origin: string;
  /** Webhook endpoints that receive signed events. */
  endpoints: SandboxEndpoint[];
  deliver?: Deliver;
  /** Milliseconds between delivery tries. */
  retryDelays?: number[];
  /** Maximum number of concurrent deliveries. */
  parallel?: number;
  /** Delivery faults (lost, duplicated and reordered events) from the first event on. Default: none. */
  storm?: Storm;
  /** Conditions that differ from the ordinary ones from the first request on. */
  conditions?: Partial<Conditions>;
  /** Real time in milliseconds, on which the clock is based; deliveries always use the system clock. */
  realTime?: () => number;
  /** Mounts /sandbox/receiver, which accepts and shows sellers' outgoing webhooks. */
  receiver?: boolean;
};

/** The business clock of the sandbox. Only deliveries use real time. */
export type SandboxClock = {
  now: () => Date;
  /** Moves forward only. Runs every task that becomes due, in order, each at its due time. */
  moveTo: (to: Date) => void;
};

export type Sandbox = {
  /** Answers /v1/*, /oauth/token and /oauth/deauthorize; for Stripe.createFetchHttpClient. */
  api: typeof fetch;
  /** Hosted pages, to be mounted at /sandbox. */
  pages: Hono;
  /** Answers /sandbox/identity/* as the mock identity providers. */
  identity: typeof fetch;
  now: () => Date;
  clock: SandboxClock;
  /** Delivery faults and delivery statistics; also at /sandbox/storm. */
  storm: StormKeys;
  /** Simulated conditions; also at /sandbox/conditions. */
  conditions: ConditionsControl;
  /** Resolves when no delivery is in progress and none is due now. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
};

/** Every implemented part of the Stripe API. A new file of api/ is registered only here. */
const resources: Resource[] = [
  accounts,
  accountLinks,
  balanceTransactions,
  charges,
  checkoutSessions,
  countrySpecs,
  coupons,
  customers,
  disputes,
  events,
  invoicePayments,
  invoices,
  oauth,
  paymentIntents,
  paymentMethods,
  portalConfigurations,
  portalSessions,
  prices,
  products,
  refunds,
  subscriptionChanges,
  subscriptionSchedules,
  subscriptions,
  webhookEndpoints,
];

const doors = resources.flatMap((resource) => resource.endpoints);
const references: References = Object.assign({}, ...resources.map((resource) => resource.references ?? {}));
const alarmRings = Object.assign({}, ...resources.map((resource) => resource.alarms ?? {}));

const worldOf = (options: SandboxOptions, store: Store, clock: Clock, storm: StormKeys): World => ({
  store,
  clock,
  origin: options.origin,
  endpoints: options.endpoints.map(({ url, scope }) => ({
    id: `we_1${hashOf(`${scope} ${url}`).slice(0, 23)}`,
    url,
    scope,
  })),
  record: eventRecorder(store, options.endpoints, storm.weather),
});

/** Wraps the clock for callers; `afterMove` is called after a move has run all due tasks. */
const movable = (clock: MovableClock, alarms: Alarms, done: () => void): SandboxClock => ({
  now: clock.appNow,
  moveTo: (to) => {
    clock.setTo(to);
    alarms.ringDue();
    done();
  },
});

/** Transactions of the hosted pages: due tasks run first, deliveries are sent afterwards. */
const transactionsOf = (
  store: Store,
  before: () => void,
  after: () => void,
  call: (account: string) => Call,
): Desk['act'] => {
  return (account, work) => {
    before();
    const result = store.transaction(() => work(call(account)));
    after();
    return result;
  };
};

/** A sandbox without its identity providers, which are mounted in its pages. */
type Opened = Omit<Sandbox, 'identity'>;

const withIdentity = (opened: Opened): Sandbox => {
  const mounted = new Hono().route('/sandbox', opened.pages);
  return { ...opened, identity: async (input, init) => mounted.fetch(new Request(input, init)) };
};

/** Opens a Stripe sandbox: its API as a `fetch`, its pages as a Hono app, its events on their own queue. */
export const openSandbox = (options: SandboxOptions): Sandbox => {
  const { endpoints, origin, deliver = deliverByFetch, retryDelays = defaultRetryDelays } = options;
  const { parallel = defaultParallel, receiver = false } = options;
  const store = openStore(options.file);
  const conditions = openConditions(options.conditions, options.realTime);
  const clock = openClock(store, options.realTime, conditions.clockMs);
  const storm = openWeather(store, options.storm);
  const world = worldOf(options, store, clock, storm);
  const queue = openQueue(store, { endpoints, deliver, retryDelays, parallel });
  const call = (account: string, request: Caused = nobody): Call => openCall(world, account, request);
  const alarms = openAlarms(store, clock, alarmRings, call, queue.ring);
  const go = (): void => {
    queue.ring();
    alarms.plan();
  };
  const moved = movable(clock, alarms, go);
  const around = { conditions, beforeCall: alarms.ringDue, afterCall: go };
  const act = transactionsOf(store, alarms.ringDue, go, call);
  const shared = { clock: moved, storm, conditions: conditions.control };
  return withIdentity({
    api: openDoor({ store, endpoints: doors, references, call, ...around }),
    pages: hostedPages({ act, holderOf: store.holderOf, origin, now: clock.now, receiver, ...shared }),
    now: clock.appNow,
    ...shared,
    settled: queue.settled,
    close: async () => {
      alarms.stop();
      await queue.stop();
      store.close();
    },
  });
};
