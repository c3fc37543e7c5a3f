import { Webhook } from 'standardwebhooks';

import { TillwrightError } from './errors.ts';
import type { webhooks } from './generated/schema.ts';

type Body<T> = T extends { post: { requestBody?: { content: { 'application/json': infer B } } } } ? B : never;

/** Type of a webhook event, such as `order.paid`. */
export type WebhookEventType = keyof webhooks;
/** A webhook event; `type` determines the fields of `data`. */
export type WebhookEvent<T extends WebhookEventType = WebhookEventType> = { [K in T]: Body<webhooks[K]> }[T];

/** The signature of a webhook request is wrong, or the request is older than five minutes. */
export class WebhookVerificationError extends TillwrightError {
  override name = 'WebhookVerificationError';
}

/** Verifies a webhook request and returns its event. `body` is the raw text or bytes, before parsing. */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
): WebhookEvent {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return new Webhook(secret).verify(text, Object.fromEntries(entries) as Record<string, string>) as WebhookEvent;
  } catch (cause) {
    throw new WebhookVerificationError(cause instanceof Error ? cause.message : 'Invalid webhook', { cause });
  }
}
