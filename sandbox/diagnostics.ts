import { channel } from 'node:diagnostics_channel';
import type { SandboxEvent } from './objects.ts';

/** One request to the sandbox's API and its response, as they went over the wire. */
export type Exchange = {
  method: string;
  path: string;
  /** The form: the body of a POST, otherwise the query string. */
  form: string;
  /** The `Stripe-Version` header, null where the client sent none. */
  version: string | null;
  status: number;
  /** The response's JSON. */
  body: string;
};

/** Node's diagnostics channels: they cost nothing while nothing subscribes. The tests check what they carry. */
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
