import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import type { ReportedVisit } from '#domain/attribution.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { isBot } from '#domain/user-agent.ts';
import type { Context } from '#server/core/context.ts';
import type { Site } from '#server/core/site.ts';
import { limitFactor } from '#server/http/rate-limits.ts';

import { createAttribution } from '../checkout/attribution.ts';
import { WRITE_BATCH } from './write-page-views.ts';

const MAX_COUNTERS = 20_000;

/** Maximum page views counted per address and minute: for one page, and for all pages. */
const MAX_PER_PAGE = 60;
const MAX_PER_ADDRESS = 600;

type MinuteCount = { minute: number; count: number };

/** Limits page views per address, in this process only and with bounded memory. Views beyond the limits are not counted. */
export class PageViewLimits {
  readonly #counts = new LRUCache<string, MinuteCount>({ max: MAX_COUNTERS });

  get size(): number {
    return this.#counts.size;
  }

  /** Returns whether this page view counts. `now`: the system clock in milliseconds; `factor` multiplies the limits. */
  allow(address: string, slug: string, now: number, factor: number): boolean {
    const minute = Math.floor(now / MINUTE_MS);
    return (
      this.#increment(address, minute) <= MAX_PER_ADDRESS * factor &&
      this.#increment(`${address} ${slug}`, minute) <= MAX_PER_PAGE * factor
    );
  }

  #increment(key: string, minute: number): number {
    const counter = this.#counts.get(key);
    if (counter?.minute === minute) return ++counter.count;
    this.#counts.set(key, { minute, count: 1 });
    return 1;
  }
}

export const MAX_PAGE_VIEW_BYTES = 1024;
const MAX_USER_AGENT = 400;
const MAX_VERSION = 2 ** 31 - 1;
const SLUG = /^[a-z0-9][a-z0-9-]{0,99}$/;

const ScriptView = z.strictObject({
  v: z.number().int().min(1).max(MAX_VERSION),
  referrer: z.string().optional(),
  query: z.string().optional(),
  embed: z.string().optional(),
  touch: z.boolean().optional(),
});

/** A page-view request. `header` takes lower-case names. */
export type PageViewRequest = {
  site: Site;
  slug: string;
  address: string;
  /** Country from the edge; empty if unknown. */
  country: string;
  header: (name: string) => string | undefined;
};

/** Status of the response, the same whether the page view is counted or not. */
export type PageViewStatus = 200 | 204 | 400 | 403 | 413 | 415;

/** Returns whether the browser loads the page in advance, without showing it. */
const isPrefetch = ({ header }: PageViewRequest): boolean =>
  /prefetch|prerender|preview/i.test(
    `${header('sec-purpose') ?? ''} ${header('purpose') ?? ''} ${header('x-moz') ?? ''}`,
  );

/** Validates page views without a query and adds them to the buffer. */
export class PageViewRecorder {
  readonly #context: Context;
  readonly #limits = new PageViewLimits();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Records a page view that the page's script reports with `navigator.sendBeacon`. */
  recordScriptView(request: PageViewRequest, body: string): PageViewStatus {
    if (request.header('origin') !== request.site.origin) return 403;
    if (!/^text\/plain\b/i.test(request.header('content-type') ?? '')) return 415;
    const payload = parseScriptView(body);
    if (!payload) return 400;
    const { v, ...visit } = payload;
    this.#record(request, v, visit);
    return 204;
  }

  /** Records the image request of a browser without scripts. Its Referer contains the address of the page. */
  recordPixelView(request: PageViewRequest, version: string | null): PageViewStatus {
    const referer = URL.parse(request.header('referer') ?? '');
    const isSameOrigin = referer?.origin === request.site.origin;
    const fetchSite = request.header('sec-fetch-site');
    if (!isSameOrigin || (fetchSite !== undefined && fetchSite !== 'same-origin')) return 403;
    if (version !== null && /^[1-9]\d{0,8}$/.test(version))
      this.#record(request, Number(version), { query: referer.search });
    return 200;
  }

  #record(request: PageViewRequest, version: number, visit: ReportedVisit): void {
    const context = this.#context;
    const { site, slug, address, country, header } = request;
    const userAgent = (header('user-agent') ?? '').slice(0, MAX_USER_AGENT);
    if (!SLUG.test(slug) || isPrefetch(request) || isBot(userAgent)) return;
    const factor = limitFactor(context);
    if (factor !== null && !this.#limits.allow(address, slug, context.realNow().getTime(), factor)) return;
    const origin = createAttribution(context, visit, { userAgent, country }, site);
    context.pageViewBuffer.add({ slug, version, viewedAt: context.now(), address, userAgent, origin });
    if (context.pageViewBuffer.count % WRITE_BATCH === 0) context.wake('views');
  }
}

function parseScriptView(body: string): z.infer<typeof ScriptView> | null {
  try {
    return ScriptView.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
