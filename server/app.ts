import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Hono } from 'hono';
import type { Logger } from 'pino';

import { SITE } from '#content/site.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '#sandbox/index.ts';
import { sandboxBar, type SandboxApp } from '#sandbox/pages/sandbox-bar.ts';
import { openRevenueWorker, openViewsWorker } from '#server/analytics/jobs.ts';
import { openPlansWorker } from '#server/billing/jobs.ts';
import { openDomainsWorker } from '#server/domains/jobs.ts';
import { openEntitlementsWorker } from '#server/ledger/jobs.ts';
import { openInboxWorker } from '#server/payments/jobs.ts';
import { openReconcileWorker } from '#server/payments/reconcile-worker.ts';
import { createDashboardUrl } from '#server/stripe/connect.ts';
import { alertKeyRejected } from '#server/stripe/key-rejection.ts';
import { openDeliveriesWorker } from '#server/webhooks/jobs.ts';

import { PageViewBuffer } from './analytics/page-view-buffer.ts';
import { PageViewRecorder } from './analytics/page-view-recorder.ts';
import { createPageViewHandler } from './analytics/page-view-routes.ts';
import { authenticate, requireStepUp } from './auth/authenticate.ts';
import { createCaches } from './core/caches.ts';
import type { Config } from './core/config.ts';
import type { Context, WorkerName } from './core/context.ts';
import { Metrics } from './core/metrics.ts';
import { openRemoteClock } from './core/remote-clock.ts';
import type { Secrets } from './core/secrets.ts';
import type { Database } from './db/client.ts';
import { DownloadStreams } from './delivery/download-streams.ts';
import { createFileStore } from './delivery/file-store.ts';
import { openFilesWorker } from './delivery/jobs.ts';
import { SiteRegistry } from './domains/site-registry.ts';
import { openOutboxWorker } from './email/jobs.ts';
import { alertOperator } from './email/queries/outbox.ts';
import type { RenderEmail } from './email/send-mail.ts';
import { registerAppMetrics } from './http/app-metrics.ts';
import { startLoadMonitor, type LoadMonitor } from './http/overload.ts';
import { createRateLimitCache } from './http/rate-limits.ts';
import { createImageWorkers } from './images/image-worker-pool.ts';
import type { Worker } from './jobs/queue.ts';
import { createDns, type Dns } from './outgoing/dns.ts';
import { getFontFormat } from './pages/fonts/font-format.ts';
import { openFontsWorker, type FontSources } from './pages/fonts/jobs.ts';
import { PageCache } from './pages/page-cache.ts';
import type { RenderPages } from './pages/seller-documents.ts';
import { createCachedPageHandler } from './routes/document-routes.ts';
import { mountRoutes } from './routes/mount-routes.ts';
import { createPublicServices } from './routes/public-services.ts';
import { createStripeClients, type StripeClients, type StripeHooks } from './stripe/client.ts';
import { rateLimitedFetch } from './stripe/request-rate.ts';
import { StripeLimiter } from './stripe/stripe-limiter.ts';

type Workers = Record<WorkerName, Worker>;

/** `backgroundContext`: the context whose Stripe calls are rate-limited. */
const openWorkers = (context: Context, backgroundContext: Context, pagesEntry: PagesEntry | null): Workers => ({
  reconcile: openReconcileWorker(backgroundContext),
  inbox: openInboxWorker(context),
  plans: openPlansWorker(context),
  outbox: openOutboxWorker(context, pagesEntry?.renderMail ?? null),
  views: openViewsWorker(context),
  revenue: openRevenueWorker(context),
  domains: openDomainsWorker(context),
  deliveries: openDeliveriesWorker(context),
  entitlements: openEntitlementsWorker(context),
  fonts: openFontsWorker(context, pagesEntry && { ...pagesEntry, services: createPublicServices(context) }),
  files: openFilesWorker(context),
});

