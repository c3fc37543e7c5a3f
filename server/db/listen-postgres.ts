import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { PAGE_CHANGES, type Ears, type Listening } from './page-changes.ts';

const BEAT_MS = 1000;
const RETRY_MS = 500;

/**
 * Hears of changes on a connection of its own, made anew whenever it is lost. Once a second it sends a message to
 * itself: one that does not come back (a dead link, a pooler that swallows messages) counts as lost.
 */
export function listenOnPostgres(url: string, ears: Ears): Listening {
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
      while (!closing.signal.aborted) {
        await wait(BEAT_MS, undefined, { ref: false, signal: closing.signal });
        await link.beat();
      }
    } finally {
      current = null;
      ears.lost();
      tried.resolve();
      await link.close();
    }
  };
  const ended = (async () => {
    while (!closing.signal.aborted) {
      await listenUntilLost().catch(() => undefined);
      await wait(RETRY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    }
  })();
  return {
    // An answer on this connection comes after every message that was committed before the question.
    caughtUp: async () => {
      await tried.promise;
      await current?.ask('select 1').catch(() => undefined);
    },
    close: async () => {
      closing.abort();
      await ended;
    },
  };
}

/** One connection, until it breaks. */
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
    await this.ask(`listen ${PAGE_CHANGES}; listen ${this.#own}`);
    await this.beat();
  }

  /** One statement after the other. */
  ask(statement: string): Promise<unknown> {
    const answered = this.#asked.catch(() => undefined).then(() => this.#client.query(statement));
    this.#asked = answered;
    return answered;
  }

  /** Throws when a message to ourselves has not come back in time. */
  async beat(): Promise<void> {
    const back = new Promise<void>((resolve) => (this.#heard = resolve));
    const late = wait(BEAT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('No beat')));
    const sent = this.ask(`notify ${this.#own}`);
    await Promise.race([Promise.all([sent, back]), late, this.#broken.promise]);
  }

  /** Does not wait for a server that no longer answers. */
  async close(): Promise<void> {
    const ended = this.#client.end().catch(() => undefined);
    await Promise.race([ended, wait(RETRY_MS, undefined, { ref: false })]);
  }
}
