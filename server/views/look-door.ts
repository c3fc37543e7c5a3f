import type { IncomingMessage, ServerResponse } from 'node:http';

import { Hono, type Context as Call } from 'hono';

import { isShopError } from '#domain/errors.ts';

import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { hostOf } from '#server/hosts/host-name.ts';
import { shortHeadersAt } from '#server/hosts/site-headers.ts';
import { siteOf } from '#server/hosts/site.ts';
import { isTrusted, plainAddress } from '#server/http/peer-address.ts';
import { addressFrom, clientAddress } from '#server/http/rate-limits.ts';
import { readText } from '#server/http/read-json.ts';
import { rawHeader, rawLines } from '#server/pages/kept-document.ts';
import { LookTaker, MAX_BEACON_BYTES, type Knock, type LookStatus } from './take-look.ts';
import { countryFrom, countryOf } from './visit-origin.ts';

/** The smallest GIF: one transparent pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const PICTURE_TYPE = 'image/gif';
const PICTURE_HEADERS = { 'Content-Type': PICTURE_TYPE, 'Content-Length': PICTURE.byteLength };
const UNKEPT = { 'Cache-Control': 'no-store' };

const takers = new WeakMap<Context, LookTaker>();

/** One recorder, and so one set of limits, for both entry points. */
function takerOf(context: Context): LookTaker {
  const taker = takers.get(context) ?? new LookTaker(context);
  takers.set(context, taker);
  return taker;
}

/** `POST /c/{slug}/seen` of the page's script, and `GET /c/{slug}/seen.gif` of a page without scripts. */
export function lookDoor(context: Context): Hono {
  const doors = new Hono();
  const taker = takerOf(context);
  doors.post('/:slug/seen', async (c) => {
    const knock = { ...knockAt(context, c), slug: c.req.param('slug') };
    try {
      const status = taker.beacon(knock, await readText(c.req.raw, MAX_BEACON_BYTES));
      return c.body(null, status, UNKEPT);
    } catch (error) {
      if (!isShopError(error)) throw error;
      return c.body(null, 413, UNKEPT);
    }
  });
  doors.get('/:slug/seen.gif', (c) => {
    const knock = { ...knockAt(context, c), slug: c.req.param('slug') };
    const status = taker.picture(knock, c.req.query('v') ?? null);
    if (status !== 200) return c.body(null, status, UNKEPT);
    return c.body(new Uint8Array(PICTURE), 200, { ...UNKEPT, 'Content-Type': PICTURE_TYPE });
  });
  return doors;
}

const knockAt = ({ config, sites }: Context, c: Call): Omit<Knock, 'slug'> => ({
  site: siteOf(c, sites.shop),
  address: clientAddress(c),
  country: countryOf(config, c),
  header: (name) => c.req.header(name),
});

const PATH = /^\/c\/([^/?]{1,100})\/seen(\.gif)?(?:\?|$)/;

/** Answers page-view beacons before any other handler, because there is one for every visitor. */
export function answerLooks(context: Context) {
  const { sites, config } = context;
  const taker = takerOf(context);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request;
    if (!url.startsWith('/c/') || (method !== 'POST' && method !== 'GET')) return false;
    const [, slug = '', isPicture] = PATH.exec(url) ?? [];
    const site = sites.known(hostOf(request) ?? '');
    if (!slug || Boolean(isPicture) !== (method === 'GET') || !site) return false;
    if (site.root && site.root.slug !== slug) return false;
    const headers = shortHeadersAt(site);
    const knock = { ...knockOf(config, request), site, slug };
    if (isPicture) {
      const status = taker.picture(knock, new URLSearchParams(url.split('?')[1]).get('v'));
      response.writeHead(status, status === 200 ? { ...headers, ...PICTURE_HEADERS } : headers);
      response.end(status === 200 ? PICTURE : undefined);
      return true;
    }
    readShort(request, (body) => {
      const status: LookStatus = body === null ? 413 : taker.beacon(knock, body);
      response.writeHead(status, status === 413 ? { ...headers, Connection: 'close' } : headers);
      response.end();
    });
    return true;
  };
}

function knockOf(config: Config, request: IncomingMessage): Omit<Knock, 'site' | 'slug'> {
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  const { trustedProxies } = config.operation;
  const header = (name: string) => rawHeader(request, name);
  return {
    address: addressFrom(peer, rawLines(request, 'x-forwarded-for'), trustedProxies),
    country: isTrusted(peer, trustedProxies) ? countryFrom(config, header) : '',
    header,
  };
}

/** Reads the body, or null as soon as it is too long. A connection that closes early is ignored. */
function readShort(request: IncomingMessage, then: (body: string | null) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    if (size > MAX_BEACON_BYTES) return;
    size += chunk.byteLength;
    if (size > MAX_BEACON_BYTES) then(null);
    else chunks.push(chunk);
  });
  request.on('end', () => {
    if (size <= MAX_BEACON_BYTES) then(Buffer.concat(chunks).toString('utf8'));
  });
  request.on('error', () => undefined);
}
