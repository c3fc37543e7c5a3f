import type Stripe from 'stripe';

import type { Context } from '#server/context.ts';
import type { NewProviderEvent } from '#server/db/provider-events.ts';

export type Scope = 'platform' | 'connect';

/** What the inbox keeps of an event, however it came to us. */
export function eventRow(context: Context, scope: Scope, event: Stripe.Event): NewProviderEvent {
  const { object, previous_attributes: before } = event.data;
  return {
    mode: context.mode,
    id: event.id,
    scope,
    accountId: event.account ?? '',
    type: event.type,
    objectId: 'id' in object && typeof object.id === 'string' ? object.id : '',
    refs: refsOf(object, before),
    createdAt: new Date(event.created * 1000),
    receivedAt: context.realNow(),
  };
}

/** The ids that the body names. They only say whom to ask about; a method that was taken away names its customer as what it was before. */
const REFS = ['charge', 'customer', 'invoice', 'payment_intent', 'subscription'];

function refsOf(object: object, before: object | undefined): Record<string, string> {
  const named = Object.entries({ ...before, ...withoutNull(object) });
  return Object.fromEntries(
    named.flatMap(([name, value]) =>
      REFS.includes(name) && typeof value === 'string' && value.length < 256 ? [[name, value]] : [],
    ),
  );
}

const withoutNull = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
