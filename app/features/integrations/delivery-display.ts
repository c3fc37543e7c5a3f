import { Check, CircleDashed, Clock, RotateCw, X } from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import { RETRY_DELAYS_MS, type DeliveryState, type WebhookDelivery } from '#domain/webhook-endpoint.ts';

export const DELIVERY_STATE_BADGES: Record<DeliveryState, BadgeProps> = {
  delivered: { label: 'Delivered', variant: 'mint', Icon: Check },
  waiting: { label: 'On its way', variant: 'blue', Icon: Clock },
  held: { label: 'Held back', Icon: CircleDashed },
  failed: { label: 'Failed', variant: 'pink', Icon: X },
};

/** Badge of a delivery; a failed attempt that is retried has its own. */
export const getDeliveryBadge = ({ state, tries }: Pick<WebhookDelivery, 'state' | 'tries'>): BadgeProps =>
  state === 'waiting' && tries > 0
    ? { label: 'To be tried again', variant: 'canary', Icon: RotateCw }
    : DELIVERY_STATE_BADGES[state];

export const formatAttempts = (tries: number): string => `${tries} ${tries === 1 ? 'try' : 'tries'}`;

/** Summary of the delivery so far in one line. */
export function formatOutcome({ state, tries, lastStatus, lastProblem }: WebhookDelivery): string {
  if (state === 'held' && tries === 0) return 'Waits for its turn';
  if (tries === 0) return 'Not tried yet';
  if (state === 'delivered')
    return tries === 1 ? `Answered ${lastStatus ?? ''}`.trim() : `At the ${formatOrdinal(tries)} try`;
  const errorText = lastProblem?.replace(/\.$/, '') ?? `Answered ${lastStatus ?? 'nothing'}`;
  return `${errorText} · ${formatAttempts(tries)}`;
}

function formatOrdinal(count: number): string {
  const lastDigit = count % 10;
  const isTeen = Math.floor(count / 10) % 10 === 1;
  return `${count}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][lastDigit] ?? 'th')}`;
}

/** True if an attempt is due within minutes, so frequent polling is useful. */
export const isPending = ({ state, nextTryAt }: WebhookDelivery, now: Date): boolean =>
  state === 'waiting' && (nextTryAt === null || Date.parse(nextTryAt) - now.getTime() < (RETRY_DELAYS_MS[1] ?? 0));
