import { LRUCache } from 'lru-cache';

import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/client.ts';
import { freshOrStale } from '#server/db/news-or-good.ts';
import type { ChangeListener } from '#server/db/page-changes.ts';
import type { DbHealth } from '#server/db/pulse.ts';
import { listVerifiedDomains } from '#server/db/proven-domains.ts';
import { createBatchLoader } from './asked-together.ts';
import { domainOrigin } from './domain-origin.ts';
import { parseHostName } from './host-name.ts';
import type { TenantDomain, Site } from './site.ts';

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
