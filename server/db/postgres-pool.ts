import type { Socket } from 'node:net';

import pg from 'pg';

import { DatabaseUnavailable, isDatabaseUnavailable, isLostConnection } from './database-errors.ts';
import type { DbHealth } from './db-health.ts';
import { withQueryTimeout } from './query-deadline.ts';

/** Connection timeout, and keep-alive of idle connections. */
const CONNECTION_OPTIONS = {
  connectionTimeoutMillis: 2000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};
/** Maximum queries waiting for a connection; further ones are rejected. */
const MAX_WAITING = 200;

export type DeadlinePool = {
  pool: pg.Pool;
  /** Rejects everything that waits for a connection or an answer; later queries get new connections. */
  dropConnections: () => void;
  /** Closes idle connections, which may be as dead as the one that was lost; later queries get new ones. */
  dropIdleConnections: () => void;
};

/**
 * Connection pool with timeouts for acquiring a connection and for each query. Rejects at once while the database is
 * unavailable. Such failures are errors that `isDatabaseUnavailable` recognizes.
 */
export function openDeadlinePool(settings: pg.PoolConfig, dbHealth: DbHealth): DeadlinePool {
  const pool = new pg.Pool({ ...settings, ...CONNECTION_OPTIONS });
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const openConnections = new Connections(pool, dbHealth);
  const rejections = new Set<(error: Error) => void>();

  async function acquireClient(): Promise<pg.PoolClient> {
    if (dbHealth.state() === 'away') throw new DatabaseUnavailable('The database is away');
    if (pool.waitingCount >= MAX_WAITING) throw new DatabaseUnavailable('Too many wait for the database');
    const rejection = Promise.withResolvers<never>();
    rejections.add(rejection.reject);
    const pendingClient = connect();
    try {
      return openConnections.trackRelease(
        await withQueryTimeout(
          () => Promise.race([pendingClient, rejection.promise]),
          () => undefined,
        ),
      );
    } catch (error) {
      // A connection that arrives after the timeout goes back to the pool.
      pendingClient.then((client) => client.release()).catch(() => undefined);
      if (!isPoolError(error)) dbHealth.markSuspect();
      throw isDatabaseUnavailable(error)
        ? error
        : new DatabaseUnavailable('No connection was to be had', { cause: error });
    } finally {
      rejections.delete(rejection.reject);
    }
  }

  // Drizzle uses these two methods: single queries, and transactions on their own connection.
  pool.query = queryWithOwnClient(acquireClient) as typeof pool.query;
  pool.connect = acquireClient as typeof pool.connect;
  return {
    pool,
    dropConnections: () => {
      for (const reject of rejections) reject(new DatabaseUnavailable('The database has gone away'));
      openConnections.closeAll();
    },
    dropIdleConnections: () => openConnections.closeIdle(),
  };
}

const queryWithOwnClient =
  (acquireClient: () => Promise<pg.PoolClient>): QueryFunction =>
  async (...args) => {
    const client = await acquireClient();
    try {
      return await (client.query as QueryFunction)(...args);
    } finally {
      client.release();
    }
  };

/** All connections of a pool; `pg.Pool` does not expose them. */
class Connections {
  readonly #open = new Set<pg.PoolClient>();
  readonly #inUse = new Set<pg.PoolClient>();
  readonly #dead = new WeakSet<pg.PoolClient>();

  constructor(pool: pg.Pool, dbHealth: DbHealth) {
    pool.on('connect', (client) => {
      this.#open.add(client);
      // Running queries receive the error themselves. Without a listener, the event would end the process.
      client.on('error', () => dbHealth.markSuspect());
      client.query = withQueryTimeouts(client, () => {
        this.#destroy(client);
        dbHealth.markSuspect();
      }) as typeof client.query;
    });
    pool.on('acquire', (client) => this.#inUse.add(client));
    pool.on('release', (_error, client) => this.#inUse.delete(client));
    pool.on('remove', (client) => this.#open.delete(client));
    pool.on('error', () => dbHealth.markSuspect());
  }

  /** Wraps `release` so that a dead connection is not reused. */
  trackRelease(client: pg.PoolClient): pg.PoolClient {
    const release = client.release.bind(client);
    client.release = (error) => release(error ?? this.#dead.has(client));
    return client;
  }

  closeAll(): void {
    for (const client of this.#open) this.#destroy(client);
  }

  closeIdle(): void {
    for (const client of this.#open) if (!this.#inUse.has(client)) this.#destroy(client);
  }

  /** Destroys the socket without a protocol message, which the server may not receive. */
  #destroy(client: pg.PoolClient): void {
    this.#dead.add(client);
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

type QueryFunction = (...args: unknown[]) => Promise<unknown>;

/** A full pool does not mean that the server is down. */
const isPoolError = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DatabaseUnavailable' || error.message.startsWith('timeout exceeded'));

/** Applies the timeout to queries on this connection. A missing answer closes the connection. */
function withQueryTimeouts(client: pg.PoolClient, onConnectionLost: () => void): QueryFunction {
  const query = client.query.bind(client) as QueryFunction;
  const timedQuery = async (...args: unknown[]) => {
    try {
      return await withQueryTimeout(
        () => query(...args),
        (pending) => {
          pending.catch(() => undefined);
          onConnectionLost();
        },
      );
    } catch (error) {
      // Nothing else releases the connection of a transaction that failed to begin.
      if (queryText(args[0]).startsWith('begin')) client.release(true);
      if (isDatabaseUnavailable(error) || !isLostConnection(error)) throw error;
      onConnectionLost();
      throw new DatabaseUnavailable('The connection to the database was lost', { cause: error });
    }
  };
  // Streaming queries such as COPY have no single answer and are not timed.
  return (...args) => (isStreamingQuery(args[0]) ? query(...args) : timedQuery(...args));
}

const isStreamingQuery = (query: unknown): boolean => typeof query === 'object' && query !== null && 'submit' in query;

const queryText = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);
