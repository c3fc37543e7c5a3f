import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import type { CallName } from '#domain/calls.ts';
import { errorBodyOf, ShopError, statusOf } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { isAuthError } from '#server/auth/auth-error.ts';
import { visitorOf } from '#server/auth/visitor.ts';
import { siteOf } from '#server/hosts/site.ts';
import { isForeignOrigin } from '#server/http/foreign-origin.ts';
import { knownError } from '#server/http/known-error.ts';
import { readJson } from '#server/http/read-json.ts';
import { tellOfRequest } from '#server/http/request-told.ts';
import { countryOf } from '#server/views/visit-origin.ts';
import type { AnyFunction } from './backend-function.ts';
import { sitemapDoor } from './sitemap.ts';

/** Functions that take payments. They are not shed under load, because buyers rarely retry. */
const TAKES_MONEY: readonly CallName[] = ['create-checkout-session', 'apply-coupon'];

/** Serves `POST /functions/v1/<name>` for every function of the list: JSON in, JSON out, errors from the catalog. */
export function functionDoors(context: Context, functions: readonly AnyFunction[]): Hono {
  const doors = new Hono();
  doors.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  doors.use(async (c, next) => {
    if (isForeignOrigin(c, siteOf(c, context.sites.shop).origin)) throw new ShopError('foreign_origin');
    await next();
  });
  doors.use(async (c, next) => {
    if (context.isLate() && !TAKES_MONEY.some((name) => c.req.path.endsWith(`/${name}`)))
      throw new ShopError('unavailable', { facts: { retryAfter: 1 } });
    await next();
  });
  for (const definition of functions) {
    doors.post(`/${definition.name}`, async (c) => {
      const authorization = c.req.header('authorization') ?? null;
      const body = () => readJson(c.req.raw, definition.maxBytes);
      const country = countryOf(context.config, c);
      const visitor = { ...visitorOf(c), country, site: siteOf(c, context.sites.shop) };
      return c.json((await definition.answer(context, authorization, visitor, body)) as object);
    });
    doors.all(`/${definition.name}`, () => {
      throw new ShopError('method_not_allowed');
    });
  }
  doors.route('/sitemap', sitemapDoor(context));
  // A catch-all route, because Hono calls `notFound` only on the outermost app.
  doors.all('*', () => {
    throw new ShopError('not_found');
  });
  doors.onError((error, c) => {
    const known = shopErrorFrom(error);
    if (known.code === 'internal') context.log.error({ err: error, path: c.req.path }, 'a function failed');
    return refuse(c, known, titleFor(functions, c.req.path));
  });
  return doors;
}

/** Maps the one auth error that a function can meet: too many password checks. */
const shopErrorFrom = (error: unknown): ShopError =>
  isAuthError(error) && error.code === 'over_request_rate_limit'
    ? new ShopError('rate_limited', { facts: { retryAfter: error.retryAfterS }, cause: error })
    : knownError(error);

const titleFor = (functions: readonly AnyFunction[], path: string): string =>
  functions.find(({ name }) => path.endsWith(`/${name}`))?.title ?? 'Error';

function refuse(c: HonoContext, error: ShopError, title: string): Response {
  const { retryAfter } = error.facts;
  tellOfRequest({ code: error.code });
  if (typeof retryAfter === 'number') c.header('Retry-After', String(retryAfter));
  return c.json(errorBodyOf(error, title), statusOf(error.code) as ContentfulStatusCode);
}
