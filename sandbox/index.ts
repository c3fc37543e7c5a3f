import { Hono } from 'hono';

import { accountLinks, accounts, oauth, countrySpecs } from './api/accounts.ts';
import { checkoutSessions } from './api/checkout-sessions.ts';
import { coupons } from './api/coupons.ts';
import { customers } from './api/customers.ts';
import { events, webhookEndpoints } from './api/events.ts';
import { invoices } from './api/invoices.ts';
import { portalConfigurations } from './api/portal-configurations.ts';
import { portalSessions } from './api/portal-sessions.ts';
import { prices } from './api/prices.ts';
import { products } from './api/products.ts';
import { subscriptionSchedules } from './api/subscription-schedules.ts';
import { subscriptionChanges, subscriptions } from './api/subscriptions.ts';
import { createApiHandler, sha256Hex } from './core/api-handler.ts';
import {
  NO_REQUEST,
  createCallContext,
  type CallContext,
  type EventRequest,
  type Resource,
  type CallDependencies,
} from './core/call-context.ts';
import { createClock, type Clock, type MovableClock } from './core/clock.ts';
import { createConditions, type Conditions, type ConditionsControl } from './core/conditions.ts';
import { createDeliveryFaults, type DeliveryFaults, type DeliveryFaultsControl } from './core/delivery-faults.ts';
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_RETRY_DELAYS_MS,
  deliverByFetch,
  openDeliveryQueue,
  type Deliver,
} from './core/delivery-queue.ts';
import { createEventRecorder, type SandboxEndpoint } from './core/event-recorder.ts';
import type { References } from './core/expand.ts';
import { createScheduler, type Scheduler } from './core/scheduler.ts';
import { openStore, type Store } from './core/store.ts';
import { hostedPages } from './hosted-pages.ts';
import type { PageDependencies } from './pages/page-dependencies.ts';
import { balanceTransactions } from './payments/balance-transactions.ts';
import { charges } from './payments/charges.ts';
import { disputes } from './payments/disputes.ts';
import { invoicePayments } from './payments/invoice-payments.ts';
import { paymentIntents } from './payments/payment-intents.ts';
import { paymentMethods } from './payments/payment-methods.ts';
import { refunds } from './payments/refunds.ts';

export type { Conditions } from './core/conditions.ts';
export type { SandboxEndpoint } from './core/event-recorder.ts';
export type { DeliveryStats, DeliveryFaults, DeliveryFaultsControl } from './core/delivery-faults.ts';

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
  concurrency?: number;
  /** Delivery faults (lost, duplicated and reordered events) from the first event on. Default: none. */
  deliveryFaults?: DeliveryFaults;
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
  deliveryFaults: DeliveryFaultsControl;
  /** Simulated conditions; also at /sandbox/conditions. */
  conditions: ConditionsControl;
  /** Resolves when no delivery is in progress and none is due now. */
  waitForDeliveries: () => Promise<void>;
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

const apiEndpoints = resources.flatMap((resource) => resource.endpoints);
const references: References = Object.assign({}, ...resources.map((resource) => resource.references ?? {}));
const taskHandlers = Object.assign({}, ...resources.map((resource) => resource.scheduledTasks ?? {}));

const createDependencies = (
  options: SandboxOptions,
  store: Store,
  clock: Clock,
  deliveryFaults: DeliveryFaultsControl,
): CallDependencies => ({
  store,
  clock,
  origin: options.origin,
  endpoints: options.endpoints.map(({ url, scope }) => ({
    id: `we_1${sha256Hex(`${scope} ${url}`).slice(0, 23)}`,
    url,
    scope,
  })),
  recordEvent: createEventRecorder(store, options.endpoints, deliveryFaults.planDeliveries),
});

/** Wraps the clock for callers; `afterMove` is called after a move has run all due tasks. */
const createSandboxClock = (clock: MovableClock, scheduler: Scheduler, afterMove: () => void): SandboxClock => ({
  now: clock.appNow,
  moveTo: (to) => {
    clock.moveTo(to);
    scheduler.runDueTasks();
    afterMove();
  },
});

/** Transactions of the hosted pages: due tasks run first, deliveries are sent afterwards. */
const createTransactions = (
  store: Store,
  before: () => void,
  after: () => void,
  call: (account: string) => CallContext,
): PageDependencies['inTransaction'] => {
  return (account, work) => {
    before();
    const result = store.transaction(() => work(call(account)));
    after();
    return result;
  };
};

/** A sandbox without its identity providers, which are mounted in its pages. */
type SandboxWithoutIdentity = Omit<Sandbox, 'identity'>;

const withIdentity = (sandbox: SandboxWithoutIdentity): Sandbox => {
  const mounted = new Hono().route('/sandbox', sandbox.pages);
  return { ...sandbox, identity: async (input, init) => mounted.fetch(new Request(input, init)) };
};

/** Opens a Stripe sandbox: its API as a `fetch`, its pages as a Hono app, its events on their own queue. */
export const openSandbox = (options: SandboxOptions): Sandbox => {
  const { endpoints, origin, deliver = deliverByFetch, retryDelays = DEFAULT_RETRY_DELAYS_MS } = options;
  const { concurrency = DEFAULT_CONCURRENCY, receiver = false } = options;
  const store = openStore(options.file);
  const conditionChecks = createConditions(options.conditions, options.realTime);
  const clock = createClock(store, options.realTime, conditionChecks.clockDriftMs);
  const deliveryFaults = createDeliveryFaults(store, options.deliveryFaults);
  const dependencies = createDependencies(options, store, clock, deliveryFaults);
  const queue = openDeliveryQueue(store, { endpoints, deliver, retryDelays, concurrency });
  const createContext = (account: string, request: EventRequest = NO_REQUEST): CallContext =>
    createCallContext(dependencies, account, request);
  const scheduler = createScheduler(store, clock, taskHandlers, createContext, queue.wake);
  const runFollowUps = (): void => {
    queue.wake();
    scheduler.scheduleNext();
  };
  const sandboxClock = createSandboxClock(clock, scheduler, runFollowUps);
  const requestHooks = {
    conditions: conditionChecks,
    beforeRequest: scheduler.runDueTasks,
    afterRequest: runFollowUps,
  };
  const inTransaction = createTransactions(store, scheduler.runDueTasks, runFollowUps, createContext);
  const sharedControls = { clock: sandboxClock, deliveryFaults, conditions: conditionChecks.control };
  return withIdentity({
    api: createApiHandler({
      store,
      endpoints: apiEndpoints,
      references,
      call: createContext,
      ...requestHooks,
    }),
    pages: hostedPages({
      inTransaction,
      findAccountOf: store.findAccountOf,
      origin,
      now: clock.now,
      hasReceiver: receiver,
      ...sharedControls,
    }),
    now: clock.appNow,
    ...sharedControls,
    waitForDeliveries: queue.waitForDeliveries,
    close: async () => {
      scheduler.stop();
      await queue.stop();
      store.close();
    },
  });
};