/** Resolves when no sandbox event is in flight and no worker has due work. */
async function waitForWorkers(
  sandbox: { waitForDeliveries: () => Promise<void> } | null,
  { reconcile, inbox, plans, entitlements, outbox, views, revenue, domains, deliveries, fonts, files }: Workers,
  { waitForReplication }: Pick<Context, 'waitForReplication'>,
): Promise<void> {
  // Work of one worker can call Stripe, whose events arrive again: repeat once.
  for (let pass = 0; pass < 2; pass++) {
    await sandbox?.waitForDeliveries();
    for (const worker of [reconcile, inbox, plans, entitlements]) await worker.waitUntilIdle();
  }
  for (const worker of [domains, deliveries, files, outbox, views, revenue, fonts]) await worker.waitUntilIdle();
  await waitForReplication();
}

/** Memory limit of the social-image worker: drawing text runs three WebAssembly programs, more than resizing photos. */
const SOCIAL_IMAGE_MEMORY_BYTES = 600 * 1024 * 1024;

/** Exports of the built React Router entry (`app/entry.app.tsx`). */
export type PagesEntry = {
  render: RenderPages;
  /** Without it, mail stays in the outbox. */
  renderMail?: RenderEmail;
  /** Without it, pages use full font files. */
  fonts?: FontSources;
};

export type AppOptions = {
  config: Config;
  secrets: Secrets;
  database: Database;
  log: Logger;
  /** File in which the sandbox keeps its state; null keeps it in memory. Unused with real Stripe or a remote sandbox. */
  sandboxFile: string | null;
  /** Null: the server has no documents, only machine endpoints. */
  pagesEntry: PagesEntry | null;
  /** Routes of the built client files; omitted when another server (Vite) serves them. */
  files?: Hono;
  dev?: boolean;
  realNow?: () => Date;
  /** `fetch` for calls to external services; defaults to the global one. */
  externalFetch?: typeof fetch;
  /** Defaults to a client of the configured name servers. */
  dns?: Dns;
  /** Wraps the in-process sandbox API, so that tests can inject network faults. */
  wrapStripe?: (next: Sandbox['api']) => Sandbox['api'];
  /** Wraps the delivery of sandbox events to this app, for the same purpose. */
  wrapEventDelivery?: (next: Deliver) => Deliver;
  /** Background requests to Stripe per second; omitted: the default rate. */
  backgroundRate?: number;
  /** Defaults to a monitor of this process's event loop. */
  loadMonitor?: LoadMonitor;
  /** Milliseconds by which the sandbox clock advances on its own. */
  sandboxTime?: () => number;
};

type Deliver = NonNullable<SandboxOptions['deliver']>;

export type App = {
  context: Context;
  fetch: (request: Request, env?: object) => Response | Promise<Response>;
  /** Answers a cached page or a page view before any other handler; returns false when `fetch` must answer it. */
  serveFromCache: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** All registered routes, so that tests can check every one. */
  routes: readonly { method: string; path: string }[];
  /** The in-process Stripe sandbox; null when Stripe is elsewhere. */
  sandbox: Sandbox | null;
  workers: Workers;
  /** Resolves when no event is in flight and no worker has due work. */
  waitUntilIdle: () => Promise<void>;
  /** Makes `/readyz` answer 503, so that load balancers stop routing here. Requests are still answered. */
  beginShutdown: () => void;
  /** Stops the workers; resolves when running work has ended. */
  stopWorkers: () => Promise<void>;
  close: () => Promise<void>;
};

