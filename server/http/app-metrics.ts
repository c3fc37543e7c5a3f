import { readdir, statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Context as Call, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

import { withTimeout } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import type { Database } from '#server/db/client.ts';
import { QUEUE_METRICS, readQueueLengths, type QueueLengths } from '#server/http/queries/queue-lengths.ts';
import type { PageCache } from '#server/pages/page-cache.ts';

import { PREFIX, type MetricValue, type Metrics } from '../core/metrics.ts';

/** Time for which a result is reused. */
const CACHE_MS = 2000;
/** Timeout for the query, so that a scrape does not wait for a slow database. */
const QUERY_TIMEOUT_MS = 1500;

/** Metrics of the queues in the database, the same in every process; missing while the database is unavailable. */
function registerQueueMetrics(context: Context): void {
  const { metrics, realNow } = context;
  const read = cacheResult(() => readWithTimeout(context), realNow);
  metrics.gauge(`${PREFIX}database_up`, '1 if the database responds, otherwise 0', async () =>
    (await read()) ? 1 : 0,
  );
  for (const [name, help] of Object.entries(QUEUE_METRICS) as [keyof QueueLengths, string][])
    metrics.gauge(PREFIX + name, help, async () => (await read())?.[name] ?? null);
}

type Read = () => Promise<QueueLengths | null>;

/** Shares one result among concurrent and close calls. */
function cacheResult(load: Read, realNow: () => Date): Read {
  let cached: Promise<QueueLengths | null> | null = null;
  let loadedAt = 0;
  return () => {
    const now = realNow().getTime();
    if (!cached || now - loadedAt > CACHE_MS) {
      loadedAt = now;
      cached = load();
    }
    return cached;
  };
}

/** Null when the database does not answer in time. */
const readWithTimeout = ({ db, mode, now, realNow }: Context): Promise<QueueLengths | null> =>
  withTimeout(QUERY_TIMEOUT_MS, readQueueLengths(db, { mode, now: now(), realNow: realNow() })).catch(() => null);

type MetricSources = { context: Context; database: Database; pageCache: PageCache };

/** Metrics of this process's caches, connections, page-view buffer and disk, and of the queues in the database. */
export function registerAppMetrics({ context, database, pageCache }: MetricSources): void {
  const { metrics, pageViewBuffer, downloadStreams, config } = context;
  metrics.externalCounter(
    `${PREFIX}page_cache_hits_total`,
    'Documents served from the page cache, which no other request metric counts',
    () => pageCache.servedFromCache,
  );
  metrics.gauge(`${PREFIX}page_cache_documents`, 'Documents in the page cache', () => pageCache.count);
  metrics.gauge(`${PREFIX}page_cache_bytes`, 'Size of the page cache in bytes', () => pageCache.bytes);
  metrics.gauge(
    `${PREFIX}page_views_unwritten`,
    'Page views that are not written to the database yet',
    () => pageViewBuffer.count,
  );
  metrics.gauge(`${PREFIX}download_streams`, 'Downloads that this process is sending', () => downloadStreams.count);
  registerQueueMetrics(context);
  registerPoolMetrics(metrics, database);
  metrics.gauge(`${PREFIX}disk_free_bytes`, 'Free space on the disk of DATA_DIR in bytes', () =>
    readFreeBytes(config.dataDir),
  );
}

function registerPoolMetrics(metrics: Metrics, { pools }: Database): void {
  const [connectionsName, reservedName] = [`${PREFIX}database_connections`, `${PREFIX}database_reserved_connections`];
  const help = 'Connections of this process to PostgreSQL: open, idle, and requests that wait for one';
  metrics.labeledGauge(connectionsName, help, 'state', () => pools?.().shared ?? {});
  metrics.labeledGauge(
    reservedName,
    'Connections that are reserved for events',
    'state',
    () => pools?.().reserved ?? {},
  );
}

const readFreeBytes = (folder: string): Promise<MetricValue> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SELLER_PAGE = /^\/c\/[^/]+$/;
const ROUTE_NAME_KEY = 'routeName';

/** Sets the route name of a request, where a route with many paths knows a better one than its pattern. */
export const setRouteName = (call: Call, name: string): void => call.set(ROUTE_NAME_KEY, name);

/** Counts and times every request after its response. */
export const countRequests =
  (metrics: Metrics): MiddlewareHandler =>
  async (c, next) => {
    const started = performance.now();
    await next();
    const route = routeOf(c);
    const method = METHODS.has(c.req.method) ? c.req.method : 'other';
    metrics.count('http_requests', { route, method, status: `${Math.floor(c.res.status / 100)}xx` });
    metrics.observeDuration('http_request', { route }, (performance.now() - started) / 1000);
  };

/** The registered pattern, never the requested path. */
function routeOf(c: Call): string {
  const routeName: unknown = c.get(ROUTE_NAME_KEY);
  if (typeof routeName === 'string') return routeName;
  const path = routePath(c);
  if (path !== '/*' && path !== '*') return path;
  return SELLER_PAGE.test(c.req.path) ? '/c/:slug' : 'documents';
}

const RESOLUTION_MS = 10;

/** Registers metrics of the process; call it once. The event-loop lag covers the time since the last scrape. */
export function watchProcess(metrics: Metrics): void {
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  const cpuSeconds = (kind: 'user' | 'system') => () => process.cpuUsage()[kind] / 1e6;
  const memory = (kind: 'rss' | 'heapUsed' | 'heapTotal' | 'external') => () => process.memoryUsage()[kind];
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process in bytes', memory('rss'));
  metrics.gauge('nodejs_heap_size_used_bytes', 'Used JavaScript heap in bytes', memory('heapUsed'));
  metrics.gauge('nodejs_heap_size_total_bytes', 'Total JavaScript heap in bytes', memory('heapTotal'));
  metrics.gauge('nodejs_external_memory_bytes', 'Memory of buffers and WebAssembly in bytes', memory('external'));
  watchEventLoop(metrics);
  const systemHelp = 'CPU time in system mode in seconds';
  metrics.externalCounter('process_cpu_user_seconds_total', 'CPU time in user mode in seconds', cpuSeconds('user'));
  metrics.externalCounter('process_cpu_system_seconds_total', systemHelp, cpuSeconds('system'));
  metrics.gauge('process_start_time_seconds', 'Start time of the process as a Unix timestamp', () => startedAt);
  metrics.gauge('process_open_fds', 'Open file descriptors', countOpenDescriptors);
}

/** Null when the operating system does not provide the number. The descriptor that reads the directory does not count. */
const countOpenDescriptors = (): Promise<MetricValue> =>
  readdir('/proc/self/fd').then(
    (names) => names.length - 1,
    () => null,
  );

function watchEventLoop(metrics: Metrics): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  /** Lag of the measuring timer. */
  const lag = (percent: number): number => Math.max(0, delays.percentile(percent) / 1e6 - RESOLUTION_MS) / 1000;
  const [p50, p99] = ['nodejs_eventloop_lag_p50_seconds', 'nodejs_eventloop_lag_p99_seconds'];
  metrics.gauge(p50, 'Median event-loop lag since the last scrape', () => lag(50));
  metrics.gauge(p99, '99th percentile of the event-loop lag since the last scrape', () => {
    const worst = lag(99);
    delays.reset();
    return worst;
  });
}
