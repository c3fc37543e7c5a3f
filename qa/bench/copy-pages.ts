import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

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
 * Copies the page under `original` until there are `count` of them. Writes directly to the database, so the app
 * must be stopped.
 */
export async function copyPages(
  target: { url: string } | { folder: string },
  from: number,
  count: number,
): Promise<void> {
  const { run, close } = 'url' in target ? await onServer(target.url) : await inFolder(target.folder);
  for (let at = from; at <= count; at += BATCH)
    for (const statement of statementsFor(at, Math.min(at + BATCH - 1, count))) await run(statement);
  await run('analyze');
  await close();
}

type Opened = { run: (statement: string) => Promise<unknown>; close: () => Promise<void> };

async function onServer(url: string): Promise<Opened> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { run: (statement) => client.query(statement), close: () => client.end() };
}

async function inFolder(folder: string): Promise<Opened> {
  const client = await PGlite.create({ dataDir: folder });
  return { run: (statement) => client.query(statement), close: () => client.close() };
}
