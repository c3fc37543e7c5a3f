import { statfs } from 'node:fs/promises';

import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import type { KeptDocuments } from '#server/pages/kept-documents.ts';

import { PREFIX, type Figure, type Metrics } from './metrics.ts';
import { watchQueues } from './queue-gauges.ts';

type Watched = { context: Context; database: Database; kept: KeptDocuments };

/** Metrics of this process's caches, connections, page-view buffer and disk, and of the queues in the database. */
export function watchShop({ context, database, kept }: Watched): void {
  const { metrics, looks, config } = context;
  metrics.total(
    `${PREFIX}documents_from_memory_total`,
    'Documents answered from memory before anything else looked at the request; in no other figure of requests',
    () => kept.answered,
  );
  metrics.gauge(`${PREFIX}documents_kept`, 'Finished documents in memory', () => kept.count);
  metrics.gauge(`${PREFIX}documents_kept_bytes`, 'The bytes that they take', () => kept.bytes);
  metrics.gauge(`${PREFIX}looks_waiting`, 'Looks at pages that are not written down yet', () => looks.count);
  watchQueues(context);
  watchPools(metrics, database);
  metrics.gauge(`${PREFIX}disk_free_bytes`, 'Room for us on the disk of DATA_DIR', () =>
    freeOn(config.dataDir),
  );
  metrics.gauge(
    `${PREFIX}disk_full`,
    'Whether new things are refused, because the disk of DATA_DIR is full: 1 or 0',
    () => Number(context.room.isFull()),
  );
}

function watchPools(metrics: Metrics, { pools }: Database): void {
  const [all, reserved] = [`${PREFIX}database_connections`, `${PREFIX}database_reserved_connections`];
  const help = 'Connections of this process to PostgreSQL: open, idle among them, and what waits for one';
  metrics.gauges(all, help, 'state', () => pools?.().shared ?? {});
  metrics.gauges(reserved, 'The same, of those kept for events', 'state', () => pools?.().reserved ?? {});
}

async function freeOn(folder: string): Promise<Figure> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
