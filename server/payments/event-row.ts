import type Stripe from 'stripe';

import type { Context } from '#server/core/context.ts';
import type { NewStripeEvent } from '#server/payments/queries/stripe-events.ts';

/** Events on our own account (`platform`) or on connected accounts. */
export type Scope = 'platform' | 'connect';

/** Builds the inbox row of an event. `accountId`: the account for which it was listed if it was not delivered. */
export function toEventRow(
  context: Context,
  scope: Scope,
  event: Stripe.Event,
  accountId = event.account ?? '',
): NewStripeEvent {
  const { object, previous_attributes: previousAttributes } = event.data;
  return {
    mode: context.mode,
    id: event.id,
    scope,
    accountId,
    type: event.type,
    objectId: 'id' in object && typeof object.id === 'string' ? object.id : '',
    refs: readRefs(object, previousAttributes),
    createdAt: new Date(event.created * 1000),
    receivedAt: context.realNow(),
  };
}

const REFS = ['charge', 'customer', 'invoice', 'payment_intent', 'subscription'] as const;

const MAX_ID_LENGTH = 255;

/**
 * Reads the ids that an event's object contains; nothing else of the body is stored. A detached payment method names its
 * customer in `previous_attributes`, an invoice its subscription in `parent`.
 */
function readRefs(object: object, previousAttributes: object | undefined): Record<string, string> {
  const refs: Record<string, string> = {};
  for (const name of REFS) {
    const id = readId(object, name) ?? readId(previousAttributes, name);
    if (id !== null) refs[name] = id;
  }
  const subscription = readId(subscriptionDetailsOf(object), 'subscription');
  return subscription === null ? refs : { subscription, ...refs };
}

/** Reads an id, whether the reference is expanded or not. */
function readId(object: unknown, name: string): string | null {
  const value = propertyOf(object, name);
  const id = typeof value === 'object' ? propertyOf(value, 'id') : value;
  return typeof id === 'string' && id.length <= MAX_ID_LENGTH ? id : null;
}

const subscriptionDetailsOf = (invoice: object): unknown =>
  propertyOf(propertyOf(invoice, 'parent'), 'subscription_details');

const propertyOf = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null ? (object as Record<string, unknown>)[name] : undefined;
