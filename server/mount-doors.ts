import { Hono } from 'hono';
import { compress } from 'hono/compress';

import { apiDoors } from './api/api-doors.ts';
import { API_PATH } from './api/api-path.ts';
import type { RunningShop, ShopParts } from './app.ts';
import { authDoors } from './auth/auth-doors.ts';
import type { Context } from './context.ts';
import { isDatabaseAway } from './db/away.ts';
import { impatiently } from './db/patience.ts';
import { ALL_FUNCTIONS } from './functions/all-functions.ts';
import { functionDoors } from './functions/function-doors.ts';
import { mountDomain } from './hosts/domain-doors.ts';
import { gate } from './hosts/gate.ts';
import { mountOutside } from './hosts/outside-doors.ts';
import { backInAMoment } from './hosts/small-documents.ts';
import { siteOf } from './hosts/site.ts';
import { commonAt, NOWHERE } from './hosts/site-headers.ts';
import { tlsDoor } from './hosts/tls-door.ts';
import { accessLog } from './http/access-log.ts';
import { cleanAddress } from './http/clean-address.ts';
import { documentMethods } from './http/document-methods.ts';
import { healthDoors } from './http/health.ts';
import { BACK_IN_S } from './http/known-error.ts';
import { loopbackName } from './http/loopback-name.ts';
import { machineFiles } from './http/machine-files.ts';
import { mediaDoor } from './http/media-door.ts';
import { cspReports } from './http/csp-reports.ts';
import { loggedPath } from './http/redacted.ts';
import { API_CSP, CSP_REPORTS_PATH } from './http/security-headers.ts';
import { mailDesk } from './mail/mail-desk.ts';
import { mailHook } from './mail/mail-hook.ts';
import { metricsDoor } from './metrics/metrics-door.ts';
import { countRequests } from './metrics/route-of.ts';
import { operatorDoors } from './operator/operator-doors.ts';
import { documentDoors } from './pages/document-doors.ts';
import type { KeptDocuments } from './pages/kept-documents.ts';
import { nowDoor } from './pages/now-door.ts';
import { publicShop } from './pages/public-shop.ts';
import { sitemapDoors } from './pages/sitemap-doors.ts';
import { socialDoor } from './social/social-door.ts';
import { stripeReturnRoute } from './stripe/stripe-return.ts';
import { lookDoor } from './views/look-door.ts';
import { webhookDoors } from './webhooks/webhook-doors.ts';

type Opened = {
  context: Context;
  parts: ShopParts;
  kept: KeptDocuments;
  /** The in-process Stripe sandbox; null when Stripe is elsewhere. */
  sandbox: { pages: Hono } | null;
  isClosing: () => boolean;
};

/** Mounts all routes: of the app's own host, of sellers' domains, and of unknown hosts. */
export function openDoors(opened: Opened): Pick<RunningShop, 'fetch' | 'routes'> {
  const { context, parts } = opened;
  const machines = machineDoors(context);
  const [shop, domain, outside, unknown] = [new Hono(), new Hono(), new Hono(), new Hono()];
  // Mounted before the common middleware: static files, like cached documents, are not logged.
  if (parts.files) shop.route('/', parts.files);
  frame(shop, opened);
  mountHealth(shop, opened);
  shop.route('/operator', operatorDoors(context));
  shop.route('/c', lookDoor(context));
  shop.use(loopbackName(context.config.appUrl), compress());
  shop.route('/', machines);
  mountSandbox(shop, opened);
  const documents = mountDocuments(shop, opened);
  frame(domain, opened);
  domain.use(compress());
  mountDomain(domain, context, { documents, machines, files: parts.files });
  frame(outside, opened);
  mountHealth(outside, opened);
  mountOutside(outside, context);
  frame(unknown, opened);
  unknown.all('*', backInAMoment);
  return {
    fetch: gate(context, { shop, domain, outside, unknown }),
    routes: [...shop.routes, ...outside.routes].map(({ method, path }) => ({ method, path })),
  };
}

const AWAY = 'We cannot do that right now. Please try again in a moment.';

/** Health, metrics and TLS checks; probes reach them under any host name. */
function mountHealth(doors: Hono, { context, isClosing }: Opened): void {
  doors.route('/', healthDoors(context, isClosing));
  doors.route('/', metricsDoor(context));
  doors.route('/', tlsDoor(context));
}

/** Retry-After of responses without their own: a minute is the shortest window of a rate limit. */
const RETRY_AFTER_S: Readonly<Record<number, number>> = { 429: 60, 503: BACK_IN_S };

/** Middleware of every response: logging, metrics, request deadline, common headers, error handling. */
function frame(doors: Hono, { context, parts }: Opened): void {
  const { log } = context;
  doors.use(accessLog(log), countRequests(context.metrics));
  doors.use((_, next) => impatiently(next));
  doors.use(async (c, next) => {
    await next();
    const retryAfterS = RETRY_AFTER_S[c.res.status];
    if (retryAfterS !== undefined && !c.res.headers.has('Retry-After'))
      c.res.headers.set('Retry-After', String(retryAfterS));
    for (const [name, value] of Object.entries(commonAt(siteOf(c, NOWHERE))))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has('Content-Security-Policy') && !parts.dev)
      c.res.headers.set('Content-Security-Policy', API_CSP);
    const type = c.res.headers.get('Content-Type') ?? '';
    if (type.startsWith('text/') && !/charset=/i.test(type))
      c.res.headers.set('Content-Type', `${type}; charset=utf-8`);
  });
  doors.onError((error, c) => {
    if (isDatabaseAway(error)) return c.text(AWAY, 503, { 'Cache-Control': 'no-store' });
    log.error({ err: error, path: loggedPath(c.req.path) }, 'a request failed');
    return c.text('Something went wrong on our side. Please try again.', 500);
  });
}

function machineDoors(context: Context): Hono {
  const doors = new Hono();
  doors.route('/', machineFiles(context));
  doors.route('/media', mediaDoor(context));
  doors.route('/og', socialDoor(context));
  doors.route('/auth/v1', authDoors(context));
  doors.route('/functions/v1', functionDoors(context, ALL_FUNCTIONS));
  doors.route(API_PATH, apiDoors(context));
  doors.route('/', stripeReturnRoute(context));
  doors.route('/webhooks/stripe', webhookDoors(context));
  doors.route('/webhooks/mail', mailHook(context));
  doors.route(CSP_REPORTS_PATH, cspReports(context));
  return doors.onError((error) => {
    throw error;
  });
}

function mountSandbox(doors: Hono, { context, parts, sandbox }: Opened): void {
  const renderMail = parts.pagesEntry?.renderMail;
  if (context.mode === 'sandbox' && renderMail) doors.route('/sandbox/mail', mailDesk(context, renderMail));
  if (sandbox) doors.route('/sandbox', sandbox.pages);
}

/** Mounts the documents and returns their routes; null without a pages entry. */
function mountDocuments(doors: Hono, { context, parts, kept }: Opened): Hono | null {
  if (!parts.pagesEntry) return null;
  const keptHere = parts.dev ? null : kept;
  const shop = publicShop(context);
  const documents = documentDoors(context, shop, parts.pagesEntry.render, keptHere);
  doors.route('/', nowDoor(context));
  doors.route('/', sitemapDoors(context, shop, keptHere));
  doors.use(cleanAddress(documents), documentMethods(context.config.appUrl));
  doors.route('/', documents);
  return documents;
}
