import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

import { AppError, getHttpStatus } from '#domain/errors.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_TOKENS } from '#server/core/secrets.ts';
import { findFileVersion, type FileVersionKey } from '#server/delivery/queries/file-versions.ts';
import { toAppError } from '#server/http/app-error.ts';
import { addToRequestLog } from '#server/http/request-context.ts';

import { sendVersion } from './serve-file.ts';

const LINK_LIFETIME_MS = 5 * MINUTE_MS;

const Link = z.object({ deliverableId: z.uuid(), number: z.number(), expiresAt: z.number() });

/** URL from which anyone can download this version of a file within five minutes. */
export function createSellerFileLink(
  { config, secrets, realNow }: Context,
  { deliverableId, number }: FileVersionKey,
): string {
  const link: z.infer<typeof Link> = { deliverableId, number, expiresAt: realNow().getTime() + LINK_LIFETIME_MS };
  return `${config.appUrl}/files/${secrets.seal(JSON.stringify(link), SEALED_TOKENS.fileLink)}`;
}

/** `GET /files/{token}`: sends the file of a link that a seller has created. */
export function sellerFileRoutes(context: Context): Hono {
  const routes = new Hono();
  routes.get('/:token', async (c) => {
    const { deliverableId, number } = readLink(context, c.req.param('token'));
    const version = await findFileVersion(context.db, deliverableId, number);
    if (!version) throw new AppError('not_found');
    if (version.scan === 'refused') throw new AppError('file_refused');
    return sendVersion(context, c.req.raw, version, { reader: `seller ${deliverableId}` });
  });
  routes.onError((error, c) => {
    const { code, message, facts } = toAppError(error);
    if (code === 'internal') context.log.error({ err: error }, 'file_download_failed');
    addToRequestLog({ code });
    if (typeof facts.retryAfter === 'number') c.header('Retry-After', String(facts.retryAfter));
    c.header('Cache-Control', 'no-store');
    return c.text(message, getHttpStatus(code) as ContentfulStatusCode);
  });
  return routes;
}

/** Throws AppError 'not_found' for a token that is expired or not ours. */
function readLink({ secrets, realNow }: Context, token: string): FileVersionKey {
  const link = parseToken(secrets, token);
  if (!link || link.expiresAt <= realNow().getTime()) throw new AppError('not_found');
  return link;
}

function parseToken(secrets: Context['secrets'], token: string): z.infer<typeof Link> | null {
  try {
    return Link.parse(JSON.parse(secrets.unseal(token, SEALED_TOKENS.fileLink)));
  } catch {
    return null;
  }
}
