import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorBodyOf, ShopError, statusOf } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { hostOf } from '#server/hosts/host-name.ts';
import { NOWHERE, shortHeadersAt } from '#server/hosts/site-headers.ts';

import { targetOf } from './request-target.ts';

/** What asks the database again and again, and may be asked again. */
const FUNCTIONS = '/functions/v1/';
export const WORKS = /^\/(?:functions|api)\/v1\//;
/** Of buyers, who may not come again. */
const TAKES_MONEY = /^\/functions\/v1\/(?:create-checkout-session|apply-coupon)(?:\?|$)/;

/** How many are under way at once in a process that is behind: neither keeps the other out, and all are answered in time. */
const MOST = { buyers: 64, others: 32 };
const BACK_IN_S = 1;

const REFUSAL = new ShopError('unavailable', { facts: { retryAfter: BACK_IN_S } });

/**
 * Sends functions and programs away at once while this process is behind and works on many already: each asks several
 * questions, and among too many none is answered before its time is over. True where it did.
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
    // What it sent is not looked at, and must be out of the way of what comes next on its line.
    request.resume();
    return true;
  };
}
