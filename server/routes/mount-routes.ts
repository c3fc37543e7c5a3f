import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

import { errorMessages } from '#content/messages/errors.ts';
import { toErrorBody, type AppError } from '#domain/errors.ts';
import { API_PATH } from '#server/api/api-endpoints.ts';
import { stripeReturnRoute } from '#server/stripe/connect-existing.ts';

import type { PageViewRecorder } from '../analytics/page-view-recorder.ts';
import { pageViewRoutes } from '../analytics/page-view-routes.ts';
import { toApiError, withRequestId } from '../api/api-error.ts';
import { createApiRoutes } from '../api/api-routes.ts';
import type { App, AppOptions } from '../app.ts';
import { createAuthRoutes } from '../auth/routes.ts';
import type { Context } from '../core/context.ts';
import { parseHostName } from '../core/host-name.ts';
import { siteOf } from '../core/site.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { withRequestDeadline } from '../db/query-deadline.ts';
import { sellerFileRoutes } from '../delivery/seller-file-links.ts';
import { uploadRoutes } from '../delivery/upload-routes.ts';
import { mailHookRoutes } from '../email/mail-hook-routes.ts';
import { sandboxMailRoutes } from '../email/sandbox-mail-routes.ts';
import { accessLog } from '../http/access-log.ts';
import { RETRY_AFTER_BY_STATUS_S } from '../http/app-error.ts';
import { countRequests } from '../http/app-metrics.ts';
import { cspReportRoutes } from '../http/csp-reports.ts';
import { canonicalPath, redirectLoopbackName, restrictDocumentMethods } from '../http/document-middleware.ts';
import { unavailablePage } from '../http/fallback-pages.ts';
import { redactPath } from '../http/log.ts';
import { healthRoutes, metricsRoutes } from '../http/operations-routes.ts';
import { shedLoad, type LoadMonitor } from '../http/overload.ts';
import { API_CSP, CSP_REPORTS_PATH, NO_SITE, siteHeaders } from '../http/security-headers.ts';
import { wellKnownRoutes } from '../http/well-known-routes.ts';
import { mediaRoutes } from '../images/media-routes.ts';
import { clockRoute } from '../pages/clock-route.ts';
import { fontRoutes } from '../pages/fonts/font-routes.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { socialImageRoutes } from '../pages/social-image/social-image-routes.ts';
import { stripeWebhookRoutes } from '../payments/stripe-webhook-routes.ts';
import { developerRoutes } from '../site/developer-routes.ts';
import { sitemapRoutes } from '../site/sitemap-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { createHostRouter, mountUnknownHost } from './host-router.ts';
import { createPublicServices } from './public-services.ts';
import { RPC_FUNCTIONS } from './rpc-functions.ts';
import { createRpcRoutes } from './rpc-routes.ts';
import { mountDomainRoutes } from './tenant-domain-routes.ts';

type RouteDependencies = {
  context: Context;
  options: AppOptions;
  pageCache: PageCache;
  pageViewRecorder: PageViewRecorder;
  /** The in-process Stripe sandbox; null when Stripe is elsewhere. */
  sandbox: { pages: Hono } | null;
  /** The navigation of the sandbox's pages, for the mail pages. */
  sandboxMailBar: Parameters<typeof sandboxMailRoutes>[2];
  isClosing: () => boolean;
  loadMonitor: LoadMonitor;
};

/** Mounts all routes: of the app's own host, of sellers' domains, and of unknown hosts. */
export function mountRoutes(dependencies: RouteDependencies): Pick<App, 'fetch' | 'routes'> {
  const { context, options } = dependencies;
  const machineRoutes = createMachineRoutes(context);
  const pageViews = pageViewRoutes(context, dependencies.pageViewRecorder);
  const commonMiddleware = createCommonMiddleware(dependencies);
  const appRoutes = new Hono();
  // Mounted before the common middleware: static files, like cached documents, are not logged.
  if (options.files) appRoutes.route('/', options.files);
  commonMiddleware(appRoutes);
  mountHealth(appRoutes, dependencies);
  appRoutes.route('/c', pageViews);
  appRoutes.use(redirectLoopbackName(context.config.appUrl), compress());
  appRoutes.route('/', machineRoutes);
  mountSandbox(appRoutes, dependencies);
  const documents = mountDocuments(appRoutes, dependencies);
  const domainRoutes = commonMiddleware(new Hono()).use(compress());
  mountDomainRoutes(domainRoutes, context, {
    documents,
    rpcAndFiles: machineRoutes,
    pageViewRoutes: pageViews,
    files: options.files,
  });
  const unknownHostRoutes = commonMiddleware(new Hono());
  mountHealth(unknownHostRoutes, dependencies);
  mountUnknownHost(unknownHostRoutes, context);
  const unresolvedHostRoutes = commonMiddleware(new Hono()).all('*', unavailablePage);
  return {
    fetch: createHostRouter(context, {
      main: appRoutes,
      domain: domainRoutes,
      unknownHost: unknownHostRoutes,
      unavailable: unresolvedHostRoutes,
    }),
    routes: [...appRoutes.routes, ...unknownHostRoutes.routes].map(({ method, path }) => ({ method, path })),
  };
}

const UNAVAILABLE_MESSAGE = errorMessages.unavailable;

