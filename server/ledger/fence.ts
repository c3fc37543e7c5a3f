import { sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';

/** Which transactions had come to their end at a moment: a row that one of them wrote was there then, as it is. */
export type Fence = { next: number; running: ReadonlySet<number> };

const CYCLE = 2 ** 32;

/** The moment before the provider is asked. */
export async function readFence(db: Db): Promise<Fence> {
  const { rows } = (await db.execute(sql`select pg_current_snapshot()::text as snapshot`)) as {
    rows: { snapshot: string }[];
  };
  return fenceOf(rows[0]?.snapshot ?? '');
}

/** `xmin:xmax:xip,xip`: every transaction before xmax has ended but those listed. */
export function fenceOf(snapshot: string): Fence {
  const [, next = '0', running = ''] = snapshot.split(':');
  return { next: Number(next), running: new Set(running.split(',').filter(Boolean).map(Number)) };
}

/** Whether the row that bears this `xmin` (32 bits, counted round and round) was there at that moment. */
export function isBefore({ next, running }: Fence, xmin: string): boolean {
  const behind = (((next - Number(xmin)) % CYCLE) + CYCLE) % CYCLE;
  // Half a cycle behind, and half a cycle ahead.
  return behind > 0 && behind < CYCLE / 2 && !running.has(next - behind);
}
