import type { IncomingMessage, RequestListener } from 'node:http';

import { WORKS } from './crowd.ts';

/** So long looks are answered before everything else that is ready gets its turn. */
const SLICE_MS = 10;

/**
 * Looks take turns with what asks the database again and again: each of its questions waits for a turn of the event loop,
 * and a thousand looks in one turn would make buyers wait until their time is over. Looks stay in the order they came in.
 */
export function inTurns(listener: RequestListener, now = () => performance.now()): RequestListener {
  const waiting: (() => void)[] = [];
  let leftMs = SLICE_MS;
  let isRenewed = false;
  const run = (answer: () => void) => {
    const from = now();
    answer();
    leftMs -= now() - from;
    if (!isRenewed) setImmediate(renew);
    isRenewed = true;
  };
  const renew = () => {
    leftMs = SLICE_MS;
    isRenewed = false;
    for (let next = waiting.shift(); next; next = leftMs > 0 ? waiting.shift() : undefined) run(next);
  };
  return (request, response) => {
    if (!isLook(request)) return listener(request, response);
    const answer = () => {
      if (!response.destroyed) listener(request, response);
    };
    if (leftMs > 0 && waiting.length === 0) run(answer);
    else waiting.push(answer);
  };
}

/** Whoever sends people here must hear in time that we are there. */
const OF_OPERATION = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

const isLook = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && !WORKS.test(url) && !OF_OPERATION.test(url);
