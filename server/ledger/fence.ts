import { sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';

/** A PostgreSQL snapshot: identifies the transactions that had committed at that time. `nextXid` is xmax. */
export type Fence = { next: number; running: ReadonlySet<number> };

const CYCLE = 2 ** 32;

/** Reads the current snapshot. Called before Stripe is asked, so that later writes can be detected. */
export async function readFence(db: Db): Promise<Fence> {
  const { rows } = (await db.execute(sql`select pg_current_snapshot()::text as snapshot`)) as {
    rows: { snapshot: string }[];
  };
  return fenceOf(rows[0]?.snapshot ?? '');
}

/** Parses `xmin:xmax:xip,xip`: every transaction before xmax has ended except the listed ones. */
export function fenceOf(snapshot: string): Fence {
  const [, next = '0', running = ''] = snapshot.split(':');
  return { next: Number(next), running: new Set(running.split(',').filter(Boolean).map(Number)) };
}

/** Returns true if the row version with this `xmin` (32 bits, wraps around) was visible in the snapshot. */
export function isBefore({ next, running }: Fence, xmin: string): boolean {
  const behind = (((next - Number(xmin)) % CYCLE) + CYCLE) % CYCLE;
  // Transaction ids wrap around: half a cycle lies in the past and half in the future.
  return behind > 0 && behind < CYCLE / 2 && !running.has(next - behind);
}
