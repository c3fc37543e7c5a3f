import { Webhook } from 'standardwebhooks';

import type { WebhookFormat } from '#domain/webhook-endpoint.ts';

const MAX_DISCORD_LENGTH = 2000;

/** Chat formats. Names of buyers and products are escaped there, so that they mention no one. */
const CHANNEL_FORMATS: Record<Exclude<WebhookFormat, 'standard'>, (summary: string) => string> = {
  slack: (summary) =>
    JSON.stringify({ text: summary.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') }),
  discord: (summary) =>
    JSON.stringify({ content: summary.slice(0, MAX_DISCORD_LENGTH), allowed_mentions: { parse: [] } }),
};

/** Renders exactly the request body that an endpoint receives. */
export const renderRequestBody = (event: { format: WebhookFormat; body: string; summary: string }): string =>
  event.format === 'standard' ? event.body : CHANNEL_FORMATS[event.format](event.summary);

type SignedContent = { id: string; at: Date; body: string };

/** Headers of Standard Webhooks. With several secrets, a receiver that knows one of them can verify the event. */
export function createSignatureHeaders(
  { id, at, body }: SignedContent,
  secrets: readonly string[],
): [string, string][] {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return [
    ['webhook-id', id],
    ['webhook-timestamp', String(Math.floor(at.getTime() / 1000))],
    ['webhook-signature', signatures.join(' ')],
  ];
}

const SHOWN_SIGNATURE_LENGTH = 'v1,'.length + 6;

/** Shortens signatures for the log: enough to distinguish them, too little to reuse. */
export const redactSignatures = (headers: readonly [string, string][]): [string, string][] =>
  headers.map(([name, value]) => [name, name === 'webhook-signature' ? shortenSignatures(value) : value]);

const shortenSignatures = (value: string): string =>
  value.replaceAll(/\S+/g, (signature) => `${signature.slice(0, SHOWN_SIGNATURE_LENGTH)}…`);
