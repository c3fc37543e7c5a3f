// Concurrent starts: `npm run chaos:starts -- --migrations 20 --folders 50`. Six processes migrate one database
// together, alternately an empty one and one of an earlier version, and one of them is killed during the migration;
// then two app processes start on one data folder. Ends with 1 unless every migration ran exactly once and the
// surviving processes succeed, and each folder has one holder, the other process exits with a clear error, and a
// new process can use the folder as soon as the holder was killed.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

import { openPostgres } from '#server/db/open-postgres.ts';

import { findFreePort } from '../../e2e/support/app-process.ts';
import { newPostgresDatabase, openOwnPostgres } from '../../scripts/test-postgres.ts';
import { node } from '../../set-up.mjs';
import { getBuildDir } from '../lib/built-app.ts';
import { createRandom, median, newSeed, readOptions, reportFaults, runAndExit } from '../lib/harness.ts';
import { openClient } from '../lib/postgres.ts';

const {
  migrations: ROUNDS,
  folders: FOLDERS,
  seed: SEED,
} = readOptions({ migrations: 20, folders: 50, seed: newSeed() });
const AT_ONCE = 6;
const REFUSED = 'Another Tillwright server is using';
/** Migrations that the earlier version does not have. */
const NEW_MIGRATIONS = 2;
const LONGEST_LIFE_MS = 400;
/** Within this time one of six processes reaches the end of its migration. */
const MIGRATION_TIMEOUT_MS = 30_000;

const { PATH = '', HOME = '' } = process.env;

type Started = { child: ChildProcess; readOutput: () => string; ended: Promise<number | null> };

function start(args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(node(), args, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, readOutput: () => output, ended };
}

type Migrations = { entries: { tag: string; when: number }[] };

const readJournal = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as Migrations;

/** Writes the migrations folder of the earlier version. */
function copyEarlierMigrations(folder: string): void {
  cpSync('drizzle', folder, { recursive: true });
  const journal = readJournal(folder);
  const entries = journal.entries.slice(0, -NEW_MIGRATIONS);
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
}

/** A digest of the whole schema, apart from the order of columns. */
const SHAPE = `select md5(string_agg(what, ';' order by what)) as shape from (
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as what
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal) as all_parts`;
const shapes = new Set<string>();

/**
 * Six processes run one migration. One of them is killed at a random time, or during the migration, where a lock
 * blocks it.
 */
async function migrateTogether(watcher: pg.Client, url: string, how: 'lock' | number): Promise<string[]> {
  await using holder = await openClient(url);
  // Each migration records itself in this table before its transaction ends.
  if (how === 'lock') await holder.query('begin; lock table drizzle.__drizzle_migrations in share mode');
  const six = Array.from({ length: AT_ONCE }, (_, index) =>
    start(['qa/faults/run-migrations.ts', url], { PGAPPNAME: String(index) }),
  );
  const killed = how === 'lock' ? await inTheMiddle(watcher, six) : await atRandom(six, how);
  if (how === 'lock') await holder.query('commit');
  const codes = await Promise.all(six.map(({ ended }) => ended));
  const faults = six.flatMap(({ readOutput }, index) =>
    index === killed || codes[index] === 0
      ? []
      : [`one of six processes could not migrate: ${readOutput().slice(0, 500)}`],
  );
  const { rows } = await holder.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations');
  const shape = await holder.query<{ shape: string }>(SHAPE);
  const all = readJournal('drizzle').entries.length;
  const distinct = new Set(rows.map(({ hash }) => hash)).size;
  if (rows.length !== all || distinct !== all) faults.push(`${rows.length} of ${all} migrations were applied`);
  shapes.add(shape.rows[0]?.shape ?? '');
  if (shapes.size > 1) faults.push('the schema differs from the one of another round');
  return faults;
}

async function atRandom(six: readonly Started[], afterMs: number): Promise<number> {
  const [first] = six;
  if (first?.child.stdout) await Promise.race([once(first.child.stdout, 'data'), first.ended]);
  await wait(afterMs);
  first?.child.kill('SIGKILL');
  return 0;
}

/**
 * Waits until a migration waits for the lock, and kills its process. Queries from outside the transaction that
 * holds the lock, because activity views do not change within a transaction.
 */
