import { subscribeToSandbox } from '../../core/diagnostics.ts';
import { checkEvent, checkExchange } from './check-exchange.ts';
import { findOperation } from './stripe-schema.ts';

export type TrafficCounts = {
  /** Number of calls of each operation. */
  operations: Record<string, number>;
  events: Record<string, number>;
  /** Number of successful requests: only these are checked. */
  requests: number;
  responses: number;
  deviations: string[];
};

const emptyCounts = (): TrafficCounts => ({
  operations: {},
  events: {},
  requests: 0,
  responses: 0,
  deviations: [],
});

let counts = emptyCounts();
let deviations: string[] = [];

const increment = (numbers: Record<string, number>, name: string): void => {
  numbers[name] = (numbers[name] ?? 0) + 1;
};

const recordDeviations = (newDeviations: string[]): void => {
  deviations.push(...newDeviations);
  counts.deviations.push(...newDeviations);
};

subscribeToSandbox(
  (exchange) => {
    const operation = findOperation(exchange.method, exchange.path);
    increment(counts.operations, operation ? `${operation.method} ${operation.path}` : exchange.path);
    counts.responses += 1;
    if (exchange.status < 300) counts.requests += 1;
    recordDeviations(checkExchange(exchange));
  },
  (event) => {
    increment(counts.events, event.type);
    recordDeviations(checkEvent(event));
  },
);

/** Returns the deviations since the last call. */
export const drainDeviations = (): string[] => {
  const result = [...new Set(deviations)];
  deviations = [];
  return result;
};

/** Returns and resets the counts since the last call. */
export const drainCounts = (): TrafficCounts => {
  const result = counts;
  counts = emptyCounts();
  return result;
};
