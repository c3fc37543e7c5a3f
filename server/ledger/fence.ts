import { sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';

/** A PostgreSQL snapshot: identifies the transactions that had committed at that time. `nextXid` is xmax. */
export type SnapshotFence = { nextXid: number; runningXids: ReadonlySet<number> };

const XID_CYCLE = 2 ** 32;

/** Reads the current snapshot. Called before Stripe is asked, so that later writes can be detected. */
export async function readSnapshotFence(db: Db): Promise<SnapshotFence> {
  const { rows } = (await db.execute(sql`select pg_current_snapshot()::text as snapshot`)) as {
    rows: { snapshot: string }[];
  };
  return parseSnapshotFence(rows[0]?.snapshot ?? '');
}

/** Parses `xmin:xmax:xip,xip`: every transaction before xmax has ended except the listed ones. */
export function parseSnapshotFence(snapshot: string): SnapshotFence {
  const [, nextXid = '0', runningXids = ''] = snapshot.split(':');
  return {
    nextXid: Number(nextXid),
    runningXids: new Set(runningXids.split(',').filter(Boolean).map(Number)),
  };
}

/** Returns true if the row version with this `xmin` (32 bits, wraps around) was visible in the snapshot. */
export function isVisibleAtFence({ nextXid, runningXids }: SnapshotFence, xmin: string): boolean {
  const age = (((nextXid - Number(xmin)) % XID_CYCLE) + XID_CYCLE) % XID_CYCLE;
  // Transaction ids wrap around: half a cycle lies in the past and half in the future.
  return age > 0 && age < XID_CYCLE / 2 && !runningXids.has(nextXid - age);
}