/** Composition root. Everything that differs between a server and a test is an option. */
export function createApp(options: AppOptions): App {
  const { config, secrets, database, log, realNow = () => new Date() } = options;
  const sandbox = openAppSandbox(options, (request) => router.fetch(request));
  const { sites, pageCache, changes } = openCaches(options, realNow);
  const remoteClock = config.sandboxUrl ? openRemoteClock(config.sandboxUrl, realNow, log) : null;
  const loadMonitor = options.loadMonitor ?? startLoadMonitor(() => database.pools?.().shared.waiting ?? 0);
  const api = sandbox && (options.wrapStripe?.(sandbox.api) ?? sandbox.api);
  const stripeLimiter = new StripeLimiter();
  const hooks: StripeHooks = {
    onKeyRejected: (refusal) => void alertKeyRejected(context, refusal),
    onRateLimited: () => stripeLimiter.reduceConcurrency(),
  };
  const context: Context = {
    config,
    secrets,
    ...databaseHandlesOf(database),
    mode: config.mode,
    ...openMeteredStripe(config, api, hooks),
    stripeLimiter,
    dashboardUrl: createDashboardUrl(config),
    now: sandbox?.now ?? remoteClock?.now ?? realNow,
    realNow,
    fontFormat: getFontFormat(options.pagesEntry?.fonts),
    ...openImagePools(),
    ...externalServicesOf(options, sandbox),
    files: createFileStore(config),
    downloadStreams: new DownloadStreams(config.files),
    log,
    authenticate,
    requireStepUp,
    alertOperator: (db, alert) => alertOperator(context, db, alert),
    sites,
    pageViewBuffer: new PageViewBuffer(log),
    caches: createCaches(),
    wake: (name) => workers[name].wake(),
    rateLimitCache: createRateLimitCache(),
    waitForReplication: () => changes.waitForReplication(),
  };
  const pageViewRecorder = new PageViewRecorder(context);
  registerAppMetrics({ context, database, pageCache });
  const workers = openWorkers(context, createBackgroundContext(context, api, options, hooks), options.pagesEntry);
  const { imageWorkers, socialImageWorkers } = context;
  const resources = [sandbox, remoteClock, imageWorkers, socialImageWorkers, changes, loadMonitor, database];
  const { isClosing, ...steps } = shutdownSteps(Object.values(workers), resources);
  const sandboxMailBar = sandboxMailBarOf(config);
  const routeDependencies = { context, options, pageCache, pageViewRecorder, sandbox, isClosing, loadMonitor };
  const router = mountRoutes({ ...routeDependencies, sandboxMailBar });
  return {
    ...router,
    context,
    serveFromCache: options.dev ? () => false : createServeFromCache(context, pageCache, pageViewRecorder),
    sandbox,
    workers,
    waitUntilIdle: () => waitForWorkers(sandbox, workers, context),
    ...steps,
  };
}

const databaseHandlesOf = ({ db, reserved, dbHealth }: Database): Pick<Context, 'db' | 'reservedDb' | 'dbHealth'> => ({
  db,
  reservedDb: reserved,
  dbHealth,
});

/** Caches that a database notification invalidates: the sites by host and the rendered pages. */
function openCaches({ config, database, log }: AppOptions, realNow: () => Date) {
  const now = () => realNow().getTime();
  const sites = new SiteRegistry({ ...database, config, log, now });
  const pageCache = new PageCache({ ...database, log, now });
  // A page is rendered for its site, so the sites hear of a change first.
  const listeners = [sites.changeListener, pageCache];
  const changes = database.listen({
    onChange: (topic) => listeners.forEach((listener) => listener.onChange(topic)),
    onConnected: () => listeners.forEach((listener) => listener.onConnected()),
    onDisconnected: () => listeners.forEach((listener) => listener.onDisconnected()),
  });
  return { sites, pageCache, changes };
}

const externalServicesOf = (
  { config, dns, externalFetch = fetch }: AppOptions,
  sandbox: Sandbox | null,
): Pick<Context, 'externalFetch' | 'dns' | 'mockProviders'> => ({
  externalFetch,
  dns: dns ?? createDns(config.network.dnsServers),
  mockProviders: mockProvidersOf(config, sandbox, externalFetch),
});

const openImagePools = (): Pick<Context, 'imageWorkers' | 'socialImageWorkers'> => ({
  imageWorkers: createImageWorkers({ size: 2 }),
  socialImageWorkers: createImageWorkers({ size: 1, memory: SOCIAL_IMAGE_MEMORY_BYTES }),
});

