import type { IncomingMessage, RequestListener } from 'node:http';

import { LoopSlice } from '#server/loop-slice.ts';

import { WORKS } from './crowd.ts';
import { targetOf } from './request-target.ts';

/** So long looks are answered before everything else that is ready gets its turn. */
const SLICE_MS = 10;

/**
 * Looks take turns with what asks the database again and again: each of its questions waits for a turn of the event loop,
 * and a thousand looks in one turn would make buyers wait until their time is over. Looks stay in the order they came in.
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

/** Whoever sends people here must hear in time that we are there. */
const OF_OPERATION = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

function isLook(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const target = targetOf(request);
  return !WORKS.test(target) && !OF_OPERATION.test(target);
}
