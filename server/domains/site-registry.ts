import { LRUCache } from 'lru-cache';

import type { Config } from '#server/core/config.ts';
import type { ChangeListener } from '#server/db/change-listener.ts';
import type { Db } from '#server/db/client.ts';
import type { DbHealth } from '#server/db/db-health.ts';
import { freshOrStale } from '#server/db/fresh-or-stale.ts';

import { parseHostName } from '../core/host-name.ts';
import { domainOrigin, type TenantDomain, type Site } from '../core/site.ts';
import { listVerifiedDomains } from './queries.ts';

type PendingKey<V> = PromiseWithResolvers<V | undefined>;

/**
 * Batches keys into one query and runs one query at a time: keys requested while a query runs wait for the next one.
 * Many keys become a few queries.
 */
export function createBatchLoader<V>(
  loadBatch: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  maxKeys: number,
): (key: string) => Promise<V | undefined> {
  const pending = new Map<string, PendingKey<V>>();
  let isLoading = false;
  const loadAll = async () => {
    isLoading = true;
    while (pending.size > 0) {
      const batch = [...pending].slice(0, maxKeys);
      for (const [key] of batch) pending.delete(key);
      try {
        const values = await loadBatch(batch.map(([key]) => key));
        for (const [key, { resolve }] of batch) resolve(values.get(key));
      } catch (error) {
        for (const [, { reject }] of batch) reject(error);
      }
    }
    isLoading = false;
  };
  return (key) => {
    const request = pending.get(key) ?? Promise.withResolvers<V | undefined>();
    pending.set(key, request);
    if (!isLoading) void loadAll();
    return request.promise;
  };
}

const MAX_CACHED = 20_000;
const MAX_BATCH = 500;
/** How long an unknown host is cached without a change notification. */
const UNKNOWN_TTL_MS = 5000;
/** Maximum age of an entry while no change listener is connected. */
const MAX_UNNOTIFIED_AGE_MS = 1000;
/** How long a seller's domain stays available while the database is unavailable. */
const MAX_STALE_MS = 15 * 60_000;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `site` is null for an unknown host. `sellerId` names the changes that make the entry stale; null means any change. */
type CachedSite = { site: Site | null; sellerId: string | null; fresh: boolean; readAt: number };

type RegistryOptions = {
  db: Db;
  dbHealth: DbHealth;
  config: Pick<Config, 'appUrl' | 'mode'>;
  now: () => number;
};

/**
 * Maps host names to sites. Entries are cached until the database notifies a change of their seller; lookups of many
 * unknown names are batched into few queries.
 */
export class SiteRegistry implements ChangeListener {
  readonly mainSite: Site;
  readonly #mainHost: string;
  readonly #mainName: string;
  readonly #cache = new LRUCache<string, CachedSite>({ max: MAX_CACHED });
  readonly #now: () => number;
  readonly #dbHealth: DbHealth;
  readonly #load: (name: string) => Promise<Site | undefined>;
  #connected = false;
  #changes = 0;

  /** `now`: the system clock in milliseconds. */
  constructor({ db, dbHealth, config, now }: RegistryOptions) {
    this.#dbHealth = dbHealth;
    const { host, hostname, origin } = new URL(config.appUrl);
    this.mainSite = { origin, tenantDomain: null };
    this.#mainHost = host;
    this.#mainName = hostname;
    this.#now = now;
    this.#load = createBatchLoader(async (names) => {
      const [changes, readAt] = [this.#changes, now()];
      const roots = await listVerifiedDomains(db, config.mode, names);
      const sitesByHost = new Map(roots.map((tenantDomain) => [tenantDomain.host, siteOfDomain(config, tenantDomain)]));
      for (const name of names) {
        const site = sitesByHost.get(name) ?? null;
        this.#cache.set(name, {
          site,
          sellerId: site?.tenantDomain?.sellerId ?? null,
          fresh: changes === this.#changes,
          readAt,
        });
      }
      return sitesByHost;
    }, MAX_BATCH);
  }

  /**
   * Returns the site of a Host header from memory: null for an unknown host, undefined when the database must be queried.
   * The main site matches its exact host only: other names of this machine are redirected to it.
   */
  findCached(host: string): Site | null | undefined {
    if (host === this.#mainHost) return this.mainSite;
    const name = parseHostName(host);
    return name === null || this.#isMainName(name) ? undefined : this.#findFresh(name);
  }

  /** Finds the site of a lower-case host name; null for an unknown host. */
  async find(name: string): Promise<Site | null> {
    if (this.#isMainName(name)) return this.mainSite;
    const fresh = this.#findFresh(name);
    if (fresh !== undefined) return fresh;
    const stale = this.#cache.get(name);
    if (!stale?.site || this.#now() - stale.readAt > MAX_STALE_MS) return (await this.#load(name)) ?? null;
    const { site } = stale;
    const lookup = this.#load(name).then(
      (loaded) => loaded ?? null,
      () => site,
    );
    return freshOrStale<Site | null>(this.#dbHealth, lookup, site);
  }

  onChange(topic: string): void {
    this.#markStale(({ sellerId }) => sellerId === null || sellerId === topic);
  }

  onConnected(): void {
    this.#markStale(() => true);
    this.#connected = true;
  }

  onDisconnected(): void {
    this.#markStale(() => true);
    this.#connected = false;
  }

  /** Returns whether the name is that of APP_URL or a loopback name of this machine. */
  #isMainName(name: string): boolean {
    return name === this.#mainName || LOOPBACK.has(name);
  }

  #findFresh(name: string): Site | null | undefined {
    const cached = this.#cache.get(name);
    if (!cached?.fresh) return undefined;
    const maxAgeMs = cached.site ? Infinity : UNKNOWN_TTL_MS;
    return this.#now() - cached.readAt < (this.#connected ? maxAgeMs : MAX_UNNOTIFIED_AGE_MS) ? cached.site : undefined;
  }

  /** Marks matching entries as stale. An entry that was fresh counts as confirmed until now. */
  #markStale(matches: (cached: CachedSite) => boolean): void {
    this.#changes += 1;
    const now = this.#now();
    for (const cached of this.#cache.values()) {
      if (!cached.fresh || !matches(cached)) continue;
      cached.fresh = false;
      cached.readAt = now;
    }
  }
}

const siteOfDomain = (config: RegistryOptions['config'], tenantDomain: TenantDomain): Site => ({
  origin: domainOrigin(config, tenantDomain.host),
  tenantDomain,
});
