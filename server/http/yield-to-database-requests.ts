import type { IncomingMessage, RequestListener } from 'node:http';

import { TickBudget } from '#server/core/tick-budget.ts';

import { SHEDDABLE_PATH, requestTarget } from './load-shedding.ts';

/** Time per event-loop tick for page reads before other ready work runs. */
const TICK_BUDGET_MS = 10;

/**
 * Lets page reads yield to requests that query the database: each query waits for an event-loop tick, and a thousand reads
 * in one tick would make checkouts time out. Reads keep their order.
 */
export function yieldToDatabaseRequests(listener: RequestListener, now?: () => number): RequestListener {
  const waiting: (() => void)[] = [];
  const runWaiting = () => {
    for (let next = waiting.shift(); next; next = budget.hasRemaining() ? waiting.shift() : undefined) budget.run(next);
  };
  const budget = new TickBudget(TICK_BUDGET_MS, { now, onTick: runWaiting });
  return (request, response) => {
    if (!isPageRead(request)) return listener(request, response);
    const respond = () => {
      if (!response.destroyed) listener(request, response);
    };
    if (budget.hasRemaining() && waiting.length === 0) budget.run(respond);
    else waiting.push(respond);
  };
}

/** Health checks and metrics must be answered without delay. */
const OPERATIONS_PATH = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

function isPageRead(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const target = requestTarget(request);
  return !SHEDDABLE_PATH.test(target) && !OPERATIONS_PATH.test(target);
}
