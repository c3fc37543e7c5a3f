import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { toErrorBody, AppError, getHttpStatus } from '#domain/errors.ts';
import { isAuthError } from '#server/auth/auth-error.ts';
import { getClientInfo } from '#server/auth/client-info.ts';
import { countryOfRequest } from '#server/checkout/attribution.ts';
import type { Context } from '#server/core/context.ts';
import { siteOf } from '#server/core/site.ts';

import { toAppError } from '../http/app-error.ts';
import { readJson } from '../http/read-json.ts';
import { addToRequestLog } from '../http/request-context.ts';
import { isForeignOrigin } from '../http/request-origin.ts';
import type { RequestCookies, RpcFunction } from '../http/rpc-function.ts';
import { createSitemapRoutes } from '../pages/load-sitemap.ts';

/** Serves `POST /functions/v1/<name>` for every function of the list: JSON in, JSON out, errors from the catalog. */
export function createRpcRoutes(context: Context, functions: readonly RpcFunction[]): Hono {
  const routes = new Hono();
  routes.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  routes.use(async (c, next) => {
    if (isForeignOrigin(c, siteOf(c, context.sites.mainSite).origin)) throw new AppError('foreign_origin');
    await next();
  });
  for (const definition of functions) {
    routes.post(`/${definition.name}`, async (c) => {
      const authorization = c.req.header('authorization') ?? null;
      const body = () => readJson(c.req.raw, definition.maxBytes);
      const country = countryOfRequest(context.config, c);
      const cookies: RequestCookies = {
        cookies: c.req.header('cookie') ?? null,
        setCookie: (cookie) => c.header('Set-Cookie', cookie),
      };
      const visitor = { ...getClientInfo(c), country, site: siteOf(c, context.sites.mainSite), ...cookies };
      return c.json((await definition.handleRequest(context, authorization, visitor, body)) as object);
    });
    routes.all(`/${definition.name}`, () => {
      throw new AppError('method_not_allowed');
    });
  }
  routes.route('/sitemap', createSitemapRoutes(context));
  // A catch-all route, because Hono calls `notFound` only on the outermost app.
  routes.all('*', () => {
    throw new AppError('not_found');
  });
  routes.onError((error, c) => {
    const appError = toRpcError(error);
    if (appError.code === 'internal') context.log.error({ err: error, path: c.req.path }, 'rpc_function_failed');
    return sendError(c, appError, findTitle(functions, c.req.path));
  });
  return routes;
}

/** Maps the one auth error that a function can meet: too many password checks. */
const toRpcError = (error: unknown): AppError =>
  isAuthError(error) && error.code === 'over_request_rate_limit'
    ? new AppError('rate_limited', { facts: { retryAfter: error.retryAfterS }, cause: error })
    : toAppError(error);

const findTitle = (functions: readonly RpcFunction[], path: string): string =>
  functions.find(({ name }) => path.endsWith(`/${name}`))?.title ?? 'Error';

function sendError(c: HonoContext, error: AppError, title: string): Response {
  const { retryAfter } = error.facts;
  addToRequestLog({ code: error.code });
  if (typeof retryAfter === 'number') c.header('Retry-After', String(retryAfter));
  return c.json(toErrorBody(error, title), getHttpStatus(error.code) as ContentfulStatusCode);
}
