/** Requests to the mock Stripe of an app in another process, as an operator and buyers would send them. */
import { setTimeout as wait } from 'node:timers/promises';

import Stripe from 'stripe';

/** All objects of a list: `.list(…).autoPagingToArray(ALL)`. */
export const ALL = { limit: 10_000 };

/** The Stripe client for a mock Stripe at this URL. */
export function createStripeClient(sandboxUrl: string): Stripe {
  const { hostname: host, port } = new URL(sandboxUrl);
  return new Stripe('sk_test_qa', { host, port, protocol: 'http', maxNetworkRetries: 2, telemetry: false });
}

/** Reads the mock Stripe clock. */
export async function readClock(sandboxUrl: string): Promise<Date> {
  const { now } = (await (await fetch(`${sandboxUrl}/sandbox/clock.json`)).json()) as { now: string };
  return new Date(now);
}

/** Advances the mock Stripe clock. */
export async function moveClock(sandboxUrl: string, seconds: number): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ by: String(seconds) }),
  });
  if (!answer.ok) throw new Error(`The clock answered ${answer.status}: ${await answer.text()}`);
}

type DeliveryCounts = Record<'waiting' | 'delivered' | 'failed' | 'dropped', number>;

/** Makes the mock Stripe lose, repeat and delay deliveries; without faults, it only returns its counts. */
export async function setFaultInjection(sandboxUrl: string, faults?: Record<string, number>): Promise<DeliveryCounts> {
  const form = Object.entries(faults ?? {}).map(([name, value]) => [name, String(value)]);
  const init = faults ? { method: 'POST', body: new URLSearchParams(form) } : {};
  const response = await fetch(`${sandboxUrl}/sandbox/delivery-faults`, init);
  return ((await response.json()) as { deliveries: DeliveryCounts }).deliveries;
}

/** What a buyer enters on the Stripe payment page. */
const CARD = {
  action: 'pay',
  email: 'buyer@example.com',
  name: 'A Buyer',
  country: 'US',
  postcode: '',
  number: '4242 4242 4242 4242',
  expiry: '12 / 40',
  cvc: '123',
};

/** Pays on the Stripe payment page; returns the URL to which the buyer is redirected. */
export async function payOnPage(url: string, number = CARD.number): Promise<string> {
  const body = new URLSearchParams({ ...CARD, number });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const to = answer.headers.get('location');
  if (!to) throw new Error(`Stripe answered ${answer.status} without a redirect`);
  return to;
}

const TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 25;

/** Resolves when the condition returns true; fails after two minutes. */
export async function waitUntil(description: string, condition: () => Promise<boolean>): Promise<void> {
  const late = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > late) throw new Error(`Timed out waiting for: ${description}`);
    await wait(POLL_INTERVAL_MS);
  }
}
