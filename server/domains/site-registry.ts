import DataLoader from 'dataloader';
import type { Logger } from 'pino';

import type { Config } from '#server/core/config.ts';
import { ChangeDrivenCache } from '#server/db/change-driven-cache.ts';
import type { ChangeListener } from '#server/db/change-listener.ts';
import type { Db } from '#server/db/client.ts';
import type { DbHealth } from '#server/db/db-health.ts';

import { parseHostName } from '../core/host-name.ts';
import { domainOrigin, type TenantDomain, type Site } from '../core/site.ts';
import { listVerifiedDomains } from './queries.ts';

const MAX_CACHED = 20_000;
const MAX_BATCH = 500;
/** How long an unknown host is cached without a change notification. */
const UNKNOWN_TTL_MS = 5000;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

type RegistryOptions = {
  db: Db;
  dbHealth: DbHealth;
  config: Pick<Config, 'appUrl' | 'mode'>;
  log: Logger;
  /** The system clock, in milliseconds. */
  now: () => number;
};

/**
 * Maps host names to sites. Entries are cached until the database notifies a change of their seller; lookups of many
 * unknown names are batched into few queries.
 */
export class SiteRegistry {
  readonly mainSite: Site;
  readonly #mainHost: string;
  readonly #mainName: string;
  readonly #cache: ChangeDrivenCache<Site | null>;
  readonly #load: (name: string) => Promise<Site | null>;

  constructor({ db, dbHealth, config, log, now }: RegistryOptions) {
    const { host, hostname, origin } = new URL(config.appUrl);
    this.mainSite = { origin, tenantDomain: null };
    this.#mainHost = host;
    this.#mainName = hostname;
    this.#cache = new ChangeDrivenCache({ dbHealth, log, now, max: MAX_CACHED });
    this.#load = createBatchLoader(async (names) => {
      const state = this.#cache.state();
      const domains = await listVerifiedDomains(db, config.mode, names);
      const sites = new Map(domains.map((domain) => [domain.host, siteOfDomain(config, domain)]));
      return names.map((name) => {
        const site = sites.get(name) ?? null;
        const isExpired = () => site === null && now() - state.readAt >= UNKNOWN_TTL_MS;
        this.#cache.store(name, { value: site, topic: site?.tenantDomain?.sellerId ?? null, isExpired }, state);
        return site;
      });
    });
  }

  /** Receives the changes that make sites stale. */
  get changeListener(): ChangeListener {
    return this.#cache;
  }

  /**
   * Returns the site of a Host header from memory: null for an unknown host, undefined when the database must be queried.
   * The main site matches its exact host only: other names of this machine are redirected to it.
   */
  findCached(host: string): Site | null | undefined {
    if (host === this.#mainHost) return this.mainSite;
    const name = parseHostName(host);
    return name === null || this.#isMainName(name) ? undefined : this.#cache.findFresh(name);
  }

  /** Finds the site of a lower-case host name; null for an unknown host. */
  async find(name: string): Promise<Site | null> {
    if (this.#isMainName(name)) return this.mainSite;
    const fresh = this.#cache.findFresh(name);
    if (fresh !== undefined) return fresh;
    const stale = this.#cache.find(name);
    return stale ? this.#cache.loadOrStale(name, this.#load, stale) : this.#load(name);
  }

  /** Returns whether the name is that of APP_URL or a loopback name of this machine. */
  #isMainName(name: string): boolean {
    return name === this.#mainName || LOOPBACK.has(name);
  }
}

/** Batches names into one query and runs one query at a time, so that many unknown names become a few queries. */
function createBatchLoader(
  loadBatch: (names: readonly string[]) => Promise<(Site | null)[]>,
): (name: string) => Promise<Site | null> {
  let lastBatch: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<string, Site | null>(
    (names) => {
      const batch = loadBatch(names);
      lastBatch = batch.catch(() => undefined);
      return batch;
    },
    { cache: false, maxBatchSize: MAX_BATCH, batchScheduleFn: (dispatch) => void lastBatch.then(dispatch) },
  );
  return (name) => loader.load(name);
}

const siteOfDomain = (config: RegistryOptions['config'], tenantDomain: TenantDomain): Site => ({
  origin: domainOrigin(config, tenantDomain.host),
  tenantDomain,
});
