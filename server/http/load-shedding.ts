import type { IncomingMessage, ServerResponse } from 'node:http';

import { toErrorBody, AppError, getHttpStatus } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { hostHeaderOf } from '#server/core/host-name.ts';

import { NO_SITE, shortResponseHeaders } from './site-headers.ts';

const ORIGIN_PATTERN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Path and query of a request, also when its request line contains the whole URL (RFC 9112, absolute form). */
export const requestTarget = ({ url = '' }: Pick<IncomingMessage, 'url'>): string =>
  url.startsWith('/') ? url : url.replace(ORIGIN_PATTERN, '');

/** RPC and API requests: each needs several queries and can be retried. */
const RPC_PREFIX = '/functions/v1/';
export const SHEDDABLE_PATH = /^\/(?:functions|api)\/v1\//;
/** Checkout requests are rejected last: buyers rarely retry. */
const CHECKOUT_PATH = /^\/functions\/v1\/(?:create-checkout-session|apply-coupon)(?:\?|$)/;

/** Maximum concurrent requests under overload; separate limits, low enough that all are answered in time. */
const MAX_CONCURRENT = { buyers: 64, others: 32 };
const RETRY_AFTER_S = 1;

const OVERLOADED = new AppError('unavailable', { facts: { retryAfter: RETRY_AFTER_S } });

/**
 * Load shedding: rejects RPC and API requests with 503 while this process is overloaded and its limit of concurrent
 * requests is reached. Returns true when it has rejected the request.
 */
export function shedLoad({ isSoftOverloaded: isBehind, sites, metrics }: Context) {
  const active = { buyers: 0, others: 0 };
  const headers = { 'Content-Type': 'application/json', 'Retry-After': String(RETRY_AFTER_S) };
  const body = JSON.stringify(toErrorBody(OVERLOADED, 'Error'));
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = requestTarget(request);
    if (!SHEDDABLE_PATH.test(url)) return false;
    const kind = CHECKOUT_PATH.test(url) ? 'buyers' : 'others';
    if (active[kind] < MAX_CONCURRENT[kind] || !isBehind()) {
      active[kind] += 1;
      response.once('close', () => (active[kind] -= 1));
      return false;
    }
    metrics.count('turned_away', { kind: url.startsWith(RPC_PREFIX) ? 'functions' : 'api' });
    const site = sites.findCached(hostHeaderOf(request) ?? '') ?? NO_SITE;
    response.writeHead(getHttpStatus(OVERLOADED.code), { ...shortResponseHeaders(site), ...headers }).end(body);
    // Discards the body, which would block the next request on this socket.
    request.resume();
    return true;
  };
}
