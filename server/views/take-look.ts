import { z } from 'zod';

import { isBot } from '#domain/visit-browser.ts';
import type { VisitHint } from '#domain/visit.ts';

import type { Context } from '#server/context.ts';
import type { Site } from '#server/hosts/site.ts';
import { limitFactor } from '#server/http/rate-limits.ts';
import { LookLimits } from './look-limits.ts';
import { visitOriginOf } from './visit-origin.ts';
import { BATCH } from './write-looks.ts';

export const MAX_BEACON_BYTES = 1024;
const MAX_USER_AGENT = 400;
const MAX_VERSION = 2 ** 31 - 1;
const SLUG = /^[a-z0-9][a-z0-9-]{0,99}$/;

const Beacon = z.strictObject({
  v: z.number().int().min(1).max(MAX_VERSION),
  referrer: z.string().optional(),
  query: z.string().optional(),
  embed: z.string().optional(),
  touch: z.boolean().optional(),
});

/** A page-view request. `header` takes lower-case names. */
export type Knock = {
  site: Site;
  slug: string;
  address: string;
  /** Country from the edge; empty if unknown. */
  country: string;
  header: (name: string) => string | undefined;
};

/** Status of the response, the same whether the page view is counted or not. */
export type LookStatus = 200 | 204 | 400 | 403 | 413 | 415;

/** Returns whether the browser loads the page in advance, without showing it. */
const isAhead = ({ header }: Knock): boolean =>
  /prefetch|prerender|preview/i.test(
    `${header('sec-purpose') ?? ''} ${header('purpose') ?? ''} ${header('x-moz') ?? ''}`,
  );

/** Validates page views without a query and adds them to the buffer. */
export class LookTaker {
  readonly #context: Context;
  readonly #limits = new LookLimits();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Records the beacon that the page's script sends. */
  beacon(knock: Knock, body: string): LookStatus {
    if (knock.header('origin') !== knock.site.origin) return 403;
    if (!/^text\/plain\b/i.test(knock.header('content-type') ?? '')) return 415;
    const beacon = beaconFrom(body);
    if (!beacon) return 400;
    const { v, ...hint } = beacon;
    this.#take(knock, v, hint);
    return 204;
  }

  /** Records the image request of a browser without scripts. Its Referer contains the address of the page. */
  picture(knock: Knock, version: string | null): LookStatus {
    const page = URL.parse(knock.header('referer') ?? '');
    const isOurs = page?.origin === knock.site.origin;
    const site = knock.header('sec-fetch-site');
    if (!isOurs || (site !== undefined && site !== 'same-origin')) return 403;
    if (version !== null && /^[1-9]\d{0,8}$/.test(version))
      this.#take(knock, Number(version), { query: page.search });
    return 200;
  }

  #take(knock: Knock, version: number, hint: VisitHint): void {
    const context = this.#context;
    const { site, slug, address, country, header } = knock;
    const userAgent = (header('user-agent') ?? '').slice(0, MAX_USER_AGENT);
    if (!SLUG.test(slug) || isAhead(knock) || isBot(userAgent)) return;
    const factor = limitFactor(context);
    if (factor !== null && !this.#limits.take(address, slug, context.realNow().getTime(), factor)) return;
    const origin = visitOriginOf(context, hint, { userAgent, country }, site);
    context.looks.add({ slug, version, at: context.now(), address, userAgent, origin });
    if (context.looks.count % BATCH === 0) context.ring('views');
  }
}

function beaconFrom(body: string): z.infer<typeof Beacon> | null {
  try {
    return Beacon.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
