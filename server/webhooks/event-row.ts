import type Stripe from 'stripe';

import type { Context } from '#server/context.ts';
import type { NewProviderEvent } from '#server/db/provider-events.ts';

/** Events on our own account, or on those of sellers. */
export type Scope = 'platform' | 'connect';

/** What the inbox keeps of an event. Listed events need not name their account. */
export function eventRow(
  context: Context,
  scope: Scope,
  event: Stripe.Event,
  accountId = event.account ?? '',
): NewProviderEvent {
  const { object, previous_attributes: before } = event.data;
  return {
    mode: context.mode,
    id: event.id,
    scope,
    accountId,
    type: event.type,
    objectId: 'id' in object && typeof object.id === 'string' ? object.id : '',
    refs: refsOf(object, before),
    createdAt: new Date(event.created * 1000),
    receivedAt: context.realNow(),
  };
}

const REFS = ['charge', 'customer', 'invoice', 'payment_intent', 'subscription'] as const;

const MAX_LENGTH = 255;

/**
 * The ids that an event's body names: they only say whom to ask about, and nothing else of a body is kept. A method
 * that was taken away names its customer as what it was before, an invoice its subscription by its parent.
 */
function refsOf(object: object, before: object | undefined): Record<string, string> {
  const refs: Record<string, string> = {};
  for (const name of REFS) {
    const id = idIn(object, name) ?? idIn(before, name);
    if (id !== null) refs[name] = id;
  }
  const subscription = idIn(subscriptionDetailsOf(object), 'subscription');
  return subscription === null ? refs : { subscription, ...refs };
}

/** Whether it is named, or laid in as a whole. */
function idIn(object: unknown, name: string): string | null {
  const value = propertyOf(object, name);
  const id = typeof value === 'object' ? propertyOf(value, 'id') : value;
  return typeof id === 'string' && id.length <= MAX_LENGTH ? id : null;
}

const subscriptionDetailsOf = (invoice: object): unknown =>
  propertyOf(propertyOf(invoice, 'parent'), 'subscription_details');

const propertyOf = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null ? (object as Record<string, unknown>)[name] : undefined;
