import pg from 'pg';

import { DatabaseUnavailable, isLostConnection } from './database-errors.ts';
import type { DbHealth } from './db-health.ts';
import { queryTimeoutMs } from './query-deadline.ts';

/** Timeouts of the server, of waiting for a connection, and keep-alive of idle connections. */
const CONNECTION_OPTIONS = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
  connectionTimeoutMillis: 2000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};
/** Maximum queries waiting for a connection; further ones are rejected. */
const MAX_WAITING = 200;

type QueryResult = Promise<pg.QueryResult>;
type Connection = { query: (config: pg.QueryConfig, values: unknown[]) => QueryResult; release: () => void };

/**
 * The part of `pg.Pool` that Drizzle uses, with a deadline per query. Rejects at once while the database is unavailable.
 * Such failures are errors that `isDatabaseUnavailable` recognizes.
 */
export class QueryPool {
  readonly #settings: pg.PoolConfig;
  readonly #dbHealth: DbHealth;
  #pool: pg.Pool;

  constructor(settings: pg.PoolConfig, dbHealth: DbHealth) {
    this.#settings = { ...CONNECTION_OPTIONS, ...settings };
    this.#dbHealth = dbHealth;
    this.#pool = this.#open();
  }

  /** The pool without deadlines, for work that may take long. */
  get pool(): pg.Pool {
    return this.#pool;
  }

  /** Runs a single query on its own connection. */
  async query(config: pg.QueryConfig, values: unknown[]): QueryResult {
    const connection = await this.connect();
    try {
      return await connection.query(config, values);
    } finally {
      connection.release();
    }
  }

  /** Takes a connection for a transaction. */
  async connect(): Promise<Connection> {
    if (this.#dbHealth.state() === 'unavailable') throw new DatabaseUnavailable('The database is away');
    if (this.#pool.waitingCount >= MAX_WAITING) throw new DatabaseUnavailable('Too many wait for the database');
    try {
      return this.#withDeadlines(await this.#pool.connect());
    } catch (error) {
      if (!isPoolFull(error)) this.#dbHealth.markSuspect();
      throw new DatabaseUnavailable('No connection was to be had', { cause: error });
    }
  }

  /** Replaces all connections, which may be dead without notice. Those in use end with their query. */
  reopen(): void {
    const previous = this.#pool;
    this.#pool = this.#open();
    previous.end().catch(() => undefined);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #open(): pg.Pool {
    const pool = new pg.Pool(this.#settings);
    const markSuspect = () => this.#dbHealth.markSuspect();
    // Running queries receive the error themselves. Without a listener, the event would end the process.
    pool.on('connect', (client) => client.on('error', markSuspect));
    return pool.on('error', markSuspect);
  }

  #withDeadlines(client: pg.PoolClient): Connection {
    let isBroken = false;
    const query: Connection['query'] = async (config, values) => {
      // Drizzle rolls back after every error.
      if (isBroken) throw new DatabaseUnavailable('The connection to the database was lost');
      try {
        return await client.query({ ...config, query_timeout: queryTimeoutMs() } as pg.QueryConfig, values);
      } catch (error) {
        isBroken = isLostConnection(error);
        // Drizzle does not release the connection of a transaction that failed to begin.
        if (config.text.startsWith('begin')) client.release(true);
        if (!isBroken) throw error;
        this.#dbHealth.markSuspect();
        throw new DatabaseUnavailable('The database did not answer', { cause: error });
      }
    };
    // A broken connection is closed: a late answer would belong to the wrong query.
    return { query, release: () => client.release(isBroken) };
  }
}

/** A full pool does not mean that the server is down. */
const isPoolFull = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout exceeded');
