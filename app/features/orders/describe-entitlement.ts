import { Check, CircleOff, CirclePause, Clock } from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import { orderDeliveryMessages } from '#content/messages/order-delivery.ts';
import type { EntitlementState, OrderEntitlement } from '#domain/entitlement.ts';

const messages = orderDeliveryMessages;

const STATE_BADGES: Record<EntitlementState, Omit<BadgeProps, 'label'>> = {
  waiting: { variant: 'canary', Icon: Clock },
  active: { variant: 'mint', Icon: Check },
  paused: { variant: 'pink', Icon: CirclePause },
  ended: { Icon: CircleOff },
};

/** The state of a buyer's access, with its reason: “Paused: the payment is disputed”. */
export function getEntitlementBadge({ state, reason }: OrderEntitlement): BadgeProps {
  const name = messages.states[state];
  const label = reason ? messages.stateWithReason({ state: name, reason: messages.reasons[reason] }) : name;
  return { ...STATE_BADGES[state], label };
}
