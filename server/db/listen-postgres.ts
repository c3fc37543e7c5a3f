import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { PAGE_CHANGES_CHANNEL, type ChangeListener, type ChangeSubscription } from './change-listener.ts';

const HEARTBEAT_INTERVAL_MS = 1000;
const RETRY_INTERVAL_MS = 500;

/**
 * Listens for changes on its own connection and reconnects when it is lost. Sends itself a message every second; a missing
 * one (dead connection, pooler that drops notifications) counts as a lost connection. `onConnectionLost`: a working connection broke.
 */
export function listenOnPostgres(
  url: string,
  listener: ChangeListener,
  onConnectionLost: () => void,
): ChangeSubscription {
  const closing = new AbortController();
  const firstAttempt = Promise.withResolvers<void>();
  let connection: ListenConnection | null = null;
  const listenUntilDisconnected = async () => {
    const newConnection = new ListenConnection(url, listener);
    try {
      await newConnection.open();
      connection = newConnection;
      listener.onConnected();
      firstAttempt.resolve();
      await newConnection.heartbeatUntil(closing.signal);
    } finally {
      if (connection && !closing.signal.aborted) onConnectionLost();
      connection = null;
      listener.onDisconnected();
      firstAttempt.resolve();
      await newConnection.close();
    }
  };
  const listen = async () => {
    while (!closing.signal.aborted) {
      await listenUntilDisconnected().catch(() => undefined);
      await wait(RETRY_INTERVAL_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    }
  };
  const stopped = listen();
  return {
    // A query result on this connection arrives after all notifications that were committed before the query.
    waitForReplication: async () => {
      await firstAttempt.promise;
      await connection?.waitForReplication();
    },
    close: async () => {
      closing.abort();
      await stopped;
    },
  };
}

/** One listening connection, until it breaks. */
class ListenConnection {
  readonly #client: pg.Client;
  readonly #heartbeatChannel = `beat_${crypto.randomUUID().replaceAll('-', '')}`;
  readonly #broken = Promise.withResolvers<never>();
  #onHeartbeat: () => void = () => undefined;
  #lastStatement: Promise<unknown> = Promise.resolve();

  constructor(url: string, listener: ChangeListener) {
    this.#client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2000,
      query_timeout: HEARTBEAT_INTERVAL_MS,
      keepAlive: true,
    });
    this.#broken.promise.catch(() => undefined);
    const handleEnd = () => this.#broken.reject(new Error('The connection that listens is gone'));
    this.#client.on('error', handleEnd).on('end', handleEnd);
    this.#client.on('notification', ({ channel, payload = '' }) =>
      channel === PAGE_CHANGES_CHANNEL ? listener.onChange(payload) : this.#onHeartbeat(),
    );
  }

  async open(): Promise<void> {
    await this.#client.connect();
    await this.#withTimeout(this.runStatement(`listen ${PAGE_CHANGES_CHANNEL}; listen ${this.#heartbeatChannel}`));
    await this.sendHeartbeat();
  }

  /** Resolves when all earlier notifications have arrived; does not wait on a dead connection. */
  async waitForReplication(): Promise<void> {
    await this.runStatement('select 1').catch(() => undefined);
  }

  /** Runs one statement at a time. */
  runStatement(statement: string): Promise<unknown> {
    const result = this.#lastStatement.catch(() => undefined).then(() => this.#client.query(statement));
    this.#lastStatement = result;
    return result;
  }

  async heartbeatUntil(closing: AbortSignal): Promise<void> {
    while (!closing.aborted) {
      await wait(HEARTBEAT_INTERVAL_MS, undefined, { ref: false, signal: closing });
      await this.sendHeartbeat();
    }
  }

  /** Throws when a notification to ourselves does not arrive in time. */
  async sendHeartbeat(): Promise<void> {
    const received = new Promise<void>((resolve) => (this.#onHeartbeat = resolve));
    const notified = this.runStatement(`notify ${this.#heartbeatChannel}`);
    await this.#withTimeout(Promise.all([notified, received]));
  }

  async #withTimeout(answer: Promise<unknown>): Promise<void> {
    const timeout = wait(HEARTBEAT_INTERVAL_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('No beat')),
    );
    await Promise.race([answer, timeout, this.#broken.promise]);
  }

  /** Does not wait for a server that no longer answers. */
  async close(): Promise<void> {
    const closed = this.#client.end().catch(() => undefined);
    await Promise.race([closed, wait(RETRY_INTERVAL_MS, undefined, { ref: false })]);
  }
}
