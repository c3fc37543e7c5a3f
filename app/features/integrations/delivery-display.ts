import { Check, CircleDashed, Clock, RotateCw, X } from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import { webhookDeliveryMessages } from '#content/messages/webhook-deliveries.ts';
import { RETRY_DELAYS_MS, type DeliveryState, type WebhookDelivery } from '#domain/webhook-endpoint.ts';

const messages = webhookDeliveryMessages;

export const DELIVERY_STATE_BADGES: Record<DeliveryState, BadgeProps> = {
  delivered: { label: messages.status.delivered, variant: 'mint', Icon: Check },
  waiting: { label: messages.status.waiting, variant: 'blue', Icon: Clock },
  blocked: { label: messages.status.blocked, Icon: CircleDashed },
  failed: { label: messages.status.failed, variant: 'pink', Icon: X },
};

/** Badge of a delivery; a failed attempt that is retried has its own. */
export const getDeliveryBadge = ({ state, tries }: Pick<WebhookDelivery, 'state' | 'tries'>): BadgeProps =>
  state === 'waiting' && tries > 0
    ? { label: messages.status.retrying, variant: 'canary', Icon: RotateCw }
    : DELIVERY_STATE_BADGES[state];

/** Summary of the delivery so far in one line. */
export function formatOutcome({ state, tries, lastStatus, lastProblem }: WebhookDelivery): string {
  const { outcome } = messages;
  if (state === 'blocked' && tries === 0) return outcome.blocked;
  if (tries === 0) return outcome.pending;
  if (state === 'delivered' && tries > 1) return outcome.deliveredAfter({ count: tries });
  const statusText = lastStatus === null ? null : outcome.status({ status: lastStatus });
  if (state === 'delivered') return statusText ?? outcome.delivered;
  const reason = lastProblem?.replace(/\.$/, '') ?? statusText ?? outcome.noResponse;
  return outcome.failed({ reason, count: tries });
}

/** True if an attempt is due within minutes, so frequent polling is useful. */
export const isPending = ({ state, nextTryAt }: WebhookDelivery, now: Date): boolean =>
  state === 'waiting' && (nextTryAt === null || Date.parse(nextTryAt) - now.getTime() < (RETRY_DELAYS_MS[1] ?? 0));
