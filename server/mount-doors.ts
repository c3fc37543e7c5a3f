import type { Hono } from 'hono';
import { compress } from 'hono/compress';

import { apiDoors } from './api/api-doors.ts';
import { API_PATH } from './api/api-path.ts';
import type { ShopParts } from './app.ts';
import { authDoors } from './auth/auth-doors.ts';
import type { Context } from './context.ts';
import { ALL_FUNCTIONS } from './functions/all-functions.ts';
import { functionDoors } from './functions/function-doors.ts';
import { accessLog } from './http/access-log.ts';
import { cleanAddress } from './http/clean-address.ts';
import { documentMethods } from './http/document-methods.ts';
import { healthDoors } from './http/health.ts';
import { loopbackName } from './http/loopback-name.ts';
import { machineFiles } from './http/machine-files.ts';
import { mediaDoor } from './http/media-door.ts';
import { API_CSP, commonHeaders } from './http/security-headers.ts';
import { mailDesk } from './mail/mail-desk.ts';
import { mailHook } from './mail/mail-hook.ts';
import { operatorDoors } from './operator/operator-doors.ts';
import { documentDoors } from './pages/document-doors.ts';
import type { KeptDocuments } from './pages/kept-documents.ts';
import { nowDoor } from './pages/now-door.ts';
import { publicShop } from './pages/public-shop.ts';
import { sitemapDoors } from './pages/sitemap-doors.ts';
import { socialDoor } from './social/social-door.ts';
import { lookDoor } from './views/look-door.ts';
import { webhookDoors } from './webhooks/webhook-doors.ts';

type Mounted = {
  context: Context;
  parts: ShopParts;
  kept: KeptDocuments;
  /** The provider in this process; null where it is elsewhere. */
  sandbox: { pages: Hono } | null;
  isClosing: () => boolean;
};

/** Opens every door of the shop, in the order in which they are asked. */
export function mountDoors(doors: Hono, { context, parts, kept, sandbox, isClosing }: Mounted): void {
  doors.use(accessLog(context.log));
  const common = commonHeaders(context.config.appUrl);
  doors.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(common))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has('Content-Security-Policy') && !parts.dev)
      c.res.headers.set('Content-Security-Policy', API_CSP);
  });
  doors.route('/', healthDoors(context, isClosing));
  doors.route('/operator', operatorDoors(context));
  doors.route('/c', lookDoor(context));
  doors.use(loopbackName(context.config.appUrl));
  doors.use(compress());
  mountMachines(doors, context);
  const renderMail = parts.pagesEntry?.renderMail;
  if (context.mode === 'sandbox' && renderMail) doors.route('/sandbox/mail', mailDesk(context, renderMail));
  if (sandbox) doors.route('/sandbox', sandbox.pages);
  mountDocuments(doors, context, parts, kept);
  doors.onError((error, c) => {
    context.log.error({ err: error, path: c.req.path }, 'a request failed');
    return c.text('Something went wrong on our side. Please try again.', 500);
  });
}

function mountMachines(doors: Hono, context: Context): void {
  doors.route('/', machineFiles(context));
  doors.route('/media', mediaDoor(context));
  doors.route('/og', socialDoor(context));
  doors.route('/auth/v1', authDoors(context));
  doors.route('/functions/v1', functionDoors(context, ALL_FUNCTIONS));
  doors.route(API_PATH, apiDoors(context));
  doors.route('/webhooks/stripe', webhookDoors(context));
  doors.route('/webhooks/mail', mailHook(context));
}

function mountDocuments(doors: Hono, context: Context, parts: ShopParts, kept: KeptDocuments): void {
  if (!parts.pagesEntry) return;
  const keptHere = parts.dev ? null : kept;
  const shop = publicShop(context);
  const documents = documentDoors(context, shop, parts.pagesEntry.render, keptHere);
  doors.route('/', nowDoor(context));
  doors.route('/', sitemapDoors(context, shop, keptHere));
  doors.use(cleanAddress(documents), documentMethods(context.config.appUrl));
  doors.route('/', documents);
}
