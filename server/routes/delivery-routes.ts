import { Hono, type Context as HonoContext } from 'hono';

import { isAppError, AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { siteOf } from '#server/core/site.ts';
import { accessLinkPath } from '#server/delivery/access-links.ts';
import type { BuyerEntitlement } from '#server/delivery/entitlement-access.ts';
import {
  findByAccessLink,
  findByBuyerSession,
  findByPayingBrowser,
  openDelivery,
} from '#server/orders/delivery-access.ts';

type FindEntitlement = (c: HonoContext) => Promise<BuyerEntitlement | 'confirm' | null>;

const KINDS = { f: 'file', l: 'link' } as const;

/** A file must not be compressed on its way, because its ranges count the bytes of the file. */
const NO_TRANSFORM = 'private, no-store, no-transform';

/**
 * Downloads of files, and redirects to private links, for buyers. `renderProblem` renders the document that says why
 * something cannot be opened.
 */
export function deliveryRoutes(
  context: Context,
  renderProblem: (c: HonoContext, error: AppError) => Promise<Response>,
): Hono {
  const routes = new Hono();
  const handle = (kind: 'file' | 'link', find: FindEntitlement) => async (c: HonoContext) => {
    try {
      const row = await find(c);
      if (row === 'confirm') return c.body(null, 303, { Location: accessLinkPath(c.req.param('token') ?? '') });
      if (!row) throw new AppError('not_found');
      const response = await openDelivery(context, c.req.raw, kind, row);
      const headers = new Headers(response.headers);
      headers.set('Cache-Control', NO_TRANSFORM);
      return new Response(response.body, { status: response.status, headers });
    } catch (error) {
      if (!isAppError(error)) throw error;
      context.metrics.count('deliveries_refused', { reason: error.code });
      return renderProblem(c, error);
    }
  };
  const cookiesOf = (c: HonoContext) => c.req.header('cookie') ?? null;
  const idOf = (c: HonoContext) => c.req.param('id') ?? '';
  for (const [part, kind] of Object.entries(KINDS)) {
    routes.get(
      `/g/:token/${part}/:id`,
      handle(kind, (c) => findByAccessLink(context, c.req.param('token') ?? '', idOf(c))),
    );
    routes.get(
      `/success/${part}/:id`,
      handle(kind, (c) =>
        findByPayingBrowser(context, {
          attemptId: c.req.query('t') ?? '',
          deliverableId: idOf(c),
          site: siteOf(c, context.sites.mainSite),
          cookies: cookiesOf(c),
        }),
      ),
    );
    routes.get(
      `/purchases/${part}/:id`,
      handle(kind, (c) => findByBuyerSession(context, idOf(c), cookiesOf(c))),
    );
  }
  return routes;
}