async function inTheMiddle(watcher: pg.Client, six: readonly Started[]): Promise<number> {
  for (const deadline = Date.now() + MIGRATION_TIMEOUT_MS; Date.now() < deadline; await wait(20)) {
    const { rows } = await watcher.query<{ name: string }>(
      `select application_name as name from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'relation'`,
    );
    const index = Number(rows[0]?.name ?? -1);
    if (index >= 0) {
      six[index]?.child.kill('SIGKILL');
      return index;
    }
  }
  throw new Error('No migration waited for the lock');
}

async function raceMigrations(): Promise<void> {
  await using cleanups = new AsyncDisposableStack();
  const server = await openOwnPostgres();
  cleanups.defer(server.close);
  await using admin = await openClient(server.url);
  const { path: folder } = cleanups.use(mkdtempDisposableSync(path.join(tmpdir(), 'tillwright-earlier-')));
  copyEarlierMigrations(folder);
  const earlier = await newPostgresDatabase(server.url);
  const before = openPostgres(earlier.url, folder, () => undefined);
  await before.migrate();
  await before.close();
  const chance = createRandom(SEED);
  const faults: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const template of ['template1', new URL(earlier.url).pathname.slice(1)]) {
      const version = template === 'template1' ? 'an empty database' : 'an earlier version';
      const { url, drop } = await newPostgresDatabase(server.url, template);
      const how = template !== 'template1' && round % 2 === 0 ? 'lock' : chance() * LONGEST_LIFE_MS;
      const moment = how === 'lock' ? 'during the migration' : 'at random';
      for (const fault of await migrateTogether(admin, url, how))
        faults.push(`round ${round}, from ${version}, ${moment}: ${fault}`);
      await drop();
    }
  }
  console.log(
    `  ${ROUNDS} rounds of six processes on an empty database, ${ROUNDS} on an earlier version, one process killed in each`,
  );
  reportFaults(faults, 'Every migration ran exactly once.');
}

type Contest = { faults: string[]; refusedMs: number; servedMs: number };

/** Starts two app processes on one folder; finally kills the one that holds it and leaves the folder as it is. */
async function contest(folder: string, build: string): Promise<Contest> {
  const began = performance.now();
  const two = await Promise.all(
    [0, 1].map(async () => {
      const PORT = String(await findFreePort());
      const env = { DATA_DIR: folder, PORT, BUILD_DIR: build, NODE_ENV: 'production' };
      const one = start(['server.ts'], env);
      const isServing = (async () => {
        const hasStarted = () => one.readOutput().includes('Tillwright ') && !one.readOutput().includes(REFUSED);
        while (!hasStarted() && one.child.exitCode === null) await wait(20);
        return hasStarted();
      })();
      return { ...one, isServing, refused: one.ended.then((code) => ({ code, ms: performance.now() - began })) };
    }),
  );
  const refused = await Promise.race([
    ...two.map((one) => one.refused),
    // Two holders would both serve requests.
    Promise.all(two.map((one) => one.isServing)).then(() => ({ code: null, ms: 0 })),
  ]);
  const served = await Promise.all(two.map((one) => one.isServing));
  const servedMs = performance.now() - began;
  const faults: string[] = [];
  const holders = served.filter(Boolean).length;
  if (holders !== 1) faults.push(`${holders} processes hold one folder`);
  if (refused.code !== 1) faults.push(`the other process ended with ${refused.code}`);
  const loser = two[served.indexOf(false)];
  if (!loser?.readOutput().includes(REFUSED))
    faults.push(`the other process printed: ${loser?.readOutput().slice(0, 300)}`);
  for (const { child } of two) child.kill('SIGKILL');
  await Promise.all(two.map(({ ended }) => ended));
  return { faults, refusedMs: refused.ms, servedMs };
}

async function contestFolders(): Promise<void> {
  const build = await getBuildDir();
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'tillwright-contest-'));
  const contests: Contest[] = [];
  for (let round = 0; round < FOLDERS; round++) contests.push(await contest(folder.path, build));
  const refused = contests.map(({ refusedMs }) => refusedMs);
  const served = contests.map(({ servedMs }) => servedMs);
  console.log(
    `  ${FOLDERS} contests for a folder: refused after ${median(refused).toFixed(0)} ms (worst ${Math.max(...refused).toFixed(0)}), served after ${median(served).toFixed(0)} ms, each time directly after a kill`,
  );
  const faults = contests.flatMap((one, round) => one.faults.map((fault) => `contest ${round}: ${fault}`));
  reportFaults(faults, 'Every start succeeded or was refused clearly.');
}

await runAndExit(async () => {
  await raceMigrations();
  if (FOLDERS > 0) await contestFolders();
}, `npm run chaos:starts -- --seed ${SEED}`);
