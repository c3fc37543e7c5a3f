import type { Socket } from 'node:net';

import pg from 'pg';

import { DatabaseAway, isDatabaseAway, isLostConnection } from './away.ts';
import { inTime } from './patience.ts';
import type { Pulse } from './pulse.ts';

/** For a connection, and for a sign of life on one that nobody uses. */
const TIMES = { connectionTimeoutMillis: 2000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** So many may wait for a connection; whoever comes then is told to come back. */
const MOST_WAITING = 200;

export type PatientPool = {
  pool: pg.Pool;
  /** Whoever waits for a connection, or for an answer on one, is told at once; the next ones get new connections. */
  hangUp: () => void;
  /** Connections that nobody uses are as dead as the one that was lost beside them, perhaps: the next ones are new. */
  renew: () => void;
};

/**
 * Connections nobody waits for in vain: not for one that is free, not for an answer, and not at all while the database is
 * known to be away. What fails for such a reason throws an error that `isDatabaseAway` knows.
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
      // One that comes after all is for somebody else.
      asked.then((client) => client.release()).catch(() => undefined);
      if (!isAboutThePool(error)) pulse.doubt();
      throw isDatabaseAway(error) ? error : new DatabaseAway('No connection was to be had', { cause: error });
    } finally {
      waiting.delete(refused.reject);
    }
  }

  // The two ways in which the query builder asks: single statements, and transactions on a connection of their own.
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

/** The connections of a pool, which a pool itself does not show. */
class Connections {
  readonly #open = new Set<pg.PoolClient>();
  readonly #used = new Set<pg.PoolClient>();
  readonly #dead = new WeakSet<pg.PoolClient>();

  constructor(pool: pg.Pool, pulse: Pulse) {
    pool.on('connect', (client) => {
      this.#open.add(client);
      // Whoever uses it is told by their question; without ears, an error would end the process.
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

  /** To be given back as always; a dead one is not given to others. */
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

  /** Without a word to the other side, which may not hear it. */
  #cut(client: pg.PoolClient): void {
    this.#dead.add(client);
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

type Ask = (...asked: unknown[]) => Promise<unknown>;

/** A full pool says nothing about the server. */
const isAboutThePool = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DatabaseAway' || error.message.startsWith('timeout exceeded'));

/** Answers on this connection are waited for as long as there is patience. One that does not come takes it along. */
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
      // Nobody else gives back the connection of a transaction that could not begin.
      if (textOf(asked[0]).startsWith('begin')) client.release(true);
      if (isDatabaseAway(error) || !isLostConnection(error)) throw error;
      onLost();
      throw new DatabaseAway('The connection to the database was lost', { cause: error });
    }
  };
  // What is written to and read from by its own kind, such as a copy of a table, is no answer to wait for.
  return (...asked) => (isSubmittable(asked[0]) ? query(...asked) : asks(...asked));
}

const isSubmittable = (asked: unknown): boolean =>
  typeof asked === 'object' && asked !== null && 'submit' in asked;

const textOf = (asked: unknown): string =>
  typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : String(asked);
