import type { IncomingMessage, RequestListener } from 'node:http';

import { LoopSlice } from '#server/loop-slice.ts';

import { WORKS } from './crowd.ts';
import { targetOf } from './request-target.ts';

/** Time per event-loop tick for page reads before other ready work runs. */
const SLICE_MS = 10;

/**
 * Lets page reads yield to requests that query the database: each query waits for an event-loop tick, and a thousand reads
 * in one tick would make checkouts time out. Reads keep their order.
 */
export function inTurns(listener: RequestListener, now?: () => number): RequestListener {
  const waiting: (() => void)[] = [];
  const goOn = () => {
    for (let next = waiting.shift(); next; next = slice.isLeft() ? waiting.shift() : undefined)
      slice.spend(next);
  };
  const slice = new LoopSlice(SLICE_MS, { now, onTurn: goOn });
  return (request, response) => {
    if (!isLook(request)) return listener(request, response);
    const answer = () => {
      if (!response.destroyed) listener(request, response);
    };
    if (slice.isLeft() && waiting.length === 0) slice.spend(answer);
    else waiting.push(answer);
  };
}

/** Health checks and metrics must be answered without delay. */
const OF_OPERATION = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

function isLook(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const target = targetOf(request);
  return !WORKS.test(target) && !OF_OPERATION.test(target);
}
