import { PGlite } from '@electric-sql/pglite';

import { openClient } from '../lib/postgres.ts';

/** The slug of the nth copy. */
export const getCopySlug = (index: number): string => `copy-${index}`;

const statementsFor = (from: number, to: number): string[] => [
  `create temporary table copies as select n, gen_random_uuid() as id from generate_series(${from}, ${to}) n`,
  `create temporary table original as select p.seller_id, v.schema, v.config from slugs s
     join pages p on p.id = s.page_id join page_versions v on v.page_id = p.id and v.number = p.live_version
     where s.slug = 'original'`,
  `insert into pages (id, seller_id, live_version, created_at, updated_at)
     select c.id, o.seller_id, 1, now(), now() from copies c, original o`,
  `insert into page_versions (id, page_id, number, schema, config, created_at)
     select gen_random_uuid(), c.id, 1, o.schema, jsonb_set(o.config, '{productName}', to_jsonb('Copy ' || c.n)), now()
     from copies c, original o`,
  `insert into slugs (slug, page_id, seller_id, created_at)
     select 'copy-' || c.n, c.id, o.seller_id, now() from copies c, original o`,
  `drop table copies, original`,
];

const BATCH = 100_000;

/**
 * Copies the page under `original` until there are `count` of them. Writes directly to the database, so an app with
 * the embedded one must be stopped.
 */
export async function copyPages(target: { url: string } | { folder: string }, count: number): Promise<void> {
  await using client = 'url' in target ? await openClient(target.url) : await PGlite.create({ dataDir: target.folder });
  const run = (statement: string) => ('exec' in client ? client.exec(statement) : client.query(statement));
  for (let from = 1; from <= count; from += BATCH)
    for (const statement of statementsFor(from, Math.min(from + BATCH - 1, count))) await run(statement);
  await run('analyze');
}
