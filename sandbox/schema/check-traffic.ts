import { subscribeToSandbox } from '../diagnostics.ts';
import { checkEvent, checkExchange } from './check-exchange.ts';
import { findOperation } from './stripe-schema.ts';

export type Counts = {
  /** Number of calls of each operation. */
  operations: Record<string, number>;
  events: Record<string, number>;
  /** Number of successful requests: only these are checked. */
  requests: number;
  responses: number;
  deviations: string[];
};

const noCounts = (): Counts => ({ operations: {}, events: {}, requests: 0, responses: 0, deviations: [] });

let counts = noCounts();
let deviations: string[] = [];

const increase = (numbers: Record<string, number>, name: string): void => {
  numbers[name] = (numbers[name] ?? 0) + 1;
};

const note = (found: string[]): void => {
  deviations.push(...found);
  counts.deviations.push(...found);
};

subscribeToSandbox(
  (exchange) => {
    const operation = findOperation(exchange.method, exchange.path);
    increase(counts.operations, operation ? `${operation.method} ${operation.path}` : exchange.path);
    counts.responses += 1;
    if (exchange.status < 300) counts.requests += 1;
    note(checkExchange(exchange));
  },
  (event) => {
    increase(counts.events, event.type);
    note(checkEvent(event));
  },
);

/** Returns the deviations since the last call. */
export const drainDeviations = (): string[] => {
  const found = [...new Set(deviations)];
  deviations = [];
  return found;
};

/** Returns and resets the counts since the last call. */
export const takeCounts = (): Counts => {
  const taken = counts;
  counts = noCounts();
  return taken;
};