/** Cached pages come before everything else, and the page view that each of them reports comes second. */
function createServeFromCache(
  context: Context,
  pageCache: PageCache,
  recorder: PageViewRecorder,
): App['serveFromCache'] {
  const serveCachedPage = createCachedPageHandler(context, pageCache);
  const servePageView = createPageViewHandler(context, recorder);
  return (request, response) => serveCachedPage(request, response) || servePageView(request, response);
}

/** Metrics and the Stripe clients whose calls they measure. */
function openMeteredStripe(
  config: Config,
  api: Sandbox['api'] | null,
  hooks: StripeHooks,
): Pick<Context, 'metrics'> & StripeClients {
  const metrics = new Metrics();
  return { metrics, ...createStripeClients(config, { api, metrics, ...hooks }) };
}

/** Copy of the context whose Stripe calls are rate-limited, for background work. */
function createBackgroundContext(
  context: Context,
  api: Sandbox['api'] | null,
  { config, backgroundRate }: AppOptions,
  hooks: StripeHooks,
): Context {
  const { metrics } = context;
  return {
    ...context,
    ...createStripeClients(config, { api, metrics, wrapFetch: rateLimitedFetch(backgroundRate), ...hooks }),
  };
}

type Closable = { close: () => Promise<void> | void };

/** Shutdown in order: workers first, then the other resources one by one, the database last. */
function shutdownSteps(workers: readonly Closable[], resources: readonly (Closable | null)[]) {
  let [closing, closePromise]: [boolean, Promise<void> | null] = [false, null];
  const closeAll = async () => {
    for (const resource of [...workers, ...resources]) await resource?.close();
  };
  return {
    isClosing: () => closing,
    beginShutdown: () => void (closing = true),
    stopWorkers: async () => void (await Promise.all(workers.map(async (worker) => worker.close()))),
    close: () => {
      closing = true;
      return (closePromise ??= closeAll());
    },
  };
}

/** This app, as the sandbox's bar links to it. */
const sandboxAppOf = ({ appUrl }: Config): SandboxApp => ({
  name: SITE.name,
  homeUrl: `${appUrl}/pages`,
  mailUrl: `${appUrl}/sandbox/mail`,
});

/** The sandbox's bar on the mail pages, which belong to the app. */
const sandboxMailBarOf = (config: Config) =>
  sandboxBar({
    app: sandboxAppOf(config),
    origin: config.sandboxUrl ?? '',
    path: '/sandbox/mail',
    hasReceiver: config.sandboxUrl === null && config.network.isLocal,
  });

/** Opens the Stripe sandbox in this process when it is configured; its events arrive through the webhook routes. */
function openAppSandbox(options: AppOptions, fetchApp: App['fetch']): Sandbox | null {
  const { config, secrets, sandboxFile, wrapEventDelivery, sandboxTime } = options;
  if (config.mode !== 'sandbox' || config.sandboxUrl) return null;
  const endpoint = (scope: 'platform' | 'connect') => ({
    url: `${config.appUrl}/webhooks/stripe/${scope}`,
    secret: secrets.webhooks[scope],
    scope,
  });
  const deliver: Deliver = async (url, init) => fetchApp(new Request(url, init));
  return openSandbox({
    file: sandboxFile,
    origin: config.appUrl,
    app: sandboxAppOf(config),
    receiver: config.network.isLocal,
    endpoints: [endpoint('platform'), endpoint('connect')],
    deliver: wrapEventDelivery?.(deliver) ?? deliver,
    ...(sandboxTime && { realTime: sandboxTime }),
  });
}

/** Mock identity providers: those of the in-process sandbox, or of a shared remote one. */
function mockProvidersOf(
  config: Config,
  sandbox: Sandbox | null,
  externalFetch: typeof fetch,
): Context['mockProviders'] {
  if (sandbox) return { origin: config.appUrl, fetch: sandbox.identity };
  return config.sandboxUrl === null ? null : { origin: config.sandboxUrl, fetch: externalFetch };
}
