import { channel } from 'node:diagnostics_channel';

import type { SandboxEvent } from './objects.ts';

/** Logs an unexpected error of the sandbox on standard error; the caller only gets a 500. */
export const logError = (error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`sandbox: unexpected error: ${text}\n`);
};

/** One request to the sandbox's API and its response, as sent over HTTP. */
export type Exchange = {
  method: string;
  path: string;
  /** The form-encoded parameters: the body of a POST, otherwise the query string. */
  form: string;
  /** The `Stripe-Version` header; null when the client sent none. */
  version: string | null;
  status: number;
  /** The JSON body of the response. */
  body: string;
};

/** Node's diagnostics channels cost nothing without subscribers. The tests subscribe and check the traffic. */
const exchanges = channel('tillwright.sandbox.exchange');
const events = channel('tillwright.sandbox.event');

export const publishExchange = (exchange: Exchange): void => {
  if (exchanges.hasSubscribers) exchanges.publish(exchange);
};

export const publishEvent = (event: SandboxEvent): void => {
  if (events.hasSubscribers) events.publish(event);
};

export const subscribeToSandbox = (
  onExchange: (exchange: Exchange) => void,
  onEvent: (event: SandboxEvent) => void,
): void => {
  exchanges.subscribe((message) => onExchange(message as Exchange));
  events.subscribe((message) => onEvent(message as SandboxEvent));
};
