import { Check, CirclePause, TriangleAlert } from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import { integrationMessages } from '#content/messages/integrations.ts';
import type { WebhookEndpoint, WebhookFormat } from '#domain/webhook-endpoint.ts';

export const FORMAT_LABELS: Record<WebhookFormat, { label: string; description: string }> = integrationMessages.formats;

export function getEndpointBadge({
  state,
  pausedBy,
  failingSince,
}: Pick<WebhookEndpoint, 'state' | 'pausedBy' | 'failingSince'>): BadgeProps {
  if (state === 'paused')
    return pausedBy === 'failures'
      ? { label: integrationMessages.endpointStatus.pausedByFailures, variant: 'pink', Icon: CirclePause }
      : { label: integrationMessages.endpointStatus.paused, Icon: CirclePause };
  if (failingSince)
    return { label: integrationMessages.endpointStatus.failing, variant: 'canary', Icon: TriangleAlert };
  return { label: integrationMessages.endpointStatus.active, variant: 'mint', Icon: Check };
}

/** Splits a URL for display: the host is emphasized. */
export function splitUrl(url: string): { host: string; path: string } {
  const [, host = url, path = ''] = /^https?:\/\/([^/?#]+)(.*)$/.exec(url) ?? [];
  return { host, path: path === '/' ? '' : path };
}
