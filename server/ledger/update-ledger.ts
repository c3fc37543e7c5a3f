import type { Context } from '#server/context.ts';
import {
  applyEffect,
  invoiceEffect,
  NOTHING,
  sessionEffect,
  type Effect,
} from '#server/webhooks/record-order.ts';
import { chargeEffect } from '#server/webhooks/record-refund.ts';

import type { Subject } from './subject.ts';

const EFFECTS: Record<Subject['kind'], (context: Context, accountId: string, id: string) => Promise<Effect>> =
  {
    session: sessionEffect,
    charge: chargeEffect,
    invoice: invoiceEffect,
    subscription: () => Promise.resolve(NOTHING),
  };

/** Asks the provider for the truth about some of its objects, and writes it. May be called many times and at once. */
export async function updateLedger(context: Context, subjects: readonly Subject[]): Promise<void> {
  for (const { accountId, kind, id } of subjects)
    await applyEffect(context, await EFFECTS[kind](context, accountId, id));
}
