import { useState } from 'react';

import type { WebhookEndpoint, WebhookFormat } from '#domain/webhook-endpoint.ts';
import type { WebhookEventType } from '#domain/webhook-event.ts';

export type EndpointForm = {
  url: string;
  description: string;
  format: WebhookFormat;
  /** Subscribes to all events, including those of later versions. */
  all: boolean;
  chosen: readonly WebhookEventType[];
};

const formOf = (endpoint: WebhookEndpoint | null): EndpointForm => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  format: endpoint?.format ?? 'standard',
  all: endpoint === null || endpoint.events.length === 0,
  chosen: endpoint?.events ?? [],
});

/** Request body for the RPC functions. */
export const bodyOf = ({ url, description, format, all, chosen }: EndpointForm) => ({
  url: url.trim(),
  description: description.trim(),
  format,
  events: all ? [] : [...chosen],
});

/** Client-side validation before the request. */
export function formProblems({ url, all, chosen }: EndpointForm): { url?: string; events?: string } {
  const typed = url.trim();
  if (!typed) return { url: 'Type the address of your program.' };
  if (!URL.canParse(typed) || !/^https?:\/\//i.test(typed))
    return { url: 'Type a whole address that begins with https://' };
  return all || chosen.length > 0 ? {} : { events: 'Choose one event at least.' };
}

export function useEndpointForm(endpoint: WebhookEndpoint | null) {
  const [form, setForm] = useState(() => formOf(endpoint));
  return { form, change: (to: Partial<EndpointForm>) => setForm((last) => ({ ...last, ...to })) };
}
