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
  /** Address at which browsers reach the hosted pages, without a slash at its end. */
  origin: string;
  /** Where signed events go. */
  endpoints: SandboxEndpoint[];
  deliver?: Deliver;
  /** Milliseconds between delivery tries. */
  retryDelays?: number[];
  /** Deliveries under way at once. */
  parallel?: number;
  /** Events are lost, doubled and mixed up from the first one on; left out: until somebody asks for it. */
  storm?: Storm;
  /** Circumstances that are out of the ordinary from the first request on. */
  conditions?: Partial<Conditions>;
  /** What the clock goes on by while nobody moves it, in milliseconds; deliveries keep to the real time. */
  realTime?: () => number;
  /** Stands for programs of sellers too: /sandbox/receiver takes webhooks and shows them. */
  receiver?: boolean;
};

/** The clock that all of the sandbox goes by. Deliveries alone go by real time. */
export type SandboxClock = {
  now: () => Date;
  /** Forward only. All that falls due on the way is done, in order, each at its time. */
  moveTo: (to: Date) => void;
};

export type Sandbox = {
  /** Answers /v1/*, /oauth/token and /oauth/deauthorize, for Stripe.createFetchHttpClient. */
  api: typeof fetch;
  /** Hosted pages, to be mounted at /sandbox. */
  pages: Hono;
  /** Answers /sandbox/identity/* as the pretend identity providers. */
  identity: typeof fetch;
  now: () => Date;
  clock: SandboxClock;
  /** Bad weather for deliveries, and what has become of them so far; also at /sandbox/storm. */
  storm: StormKeys;
  /** Out-of-the-ordinary circumstances; also at /sandbox/conditions. */
  conditions: ConditionsControl;
  /** Resolves when no delivery is under way and none is due right now. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
};

/** Every part of Stripe that is played; a new file of api/ is named here and nowhere else. */
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

/** The clock as others may use it: `done` once all that fell due on the way has been done. */
const movable = (clock: MovableClock, alarms: Alarms, done: () => void): SandboxClock => ({
  now: clock.appNow,
  moveTo: (to) => {
    clock.setTo(to);
    alarms.ringDue();
    done();
  },
});

/** Transactions of the hosted pages: what is due comes first, what they cause goes out afterwards. */
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

/** Everything of a sandbox but its identity providers, which are a part of its pages. */
type Opened = Omit<Sandbox, 'identity'>;

const withIdentity = (opened: Opened): Sandbox => {
  const mounted = new Hono().route('/sandbox', opened.pages);
  return { ...opened, identity: async (input, init) => mounted.fetch(new Request(input, init)) };
};

/** Opens a pretend Stripe: its API as a fetch, its pages as a Hono app, its events on their own queue. */
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
