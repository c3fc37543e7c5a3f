import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { inTime } from './patience.ts';
import { PAGE_CHANGES, type Ears, type Listening } from './page-changes.ts';

const BEAT_MS = 1000;
const RETRY_MS = 500;

/**
 * Listens for changes on its own connection and reconnects when it is lost. Sends itself a message every second; a missing
 * one (dead connection, pooler that drops notifications) counts as a lost connection. `onConnectionLost`: a working connection broke.
 */
export function listenOnPostgres(url: string, ears: Ears, onLost: () => void): Listening {
  const closing = new AbortController();
  const tried = Promise.withResolvers<void>();
  let current: Link | null = null;
  const listenUntilLost = async () => {
    const link = new Link(url, ears);
    try {
      await link.open();
      current = link;
      ears.connected();
      tried.resolve();
      await link.beatUntil(closing.signal);
    } finally {
      if (current && !closing.signal.aborted) onLost();
      current = null;
      ears.lost();
      tried.resolve();
      await link.close();
    }
  };
  const listen = async () => {
    while (!closing.signal.aborted) {
      await listenUntilLost().catch(() => undefined);
      await wait(RETRY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    }
  };
  const ended = listen();
  return {
    // A query result on this connection arrives after all notifications that were committed before the query.
    caughtUp: async () => {
      await tried.promise;
      await current?.caughtUp();
    },
    close: async () => {
      closing.abort();
      await ended;
    },
  };
}

/** One listening connection, until it breaks. */
class Link {
  readonly #client: pg.Client;
  readonly #own = `beat_${crypto.randomUUID().replaceAll('-', '')}`;
  readonly #broken = Promise.withResolvers<never>();
  #heard: () => void = () => undefined;
  #asked: Promise<unknown> = Promise.resolve();

  constructor(url: string, ears: Ears) {
    this.#client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, keepAlive: true });
    this.#broken.promise.catch(() => undefined);
    const onEnd = () => this.#broken.reject(new Error('The connection that listens is gone'));
    this.#client.on('error', onEnd).on('end', onEnd);
    this.#client.on('notification', ({ channel, payload = '' }) =>
      channel === PAGE_CHANGES ? ears.hear(payload) : this.#heard(),
    );
  }

  async open(): Promise<void> {
    await this.#client.connect();
    await this.#soon(this.ask(`listen ${PAGE_CHANGES}; listen ${this.#own}`));
    await this.beat();
  }

  /** Resolves when all earlier notifications have arrived; does not wait on a dead connection. */
  async caughtUp(): Promise<void> {
    const late = (answer: Promise<unknown>) => void answer.catch(() => undefined);
    await inTime(() => this.ask('select 1'), late, BEAT_MS).catch(() => undefined);
  }

  /** Runs one statement at a time. */
  ask(statement: string): Promise<unknown> {
    const answered = this.#asked.catch(() => undefined).then(() => this.#client.query(statement));
    this.#asked = answered;
    return answered;
  }

  async beatUntil(closing: AbortSignal): Promise<void> {
    while (!closing.aborted) {
      await wait(BEAT_MS, undefined, { ref: false, signal: closing });
      await this.beat();
    }
  }

  /** Throws when a notification to ourselves does not arrive in time. */
  async beat(): Promise<void> {
    const back = new Promise<void>((resolve) => (this.#heard = resolve));
    const sent = this.ask(`notify ${this.#own}`);
    await this.#soon(Promise.all([sent, back]));
  }

  async #soon(answer: Promise<unknown>): Promise<void> {
    const late = wait(BEAT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('No beat')));
    await Promise.race([answer, late, this.#broken.promise]);
  }

  /** Does not wait for a server that no longer answers. */
  async close(): Promise<void> {
    const ended = this.#client.end().catch(() => undefined);
    await Promise.race([ended, wait(RETRY_MS, undefined, { ref: false })]);
  }
}
