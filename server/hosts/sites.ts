import { LRUCache } from 'lru-cache';

import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/client.ts';
import { newsOrGood } from '#server/db/news-or-good.ts';
import type { Ears } from '#server/db/page-changes.ts';
import type { Pulse } from '#server/db/pulse.ts';
import { listProvenDomains } from '#server/db/proven-domains.ts';
import { askedTogether } from './asked-together.ts';
import { domainOrigin } from './domain-origin.ts';
import { nameOf } from './host-name.ts';
import type { Root, Site } from './site.ts';

const MOST_KEPT = 20_000;
const MOST_AT_ONCE = 500;
/** How long an unknown host is cached without a change notification. */
const NOBODYS_MS = 5000;
/** Maximum age of an entry while no change listener is connected. */
const UNHEARD_MS = 1000;
/** How long a seller's domain stays available while the database is unavailable. */
const STALE_MS = 15 * 60_000;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `site` is null for an unknown host. `sellerId` names the changes that make the entry stale; null means any change. */
type Known = { site: Site | null; sellerId: string | null; fresh: boolean; at: number };

type Parts = { db: Db; pulse: Pulse; config: Pick<Config, 'appUrl' | 'mode'>; now: () => number };

/**
 * Maps host names to sites. Entries are cached until the database notifies a change of their seller; lookups of many
 * unknown names are batched into few queries.
 */
export class Sites implements Ears {
  readonly shop: Site;
  readonly #shopHost: string;
  readonly #shopName: string;
  readonly #known = new LRUCache<string, Known>({ max: MOST_KEPT });
  readonly #now: () => number;
  readonly #pulse: Pulse;
  readonly #look: (name: string) => Promise<Site | undefined>;
  #connected = false;
  #changes = 0;

  /** `now`: the system clock in milliseconds. */
  constructor({ db, pulse, config, now }: Parts) {
    this.#pulse = pulse;
    const { host, hostname, origin } = new URL(config.appUrl);
    this.shop = { origin, root: null };
    this.#shopHost = host;
    this.#shopName = hostname;
    this.#now = now;
    this.#look = askedTogether(async (names) => {
      const [changes, at] = [this.#changes, now()];
      const roots = await listProvenDomains(db, config.mode, names);
      const found = new Map(roots.map((root) => [root.host, siteAt(config, root)]));
      for (const name of names) {
        const site = found.get(name) ?? null;
        this.#known.set(name, {
          site,
          sellerId: site?.root?.sellerId ?? null,
          fresh: changes === this.#changes,
          at,
        });
      }
      return found;
    }, MOST_AT_ONCE);
  }

  /**
   * Returns the site of a Host header from memory: null for an unknown host, undefined when the database must be queried.
   * The main site matches its exact host only: other names of this machine are redirected to it.
   */
  known(host: string): Site | null | undefined {
    if (host === this.#shopHost) return this.shop;
    const name = nameOf(host);
    return name === null || this.#isShop(name) ? undefined : this.#freshOf(name);
  }

  /** Finds the site of a lower-case host name; null for an unknown host. */
  async find(name: string): Promise<Site | null> {
    if (this.#isShop(name)) return this.shop;
    const fresh = this.#freshOf(name);
    if (fresh !== undefined) return fresh;
    const last = this.#known.get(name);
    if (!last?.site || this.#now() - last.at > STALE_MS) return (await this.#look(name)) ?? null;
    const { site } = last;
    const looked = this.#look(name).then(
      (found) => found ?? null,
      () => site,
    );
    return newsOrGood<Site | null>(this.#pulse, looked, site);
  }

  hear(topic: string): void {
    this.#doubt(({ sellerId }) => sellerId === null || sellerId === topic);
  }

  connected(): void {
    this.#doubt(() => true);
    this.#connected = true;
  }

  lost(): void {
    this.#doubt(() => true);
    this.#connected = false;
  }

  /** Returns whether the name is that of APP_URL or a loopback name of this machine. */
  #isShop(name: string): boolean {
    return name === this.#shopName || LOOPBACK.has(name);
  }

  #freshOf(name: string): Site | null | undefined {
    const known = this.#known.get(name);
    if (!known?.fresh) return undefined;
    const heldFor = known.site ? Infinity : NOBODYS_MS;
    return this.#now() - known.at < (this.#connected ? heldFor : UNHEARD_MS) ? known.site : undefined;
  }

  /** Marks matching entries as stale. An entry that was fresh counts as confirmed until now. */
  #doubt(isMeant: (known: Known) => boolean): void {
    this.#changes += 1;
    const now = this.#now();
    for (const known of this.#known.values()) {
      if (!known.fresh || !isMeant(known)) continue;
      known.fresh = false;
      known.at = now;
    }
  }
}

const siteAt = (config: Parts['config'], root: Root): Site => ({
  origin: domainOrigin(config, root.host),
  root,
});
