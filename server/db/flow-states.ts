import { and, eq, inArray, isNull, lt } from 'drizzle-orm';

import type { Db } from './client.ts';
import { flowStates } from './schema-accounts.ts';

export type FlowStateRow = typeof flowStates.$inferSelect;

export async function insertFlowState(db: Db, flow: FlowStateRow): Promise<void> {
  await db.insert(flowStates).values(flow);
}

/** The journey that this state belongs to, late ones as well. It is taken: nobody finds it by the state again. */
export async function updateFlowStateTaken(
  db: Db,
  stateHashes: readonly string[],
): Promise<FlowStateRow | null> {
  const [row] = await db
    .update(flowStates)
    .set({ stateHash: `taken:${crypto.randomUUID()}` })
    .where(inArray(flowStates.stateHash, stateHashes))
    .returning();
  return row ?? null;
}

/** Somebody is back: what the browser gets a code for. */
export async function updateFlowStateReturned(
  db: Db,
  id: string,
  returned: Pick<FlowStateRow, 'authCodeHash' | 'sealedSecrets' | 'expiresAt'>,
): Promise<void> {
  await db.update(flowStates).set(returned).where(eq(flowStates.id, id));
}

/** Uses the code up; null when it is unknown or was used before. Late ones as well. */
export async function updateFlowStateUsed(
  db: Db,
  codeHashes: readonly string[],
  now: Date,
): Promise<FlowStateRow | null> {
  const [row] = await db
    .update(flowStates)
    .set({ usedAt: now })
    .where(and(inArray(flowStates.authCodeHash, codeHashes), isNull(flowStates.usedAt)))
    .returning();
  return row ?? null;
}

export async function deleteFlowStatesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(flowStates).where(lt(flowStates.expiresAt, before));
}
