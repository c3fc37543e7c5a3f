import { Check, CirclePause, TriangleAlert } from 'lucide-react';

import type { BadgeLook } from '#app/ui/badge.tsx';
import type { WebhookEndpoint, WebhookFormat } from '#domain/webhook-endpoint.ts';

export const FORMAT_WORDS: Record<WebhookFormat, { label: string; about: string }> = {
  standard: {
    label: 'Signed JSON',
    about: 'For programs: all facts, signed by Standard Webhooks so that nobody else can pretend to be us.',
  },
  slack: { label: 'Slack', about: 'One sentence into a channel. Paste the address of an incoming webhook.' },
  discord: { label: 'Discord', about: 'One sentence into a channel. Paste the address of its webhook.' },
};

/** Badge for the state of an endpoint. */
export function endpointLook({
  state,
  pausedBy,
  failingSince,
}: Pick<WebhookEndpoint, 'state' | 'pausedBy' | 'failingSince'>): BadgeLook {
  if (state === 'paused')
    return pausedBy === 'failures'
      ? { label: 'Paused: nothing arrived', tint: 'pink', Icon: CirclePause }
      : { label: 'Paused', Icon: CirclePause };
  if (failingSince) return { label: 'Failing', tint: 'canary', Icon: TriangleAlert };
  return { label: 'Active', tint: 'mint', Icon: Check };
}

/** Splits a URL for display: the host is emphasized. */
export function addressParts(url: string): { host: string; rest: string } {
  const [, host = url, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/.exec(url) ?? [];
  return { host, rest: rest === '/' ? '' : rest };
}
