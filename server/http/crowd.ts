import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorBodyOf, ShopError, statusOf } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { hostOf } from '#server/hosts/host-name.ts';
import { NOWHERE, shortHeadersAt } from '#server/hosts/site-headers.ts';

import { targetOf } from './request-target.ts';

/** RPC and API requests: each needs several queries and can be retried. */
const FUNCTIONS = '/functions/v1/';
export const WORKS = /^\/(?:functions|api)\/v1\//;
/** Checkout requests are rejected last: buyers rarely retry. */
const TAKES_MONEY = /^\/functions\/v1\/(?:create-checkout-session|apply-coupon)(?:\?|$)/;

/** Maximum concurrent requests under overload; separate limits, low enough that all are answered in time. */
const MOST = { buyers: 64, others: 32 };
const BACK_IN_S = 1;

const REFUSAL = new ShopError('unavailable', { facts: { retryAfter: BACK_IN_S } });

/**
 * Load shedding: rejects RPC and API requests with 503 while this process is overloaded and its limit of concurrent
 * requests is reached. Returns true when it has rejected the request.
 */
export function turnAwayCrowd({ isBehind, sites, metrics }: Context) {
  const underWay = { buyers: 0, others: 0 };
  const headers = { 'Content-Type': 'application/json', 'Retry-After': String(BACK_IN_S) };
  const body = JSON.stringify(errorBodyOf(REFUSAL, 'Error'));
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = targetOf(request);
    if (!WORKS.test(url)) return false;
    const who = TAKES_MONEY.test(url) ? 'buyers' : 'others';
    if (underWay[who] < MOST[who] || !isBehind()) {
      underWay[who] += 1;
      response.once('close', () => (underWay[who] -= 1));
      return false;
    }
    metrics.count('turned_away', { kind: url.startsWith(FUNCTIONS) ? 'functions' : 'api' });
    const site = sites.known(hostOf(request) ?? '') ?? NOWHERE;
    response.writeHead(statusOf(REFUSAL.code), { ...shortHeadersAt(site), ...headers }).end(body);
    // Discards the body, which would block the next request on this socket.
    request.resume();
    return true;
  };
}
