// Multiplies the data of one seller: copies every row that the seller's activity has created, with new ids.
import type pg from 'pg';

/** Tables that belong to no seller, or to all of them. */
const SHARED = new Set([
  'blog_posts',
  'signing_keys',
  'visitor_salts',
  'media',
  'media_variants',
  'rate_buckets',
  'social_images',
  'page_view_events',
  'revenue_changes',
  'flow_states',
]);

/** Names and external ids that are unique to a seller; the column names are the same in every table. */
const NAMES = new Set(
  `email new_email phone slug host account_id session_id payment_intent_id charge_id subscription_id stripe_refund_id stripe_dispute_id
   invoice_id customer_id source dedup_key recipient provider_id idempotency_key token_hash code_hash key_hash object_id
   buyer_key visitor_key`.split(/\s+/),
);
const OWN_NAMES: Record<string, readonly string[]> = { stripe_events: ['id'] };

type Column = { table: string; name: string; type: string; isGenerated: boolean };

async function columnsOf(client: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(`
    select c.table_name as "table", c.column_name as name, c.data_type as type,
      (c.is_identity = 'YES' or c.is_generated = 'ALWAYS' or c.column_default like 'nextval%') as "isGenerated"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`);
  return Map.groupBy(
    rows.filter(({ table }) => !SHARED.has(table)),
    ({ table }) => table,
  );
}

/** The SQL expression for a column of the nth copy. */
function copied({ table, name, type }: Column): string {
  const own = `t."${name}"`;
  if (type === 'uuid') return `md5(${own}::text || n)::uuid`;
  if (type === 'timestamp with time zone')
    return DUE.has(name)
      ? `greatest(${own}, now()) + interval '30 days'`
      : `case when ${own} > now() then ${own} else ${own} - n * interval '10 seconds' end`;
  if (type === 'text' && (NAMES.has(name) || OWN_NAMES[table]?.includes(name)))
    return `case when ${own} = '' then '' else ${own} || '-' || n end`;
  if (type === 'bigint' && name === 'id') return `${own} + n * 1000000::bigint`;
  return type === 'bytea' ? `${own} || int4send(n)` : own;
}

/** Due times of background work: later than this run takes. */
const DUE = new Set(['next_at', 'next_check_at', 'due_at', 'checked_at', 'synced_at']);

/** Stripe does not know the copied accounts, so the app must not request their events. */
const NOT_LISTED_SOON = `
  insert into reconcile_cursors (mode, account_id, listed_until, next_at)
  select mode, account_id, now(), now() + interval '30 days' from stripe_accounts where account_id is not null
  on conflict (mode, account_id) do update set next_at = excluded.next_at`;

const BATCH = 2000;

/**
 * Remembers all existing rows as the ones to copy. The returned function creates the copies from the first to the last,
 * both included, and runs ANALYZE on the tables.
 */
export async function createCopier(client: pg.Client): Promise<(from: number, to: number) => Promise<void>> {
  const tables = await columnsOf(client);
  await client.query('create schema original');
  for (const table of tables.keys())
    await client.query(`create table original."${table}" as select * from public."${table}"`);
  const statements = [...tables].map(([table, columns]) => {
    const given = columns.filter(({ isGenerated }) => !isGenerated);
    const names = given.map(({ name }) => `"${name}"`).join(', ');
    return (from: number, to: number) =>
      `insert into public."${table}" (${names}) select ${given.map(copied).join(', ')}
       from original."${table}" t, generate_series(${from}, ${to}) n on conflict do nothing`;
  });
  return async (from, to) => {
    // Disables triggers and foreign keys: the copied rows are consistent already.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`);
    for (let at = from; at <= to; at += BATCH)
      for (const statement of statements) await client.query(statement(at, Math.min(at + BATCH - 1, to)));
    await client.query(NOT_LISTED_SOON);
    await client.query('vacuum (analyze)');
  };
}
