import { Check, CirclePause, TriangleAlert } from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import { endpointLabels } from '#content/messages/endpoint-labels.ts';
import type { WebhookEndpoint, WebhookFormat } from '#domain/webhook-endpoint.ts';

export const FORMAT_LABELS: Record<WebhookFormat, { label: string; description: string }> = endpointLabels.formats;

export function getEndpointBadge({
  state,
  pausedBy,
  failingSince,
}: Pick<WebhookEndpoint, 'state' | 'pausedBy' | 'failingSince'>): BadgeProps {
  if (state === 'paused')
    return pausedBy === 'failures'
      ? { label: endpointLabels.endpointStatus.pausedByFailures, variant: 'pink', Icon: CirclePause }
      : { label: endpointLabels.endpointStatus.paused, Icon: CirclePause };
  if (failingSince) return { label: endpointLabels.endpointStatus.failing, variant: 'canary', Icon: TriangleAlert };
  return { label: endpointLabels.endpointStatus.active, variant: 'mint', Icon: Check };
}

/** Splits a URL for display: the host is emphasized. */
export function splitUrl(url: string): { host: string; path: string } {
  const [, host = url, path = ''] = /^https?:\/\/([^/?#]+)(.*)$/.exec(url) ?? [];
  return { host, path: path === '/' ? '' : path };
}
