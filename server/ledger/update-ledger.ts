import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  applyEffect,
  invoiceEffect,
  NOTHING,
  sessionEffect,
  type Effect,
} from '#server/webhooks/record-order.ts';
import { chargeEffect } from '#server/webhooks/record-refund.ts';

import { subjectKey, type Subject } from './subject.ts';

const EFFECTS: Record<Subject['kind'], (context: Context, accountId: string, id: string) => Promise<Effect>> =
  {
    session: sessionEffect,
    charge: chargeEffect,
    invoice: invoiceEffect,
    subscription: () => Promise.resolve(NOTHING),
  };

/** Asks the provider for the truth about some of its objects, and writes it. May be called many times and at once. */
export async function updateLedger(
  context: Context,
  subjects: readonly Subject[],
  mark: (tx: Db, keys: readonly string[]) => Promise<void> = () => Promise.resolve(),
): Promise<Map<string, Error | null>> {
  const outcomes = new Map<string, Error | null>();
  for (const subject of subjects) {
    const key = subjectKey(subject);
    try {
      const effect = await EFFECTS[subject.kind](context, subject.accountId, subject.id);
      await applyEffect(context, effect, (tx) => mark(tx, [key]));
      outcomes.set(key, null);
    } catch (error) {
      outcomes.set(key, error as Error);
    }
  }
  return outcomes;
}
