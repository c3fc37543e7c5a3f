import { Check, CircleDashed, Clock, RotateCw, X } from 'lucide-react';

import type { BadgeLook } from '#app/ui/badge.tsx';
import { RETRY_GAPS_MS, type DeliveryState, type WebhookDelivery } from '#domain/webhook-endpoint.ts';

export const DELIVERY_LOOKS: Record<DeliveryState, BadgeLook> = {
  delivered: { label: 'Delivered', tint: 'mint', Icon: Check },
  waiting: { label: 'On its way', tint: 'blue', Icon: Clock },
  held: { label: 'Held back', Icon: CircleDashed },
  failed: { label: 'Failed', tint: 'pink', Icon: X },
};

/** Badge of a delivery; a failed attempt that is retried has its own. */
export const deliveryLook = ({ state, tries }: Pick<WebhookDelivery, 'state' | 'tries'>): BadgeLook =>
  state === 'waiting' && tries > 0
    ? { label: 'To be tried again', tint: 'canary', Icon: RotateCw }
    : DELIVERY_LOOKS[state];

export const triesText = (tries: number): string => `${tries} ${tries === 1 ? 'try' : 'tries'}`;

/** Summary of the delivery so far in one line. */
export function outcomeText({ state, tries, lastStatus, lastProblem }: WebhookDelivery): string {
  if (state === 'held' && tries === 0) return 'Waits for its turn';
  if (tries === 0) return 'Not tried yet';
  if (state === 'delivered')
    return tries === 1 ? `Answered ${lastStatus ?? ''}`.trim() : `At the ${ordinal(tries)} try`;
  const why = lastProblem?.replace(/\.$/, '') ?? `Answered ${lastStatus ?? 'nothing'}`;
  return `${why} · ${triesText(tries)}`;
}

function ordinal(count: number): string {
  const last = count % 10;
  const isTeen = Math.floor(count / 10) % 10 === 1;
  return `${count}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th')}`;
}

/** True if an attempt is due within minutes, so frequent polling is useful. */
export const isUnderWay = ({ state, nextTryAt }: WebhookDelivery, now: Date): boolean =>
  state === 'waiting' &&
  (nextTryAt === null || Date.parse(nextTryAt) - now.getTime() < (RETRY_GAPS_MS[1] ?? 0));
