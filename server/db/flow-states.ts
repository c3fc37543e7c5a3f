import { and, eq, inArray, isNull, lt } from 'drizzle-orm';

import type { Db } from './client.ts';
import { flowStates } from './schema-accounts.ts';

export type FlowStateRow = typeof flowStates.$inferSelect;

export async function insertFlowState(db: Db, flow: FlowStateRow): Promise<void> {
  await db.insert(flowStates).values(flow);
}

/** Takes the flow of this state, so that no second request finds it. Includes expired flows. */
export async function takeFlowState(db: Db, stateHashes: readonly string[]): Promise<FlowStateRow | null> {
  const [row] = await db
    .update(flowStates)
    .set({ stateHash: `taken:${crypto.randomUUID()}` })
    .where(inArray(flowStates.stateHash, stateHashes))
    .returning();
  return row ?? null;
}

/** Stores the authorization code hash after the provider has redirected back. */
export async function storeFlowResult(
  db: Db,
  id: string,
  result: Pick<FlowStateRow, 'authCodeHash' | 'sealedSecrets' | 'expiresAt'>,
): Promise<void> {
  await db.update(flowStates).set(result).where(eq(flowStates.id, id));
}

/** Uses up the code; null when it is unknown or used. Includes expired flows. */
export async function useFlowCode(db: Db, codeHashes: readonly string[], now: Date): Promise<FlowStateRow | null> {
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
