import { useState } from 'react';

import type { WebhookEndpoint, WebhookFormat } from '#domain/webhook-endpoint.ts';
import type { WebhookEventType } from '#domain/webhook-event.ts';

export type EndpointForm = {
  url: string;
  description: string;
  format: WebhookFormat;
  /** Subscribes to all events, including those of later versions. */
  allEvents: boolean;
  selectedEvents: readonly WebhookEventType[];
};

const createForm = (endpoint: WebhookEndpoint | null): EndpointForm => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  format: endpoint?.format ?? 'standard',
  allEvents: endpoint === null || endpoint.events.length === 0,
  selectedEvents: endpoint?.events ?? [],
});

/** Request body for the RPC functions. */
export const toRequestBody = ({ url, description, format, allEvents, selectedEvents }: EndpointForm) => ({
  url: url.trim(),
  description: description.trim(),
  format,
  events: allEvents ? [] : [...selectedEvents],
});

/** Client-side validation before the request. */
export function validateForm({ url, allEvents, selectedEvents }: EndpointForm): {
  url?: string;
  events?: string;
} {
  const trimmedUrl = url.trim();
  if (!trimmedUrl) return { url: 'Type the address of your program.' };
  if (!URL.canParse(trimmedUrl) || !/^https?:\/\//i.test(trimmedUrl))
    return { url: 'Type a whole address that begins with https://' };
  return allEvents || selectedEvents.length > 0 ? {} : { events: 'Choose one event at least.' };
}

export function useEndpointForm(endpoint: WebhookEndpoint | null) {
  const [form, setForm] = useState(() => createForm(endpoint));
  return {
    form,
    change: (changes: Partial<EndpointForm>) => setForm((previous) => ({ ...previous, ...changes })),
  };
}
