import { Check, CirclePause, TriangleAlert } from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import type { WebhookEndpoint, WebhookFormat } from '#domain/webhook-endpoint.ts';

export const FORMAT_LABELS: Record<WebhookFormat, { label: string; description: string }> = {
  standard: {
    label: 'Signed JSON',
    description: 'For programs: all facts, signed by Standard Webhooks so that nobody else can pretend to be us.',
  },
  slack: {
    label: 'Slack',
    description: 'One sentence into a channel. Paste the address of an incoming webhook.',
  },
  discord: {
    label: 'Discord',
    description: 'One sentence into a channel. Paste the address of its webhook.',
  },
};

export function getEndpointBadge({
  state,
  pausedBy,
  failingSince,
}: Pick<WebhookEndpoint, 'state' | 'pausedBy' | 'failingSince'>): BadgeProps {
  if (state === 'paused')
    return pausedBy === 'failures'
      ? { label: 'Paused: nothing arrived', variant: 'pink', Icon: CirclePause }
      : { label: 'Paused', Icon: CirclePause };
  if (failingSince) return { label: 'Failing', variant: 'canary', Icon: TriangleAlert };
  return { label: 'Active', variant: 'mint', Icon: Check };
}

/** Splits a URL for display: the host is emphasized. */
export function splitUrl(url: string): { host: string; path: string } {
  const [, host = url, path = ''] = /^https?:\/\/([^/?#]+)(.*)$/.exec(url) ?? [];
  return { host, path: path === '/' ? '' : path };
}
