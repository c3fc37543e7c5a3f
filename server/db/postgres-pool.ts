import type { Socket } from 'node:net';

import pg from 'pg';

import { DatabaseAway, isDatabaseAway, isLostConnection } from './away.ts';
import { inTime } from './patience.ts';
import type { Pulse } from './pulse.ts';

/** Connection timeout, and keep-alive of idle connections. */
const TIMES = { connectionTimeoutMillis: 2000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** Maximum queries waiting for a connection; further ones are rejected. */
const MOST_WAITING = 200;

export type PatientPool = {
  pool: pg.Pool;
  /** Rejects everything that waits for a connection or an answer; later queries get new connections. */
  hangUp: () => void;
  /** Closes idle connections, which may be as dead as the one that was lost; later queries get new ones. */
  renew: () => void;
};

/**
 * Connection pool with timeouts for acquiring a connection and for each query. Rejects at once while the database is
 * unavailable. Such failures are errors that `isDatabaseUnavailable` recognizes.
 */
export function openPatientPool(settings: pg.PoolConfig, pulse: Pulse): PatientPool {
  const pool = new pg.Pool({ ...settings, ...TIMES });
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connections = new Connections(pool, pulse);
  const waiting = new Set<(error: Error) => void>();

  async function given(): Promise<pg.PoolClient> {
    if (pulse.state() === 'away') throw new DatabaseAway('The database is away');
    if (pool.waitingCount >= MOST_WAITING) throw new DatabaseAway('Too many wait for the database');
    const refused = Promise.withResolvers<never>();
    waiting.add(refused.reject);
    const asked = connect();
    try {
      return connections.lent(
        await inTime(
          () => Promise.race([asked, refused.promise]),
          () => undefined,
        ),
      );
    } catch (error) {
      // A connection that arrives after the timeout goes back to the pool.
      asked.then((client) => client.release()).catch(() => undefined);
      if (!isAboutThePool(error)) pulse.doubt();
      throw isDatabaseAway(error) ? error : new DatabaseAway('No connection was to be had', { cause: error });
    } finally {
      waiting.delete(refused.reject);
    }
  }

  // Drizzle uses these two methods: single queries, and transactions on their own connection.
  pool.query = oneByOne(given) as typeof pool.query;
  pool.connect = given as typeof pool.connect;
  return {
    pool,
    hangUp: () => {
      for (const refuse of waiting) refuse(new DatabaseAway('The database has gone away'));
      connections.cutAll();
    },
    renew: () => connections.cutIdle(),
  };
}

const oneByOne =
  (given: () => Promise<pg.PoolClient>): Ask =>
  async (...asked) => {
    const client = await given();
    try {
      return await (client.query as Ask)(...asked);
    } finally {
      client.release();
    }
  };

/** All connections of a pool; `pg.Pool` does not expose them. */
class Connections {
  readonly #open = new Set<pg.PoolClient>();
  readonly #used = new Set<pg.PoolClient>();
  readonly #dead = new WeakSet<pg.PoolClient>();

  constructor(pool: pg.Pool, pulse: Pulse) {
    pool.on('connect', (client) => {
      this.#open.add(client);
      // Running queries receive the error themselves. Without a listener, the event would end the process.
      client.on('error', () => pulse.doubt());
      client.query = timed(client, () => {
        this.#cut(client);
        pulse.doubt();
      }) as typeof client.query;
    });
    pool.on('acquire', (client) => this.#used.add(client));
    pool.on('release', (_error, client) => this.#used.delete(client));
    pool.on('remove', (client) => this.#open.delete(client));
    pool.on('error', () => pulse.doubt());
  }

  /** Wraps `release` so that a dead connection is not reused. */
  lent(client: pg.PoolClient): pg.PoolClient {
    const release = client.release.bind(client);
    client.release = (error) => release(error ?? this.#dead.has(client));
    return client;
  }

  cutAll(): void {
    for (const client of this.#open) this.#cut(client);
  }

  cutIdle(): void {
    for (const client of this.#open) if (!this.#used.has(client)) this.#cut(client);
  }

  /** Destroys the socket without a protocol message, which the server may not receive. */
  #cut(client: pg.PoolClient): void {
    this.#dead.add(client);
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

type Ask = (...asked: unknown[]) => Promise<unknown>;

/** A full pool does not mean that the server is down. */
const isAboutThePool = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DatabaseAway' || error.message.startsWith('timeout exceeded'));

/** Applies the timeout to queries on this connection. A missing answer closes the connection. */
function timed(client: pg.PoolClient, onLost: () => void): Ask {
  const query = client.query.bind(client) as Ask;
  const asks = async (...asked: unknown[]) => {
    try {
      return await inTime(
        () => query(...asked),
        (answer) => {
          answer.catch(() => undefined);
          onLost();
        },
      );
    } catch (error) {
      // Nothing else releases the connection of a transaction that failed to begin.
      if (textOf(asked[0]).startsWith('begin')) client.release(true);
      if (isDatabaseAway(error) || !isLostConnection(error)) throw error;
      onLost();
      throw new DatabaseAway('The connection to the database was lost', { cause: error });
    }
  };
  // Streaming queries such as COPY have no single answer and are not timed.
  return (...asked) => (isSubmittable(asked[0]) ? query(...asked) : asks(...asked));
}

const isSubmittable = (asked: unknown): boolean =>
  typeof asked === 'object' && asked !== null && 'submit' in asked;

const textOf = (asked: unknown): string =>
  typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : String(asked);
