import { and, asc, eq, getTableColumns, lte, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { Db } from '#server/db/client.ts';

type Row<T extends PgTable> = T['$inferSelect'];
type ColumnName<T extends PgTable> = keyof Row<T> & string;

/** A table whose rows are the jobs of a queue. */
type LeasedTable<T extends PgTable> = {
  table: T;
  key: readonly ColumnName<T>[];
  /** Time at which a row is due; while it is leased, the end of the lease. */
  dueAt: ColumnName<T>;
  /** Counts the leases. */
  tries?: ColumnName<T>;
  /** Longer than a job can take, unless the queue extends leases. */
  leaseMs: number;
  /** The clock of the due times. */
  now: () => Date;
  /** Rows that wait; defaults to all. */
  isWaiting?: SQL | undefined;
  /** Defaults to the due time. */
  orderBy?: readonly SQL[];
  /** Further changes of a row when it is leased. */
  onClaim?: Partial<Row<T>>;
};

export type LeasedRows<Job> = {
  /** Leases due rows, each for one of several concurrent processes. After a crash the lease expires. */
  claim: (limit: number) => Promise<Job[]>;
  isDue: () => Promise<boolean>;
  /** Postpones a leased row; has no effect when its lease has expired and another process has taken over. */
  postpone: (job: Job, delayMs: number) => Promise<void>;
};

export function leaseRows<T extends PgTable>(db: Db, leased: LeasedTable<T>): LeasedRows<Row<T>> {
  const table: PgTable = leased.table;
  const columns = getTableColumns(leased.table) as Record<string, PgColumn>;
  const columnOf = (name: string): PgColumn => {
    const column = columns[name];
    if (!column) throw new Error(`There is no column ${name}`);
    return column;
  };
  const keys = leased.key.map((name) => [name, columnOf(name)] as const);
  const [keyColumns, dueAt] = [Object.fromEntries(keys), columnOf(leased.dueAt)];
  const after = (ms: number) => new Date(leased.now().getTime() + ms);
  const selectDue = () =>
    db
      .select(keyColumns)
      .from(table)
      .where(and(leased.isWaiting, lte(dueAt, sql.placeholder('now'))))
      .orderBy(...(leased.orderBy ?? [asc(dueAt)]))
      .limit(sql.placeholder('limit'));
  // Idle workers repeat these queries, so they are built once. They have no name, so that each run is planned for its values.
  const findDue = selectDue().prepare('');
  const due = db.$with('due').as(selectDue().for('update', { skipLocked: true }));
  const changes: Record<string, unknown> = { ...leased.onClaim, [leased.dueAt]: sql`${sql.placeholder('leaseEnd')}` };
  if (leased.tries) changes[leased.tries] = sql`${columnOf(leased.tries)} + 1`;
  const claimDue = db
    .with(due)
    .update(table)
    .set(changes)
    .from(due)
    .where(and(...keys.map(([name, column]) => sql`${column} = due.${sql.identifier(columnOf(name).name)}`)))
    .returning(columns)
    .prepare('');
  return {
    claim: async (limit) => {
      const leaseEnd = after(leased.leaseMs).toISOString();
      return (await claimDue.execute({ now: leased.now().toISOString(), limit, leaseEnd })) as Row<T>[];
    },
    isDue: async () => (await findDue.execute({ now: leased.now().toISOString(), limit: 1 })).length > 0,
    postpone: async (job, delayMs) => {
      const isSameLease = [...keys.map(([name]) => name), leased.dueAt].map((name) =>
        eq(columnOf(name), (job as Record<string, unknown>)[name]),
      );
      await db
        .update(table)
        .set({ [leased.dueAt]: after(delayMs) })
        .where(and(...isSameLease));
    },
  };
}

/**
 * Time of the next try after `tries` failed ones; null after the last try. `jitter`: maximum random addition as a share of the
 * delay, which keeps simultaneous failures from retrying together.
 */
export function nextTryAt(delaysMs: readonly number[], tries: number, now: Date, jitter = 0): Date | null {
  const delayMs = delaysMs[tries - 1];
  if (delayMs === undefined) return null;
  return new Date(now.getTime() + Math.round(delayMs * (1 + Math.random() * jitter)));
}
