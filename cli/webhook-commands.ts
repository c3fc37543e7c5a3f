import { randomBytes, randomUUID } from 'node:crypto';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

import { Webhook } from 'standardwebhooks';

import { type Call, type Command, getText, type Option, type Output } from './command.ts';
import { usageFault } from './errors.ts';
import { DOCUMENT } from './operations.ts';
import { writeLine } from './output.ts';
import { isLoopback } from './profiles.ts';
import { warn } from './report-error.ts';
import { USER_AGENT } from './version.ts';

const POLL_INTERVAL_MS = 2_000;
const DELIVERY_TIMEOUT_MS = 15_000;
const MAX_EVENTS_PER_POLL = 100;

/** The fields of an event that this program needs; the rest is forwarded unchanged. */
type Event = { id: string; type: string };

const EVENT_TYPES = Object.keys(DOCUMENT.webhooks ?? {});

function parseEventTypes(options: Call['options']): readonly string[] {
  const types = Array.isArray(options.events) ? options.events : [];
  const unknown = types.find((type) => !EVENT_TYPES.includes(type));
  if (unknown) throw usageFault(`Unknown event type: ${unknown}`, `Event types: ${EVENT_TYPES.join(', ')}`);
  return types;
}

/** Events contain data of buyers, so they leave this machine only encrypted. */
function parseTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageFault(`Invalid URL: ${text}`, 'Use a URL such as http://localhost:4000/webhooks.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw usageFault(`${url.origin} is not encrypted.`, 'Use https, or a URL on this computer.');
  return url;
}

const getSecret = (): string => process.env.TILLWRIGHT_WEBHOOK_SECRET || `whsec_${randomBytes(32).toString('base64')}`;

/** Sends an event like a webhook, signed with `secret`. Returns what happened. */
async function deliver(target: URL, event: Event, secret: string): Promise<string> {
  const body = JSON.stringify(event);
  const sentAt = new Date();
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(event.id, sentAt, body),
  };
  try {
    const signal = AbortSignal.timeout(DELIVERY_TIMEOUT_MS);
    const { status } = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal });
    return String(status);
  } catch (error) {
    const { cause, message } = error as Error;
    return `no response (${(cause as { code?: string } | undefined)?.code ?? message})`;
  }
}

async function listen({ options, connect }: Call): Promise<null> {
  const target = parseTarget(getText(options, 'forward-to') ?? '');
  const types = parseEventTypes(options);
  const secret = getSecret();
  const { client, url } = await connect();
  const { data: newest } = await client.events.list({ order: 'newest_first', limit: 1 });
  let after = newest[0]?.id;
  // On standard error, so that standard output has nothing but events.
  warn(`Forwarding events of ${url} to ${target.href}. To stop, press Ctrl+C.`);
  warn(`Signing secret: ${secret}`);
  for (;;) {
    await wait(POLL_INTERVAL_MS);
    for await (const event of client.events.list({ ...(after && { after }), limit: MAX_EVENTS_PER_POLL })) {
      after = event.id;
      if (types.length > 0 && !types.includes(event.type)) continue;
      const result = await deliver(target, event, secret);
      await writeLine(
        options.json
          ? JSON.stringify({ id: event.id, type: event.type, result })
          : `${event.type}  ${event.id}  ${result}`,
      );
    }
  }
}

/** Sends the example event of the documentation, with a new id. */
async function trigger({ args: [type = ''], options }: Call): Promise<Output> {
  const example = DOCUMENT.webhooks?.[type]?.post.requestBody.content['application/json'].example;
  if (!example) throw usageFault(`Unknown event type: ${type}`, `Event types: ${EVENT_TYPES.join(', ')}`);
  const target = parseTarget(getText(options, 'forward-to') ?? '');
  const secret = getSecret();
  const event = { ...(example as Event), id: randomUUID(), test: true };
  const result = await deliver(target, event, secret);
  return {
    value: { event, secret, result },
    text: `Sent ${type} to ${target.href}: ${result}\nSigning secret: ${secret}`,
  };
}

const FORWARD_OPTION: Record<string, Option> = {
  'forward-to': { value: 'URL', description: 'URL of your app, such as http://localhost:4000/webhooks (required)' },
};
const SECRET_DETAILS =
  'Requests are signed like webhooks. The secret comes from TILLWRIGHT_WEBHOOK_SECRET; if that isn’t set, a new one is created and shown.';

export const WEBHOOK_COMMANDS: readonly Command[] = [
  {
    name: 'listen',
    summary: 'Forward events to an app on this computer as they happen',
    details: SECRET_DETAILS,
    args: [],
    options: {
      ...FORWARD_OPTION,
      events: { value: 'TYPE', description: 'Only events of this type', isRepeated: true, choices: EVENT_TYPES },
    },
    examples: [
      'tillwright listen --forward-to http://localhost:4000/webhooks',
      'tillwright listen --forward-to http://localhost:4000 --events order.paid',
    ],
    run: listen,
  },
  {
    name: 'trigger',
    summary: 'Send a sample event to an app',
    details: SECRET_DETAILS,
    args: ['TYPE'],
    options: FORWARD_OPTION,
    examples: ['tillwright trigger order.paid --forward-to http://localhost:4000/webhooks'],
    run: trigger,
  },
];
