import { statfs } from 'node:fs/promises';

import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import type { PageCache } from '#server/pages/kept-documents.ts';

import { PREFIX, type MetricValue, type Metrics } from './metrics.ts';
import { registerQueueMetrics } from './queue-gauges.ts';

type MetricSources = { context: Context; database: Database; pageCache: PageCache };

/** Metrics of this process's caches, connections, page-view buffer and disk, and of the queues in the database. */
export function registerAppMetrics({ context, database, pageCache }: MetricSources): void {
  const { metrics, pageViewBuffer: looks, config } = context;
  metrics.externalCounter(
    `${PREFIX}documents_from_memory_total`,
    'Documents answered from memory before anything else looked at the request; in no other figure of requests',
    () => pageCache.answeredFromMemory,
  );
  metrics.gauge(`${PREFIX}documents_kept`, 'Finished documents in memory', () => pageCache.count);
  metrics.gauge(`${PREFIX}documents_kept_bytes`, 'The bytes that they take', () => pageCache.bytes);
  metrics.gauge(`${PREFIX}looks_waiting`, 'Looks at pages that are not written down yet', () => looks.count);
  registerQueueMetrics(context);
  registerPoolMetrics(metrics, database);
  metrics.gauge(`${PREFIX}disk_free_bytes`, 'Room for us on the disk of DATA_DIR', () => readFreeBytes(config.dataDir));
  metrics.gauge(
    `${PREFIX}disk_full`,
    'Whether new things are refused, because the disk of DATA_DIR is full: 1 or 0',
    () => Number(context.diskGuard.isFull()),
  );
}

function registerPoolMetrics(metrics: Metrics, { pools }: Database): void {
  const [connectionsName, reservedName] = [`${PREFIX}database_connections`, `${PREFIX}database_reserved_connections`];
  const help = 'Connections of this process to PostgreSQL: open, idle among them, and what waits for one';
  metrics.labeledGauge(connectionsName, help, 'state', () => pools?.().shared ?? {});
  metrics.labeledGauge(reservedName, 'The same, of those kept for events', 'state', () => pools?.().reserved ?? {});
}

async function readFreeBytes(folder: string): Promise<MetricValue> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