/** Health, metrics and TLS checks; probes reach them under any host name. */
function mountHealth(routes: Hono, { context, isClosing }: RouteDependencies): void {
  routes.route('/', healthRoutes(context, isClosing));
  routes.route('/', metricsRoutes(context));
  routes.route('/', tlsRoute(context));
}

/** Headers that proxies add to forwarded requests. The TLS proxy itself asks without them. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * `GET /internal/tls-allowed?domain=`: returns 200 for the app's own host and every verified domain, whatever the seller's
 * plan, and 404 for others. Requests forwarded by a proxy always get 404.
 */
function tlsRoute({ sites }: Pick<Context, 'sites'>): Hono {
  const route = new Hono();
  route.get('/internal/tls-allowed', async (c) => {
    c.header('Cache-Control', 'no-store');
    const isForwarded = FORWARDING_HEADERS.some((name) => c.req.header(name) !== undefined);
    const name = isForwarded ? null : parseHostName(c.req.query('domain') ?? '');
    return c.body(null, name !== null && (await sites.find(name)) ? 200 : 404);
  });
  return route;
}

/** Retry-After of responses without their own: a minute is the shortest window of a rate limit. */
const RETRY_AFTER_S: Readonly<Record<number, number>> = { 429: 60, 503: RETRY_AFTER_BY_STATUS_S };

/** Middleware of every response, in this order. All routers share the counts of load shedding. */
function createCommonMiddleware({ context, options, loadMonitor }: RouteDependencies): (routes: Hono) => Hono {
  const { log, metrics } = context;
  const middleware = [
    accessLog(log),
    countRequests(metrics),
    commonResponseHeaders(options.dev),
    shedLoad(context, loadMonitor.read, (path, error) => renderOverloadError(context, path, error)),
    requestDeadline,
  ] as const;
  return (routes) => {
    routes.use(...middleware);
    return routes.onError((error, c) => {
      if (isDatabaseUnavailable(error)) return c.text(UNAVAILABLE_MESSAGE, 503, { 'Cache-Control': 'no-store' });
      log.error({ err: error, path: redactPath(c.req.path) }, 'request_failed');
      return c.text(errorMessages.internal, 500);
    });
  };
}

/** Programs get the errors of the API, and screens those of functions. */
const renderOverloadError = ({ config }: Context, path: string, error: AppError): object =>
  path.startsWith(`${API_PATH}/`) ? withRequestId(toApiError(config.appUrl, error)) : toErrorBody(error, 'Error');

const requestDeadline: MiddlewareHandler = (_, next) => withRequestDeadline(next);

/** Headers of every response that its route has not set. Vite's pages (`dev`) get no Content-Security-Policy. */
const commonResponseHeaders =
  (dev: boolean | undefined): MiddlewareHandler =>
  async (c, next) => {
    await next();
    const retryAfterS = RETRY_AFTER_S[c.res.status];
    if (retryAfterS !== undefined && !c.res.headers.has('Retry-After'))
      c.res.headers.set('Retry-After', String(retryAfterS));
    for (const [name, value] of Object.entries(siteHeaders(siteOf(c, NO_SITE))))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has('Content-Security-Policy') && !dev) c.res.headers.set('Content-Security-Policy', API_CSP);
    const type = c.res.headers.get('Content-Type') ?? '';
    if (type.startsWith('text/') && !/charset=/i.test(type))
      c.res.headers.set('Content-Type', `${type}; charset=utf-8`);
  };

function createMachineRoutes(context: Context): Hono {
  const routes = new Hono();
  routes.route('/', wellKnownRoutes(context));
  routes.route('/', developerRoutes(context));
  routes.route('/media', mediaRoutes(context));
  routes.route('/og', socialImageRoutes(context));
  routes.route('/fonts', fontRoutes(context));
  routes.route('/uploads', uploadRoutes(context));
  routes.route('/files', sellerFileRoutes(context));
  routes.route('/auth/v1', createAuthRoutes(context));
  routes.route('/functions/v1', createRpcRoutes(context, RPC_FUNCTIONS));
  routes.route(API_PATH, createApiRoutes(context));
  routes.route('/', stripeReturnRoute(context));
  routes.route('/webhooks/stripe', stripeWebhookRoutes(context));
  routes.route('/webhooks/mail', mailHookRoutes(context));
  routes.route(CSP_REPORTS_PATH, cspReportRoutes(context));
  return routes.onError((error) => {
    throw error;
  });
}

function mountSandbox(routes: Hono, { context, options, sandbox, sandboxMailBar }: RouteDependencies): void {
  const renderMail = options.pagesEntry?.renderMail;
  if (context.mode === 'sandbox' && renderMail)
    routes.route('/sandbox/mail', sandboxMailRoutes(context, renderMail, sandboxMailBar));
  if (sandbox) routes.route('/sandbox', sandbox.pages);
}

/** Mounts the documents and returns their routes; null without a pages entry. */
function mountDocuments(routes: Hono, { context, options, pageCache }: RouteDependencies): Hono | null {
  if (!options.pagesEntry) return null;
  const usedPageCache = options.dev ? null : pageCache;
  const services = createPublicServices(context);
  const documents = documentRoutes(context, services, options.pagesEntry.render, usedPageCache);
  routes.route('/', clockRoute(context));
  routes.route('/', sitemapRoutes(context, services, usedPageCache));
  routes.use(canonicalPath(documents), restrictDocumentMethods(context.config.appUrl));
  routes.route('/', documents);
  return documents;
}
