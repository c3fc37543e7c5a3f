import { Hono } from 'hono';

import { accounts } from './api/accounts.ts';
import { checkoutSessions } from './api/checkout-sessions.ts';
import { coupons } from './api/coupons.ts';
import { customers } from './api/customers.ts';
import { events } from './api/events.ts';
import { invoices } from './api/invoices.ts';
import { paymentMethodConfigurations } from './api/payment-method-configurations.ts';
import { portalConfigurations } from './api/portal-configurations.ts';
import { portalSessions } from './api/portal-sessions.ts';
import { prices } from './api/prices.ts';
import { products } from './api/products.ts';
import { subscriptionSchedules } from './api/subscription-schedules.ts';
import { subscriptions } from './api/subscriptions.ts';
import { createApiHandler, sha256Hex } from './core/api-handler.ts';
import { NO_REQUEST, CallContext, type EventRequest, type Resource } from './core/call-context.ts';
import { createClock } from './core/clock.ts';
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
import { createScheduler } from './core/scheduler.ts';
import { openStore, type Store } from './core/store.ts';
import { hostedPages } from './hosted-pages.ts';
import type { PageDependencies } from './pages/page-dependencies.ts';
import type { SandboxApp } from './pages/sandbox-bar.ts';
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
  concurrency?: number;
  /** Delivery faults (lost, duplicated and reordered events) from the first event on. Default: none. */
  deliveryFaults?: DeliveryFaults;
  /** Conditions that differ from the ordinary ones from the first request on. */
  conditions?: Partial<Conditions>;
  /** Real time in milliseconds, on which the clock is based; deliveries always use the system clock. */
  realTime?: () => number;
  /** The app that the bar of every page links to. */
  app?: SandboxApp;
  /** Mounts /sandbox/receiver, which accepts and shows sellers' outgoing webhooks. */
  receiver?: boolean;
};

/** The business clock of the sandbox. Only deliveries use real time. */
type SandboxClock = {
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
  /** Delivery faults and delivery statistics; also at /sandbox/delivery-faults. */
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
  balanceTransactions,
  charges,
  checkoutSessions,
  coupons,
  customers,
  disputes,
  events,
  invoicePayments,
  invoices,
  paymentIntents,
  paymentMethodConfigurations,
  paymentMethods,
  portalConfigurations,
  portalSessions,
  prices,
  products,
  refunds,
  subscriptionSchedules,
  subscriptions,
];

const apiEndpoints = resources.flatMap((resource) => resource.endpoints);
const references: References = Object.assign({}, ...resources.map((resource) => resource.references ?? {}));
const taskHandlers = Object.assign({}, ...resources.map((resource) => resource.scheduledTasks ?? {}));

/** Transactions of the hosted pages: due tasks run first, deliveries are sent afterwards. */
const createTransactions =
  (
    store: Store,
    before: () => void,
    after: () => void,
    call: (account: string) => CallContext,
  ): PageDependencies['inTransaction'] =>
  (account, work) => {
    before();
    const result = store.transaction(() => work(call(account)));
    after();
    return result;
  };

const toContextEndpoint = ({ url, scope }: SandboxEndpoint): CallContext['endpoints'][number] => ({
  id: `we_1${sha256Hex(`${scope} ${url}`).slice(0, 23)}`,
  url,
  scope,
});

/** Opens a Stripe sandbox: its API as a `fetch`, its pages as a Hono app, its events on their own queue. */
export const openSandbox = (options: SandboxOptions): Sandbox => {
  const { endpoints, origin, deliver = deliverByFetch, retryDelays = DEFAULT_RETRY_DELAYS_MS } = options;
  const { concurrency = DEFAULT_CONCURRENCY, receiver = false, app = null } = options;
  const store = openStore(options.file);
  const conditions = createConditions(options.conditions, options.realTime);
  const clock = createClock(store, options.realTime, conditions.clockDriftMs);
  const deliveryFaults = createDeliveryFaults(store, options.deliveryFaults);
  const recordEvent = createEventRecorder(store, endpoints, deliveryFaults.planDeliveries);
  const dependencies = { store, clock, origin, endpoints: endpoints.map(toContextEndpoint), recordEvent };
  const call = (account: string, request: EventRequest = NO_REQUEST): CallContext =>
    new CallContext(dependencies, account, request);
  const queue = openDeliveryQueue(store, { endpoints, deliver, retryDelays, concurrency });
  const { runDueTasks, scheduleNext, stop } = createScheduler(store, clock, taskHandlers, call, queue.wake);
  const runFollowUps = (): void => {
    queue.wake();
    scheduleNext();
  };
  const moveTo = (to: Date): void => {
    clock.moveTo(to);
    runDueTasks();
    runFollowUps();
  };
  const controls = { clock: { now: clock.appNow, moveTo }, deliveryFaults, conditions: conditions.control };
  const pages = hostedPages({
    inTransaction: createTransactions(store, runDueTasks, runFollowUps, call),
    findAccountOf: store.findAccountOf,
    origin,
    now: clock.now,
    app,
    hasReceiver: receiver,
    ...controls,
  });
  const mounted = new Hono().route('/sandbox', pages);
  return {
    api: createApiHandler({
      store,
      endpoints: apiEndpoints,
      references,
      call,
      conditions,
      beforeRequest: runDueTasks,
      afterRequest: runFollowUps,
    }),
    pages,
    identity: async (input, init) => mounted.fetch(new Request(input, init)),
    now: clock.appNow,
    ...controls,
    waitForDeliveries: queue.waitForDeliveries,
    close: async () => {
      stop();
      await queue.stop();
      store.close();
    },
  };
};
