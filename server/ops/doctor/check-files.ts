import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';

import type pg from 'pg';

import { plural } from '#content/messages/plural.ts';
import { scannerEnvironment, type Config } from '#server/core/config.ts';
import { getTotalLimit, readFreeBytes } from '#server/delivery/file-space.ts';
import { createFileStore } from '#server/delivery/file-store.ts';
import { listNamedFiles } from '#server/ops/backup/backup-files.ts';
import { BackupError } from '#server/ops/backup/manifest.ts';
import { withClient } from '#server/ops/backup/postgres-tools.ts';
import { stripControlChars } from '#server/ops/operator-command.ts';

import { findingsAbout, type Finding } from './finding.ts';

const { ok, later, warning, wrong } = findingsAbout('files');
const QUERY_TIMEOUT_MS = 30_000;
const GB = 1024 ** 3;
/** Share of the space for files from which the operator is warned. */
const WARNING_SHARE = 0.8;
const MAX_LISTED = 5;
/** A content that is in no store. */
const UNKNOWN = '0'.repeat(64);

/** Checks where the files are that pages deliver, their space, the virus scanner, and whether any file is missing. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  const store = await checkStore(config);
  const scanner = await checkScanner(config);
  if (store.state === 'wrong' || config.databaseUrl === null) return [store, scanner];
  return withClient(config.databaseUrl, async (client) => {
    await client.query(`set statement_timeout = ${QUERY_TIMEOUT_MS}`);
    return [store, scanner, ...(await checkContents(config, client))];
  }).catch((error: unknown) => {
    // The check of the database reports that it can't be reached.
    if (error instanceof BackupError) return [store, scanner];
    throw error;
  });
}

async function checkStore(config: Config): Promise<Finding> {
  const { s3, folder } = config.files;
  if (s3 === null) return ok(`are stored in ${folder}`);
  try {
    // The HEAD request of `exists` gets the same 404 for a missing bucket as for a missing content.
    await createFileStore(config).open(UNKNOWN);
    return ok(`are stored in the bucket ${s3.bucket}`);
  } catch (error) {
    return wrong(
      `the bucket ${s3.bucket} can’t be used: ${error instanceof Error ? stripControlChars(error.message || error.name) : ''}`,
      'Check FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_REGION, and the access key, which must be allowed to read, write, list, and delete',
    );
  }
}

async function checkScanner({ files: { scanCommand }, mode }: Config): Promise<Finding> {
  const [program] = scanCommand ?? [];
  if (program === undefined)
    return (mode === 'live' ? warning : later)(
      'aren’t scanned for viruses',
      'Install a scanner and set FILES_SCAN_COMMAND, for example to clamdscan --fdpass --no-summary',
    );
  const folders = program.includes('/') ? [''] : (scannerEnvironment().PATH ?? '').split(path.delimiter);
  const found = await Promise.all(
    folders.map((folder) =>
      access(path.join(folder, program), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true)
    ? ok(`are scanned for viruses by ${program}`)
    : wrong(
        `the virus scanner ${program} was not found, so new files aren’t delivered`,
        'Install it, or correct FILES_SCAN_COMMAND',
      );
}

async function checkContents(config: Config, client: pg.Client): Promise<Finding[]> {
  const named = await listNamedFiles(client);
  const stored = new Set(await createFileStore(config).list());
  const missing = named.filter(({ sha256 }) => !stored.has(sha256)).map(({ sha256 }) => sha256);
  const used = named.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    await checkSpace(config, used),
    ...(missing.length > 0
      ? [await describeMissing(client, missing)]
      : [ok(plural(named.length, { one: '1 file is complete', other: `${named.length} files are complete` }))]),
    ...checkUnnamed(stored.size - (named.length - missing.length)),
  ];
}

async function checkSpace({ files }: Config, used: number): Promise<Finding> {
  const limit = getTotalLimit(files, await readFreeBytes(files.folder), files.s3 ? 0 : used);
  const inGb = (bytes: number) => (bytes / GB).toFixed(1);
  if (limit === Infinity) return ok(`use ${inGb(used)} GB`);
  const message = `use ${inGb(used)} of at most ${inGb(limit)} GB`;
  return used < WARNING_SHARE * limit ? ok(message) : warning(message, 'Use a larger disk, or raise FILES_TOTAL');
}

type MissingFile = { file_name: string; number: number; page_id: string; buyers: number };

/** Names the files that buyers would miss most. */
async function describeMissing(client: pg.Client, missing: readonly string[]): Promise<Finding> {
  const { rows } = await client.query<MissingFile>(
    `select v.file_name, v.number, d.page_id, (select count(*)::int from entitlements e
       where e.deliverable_id = d.id and e.state <> 'ended') as buyers
     from file_versions v join deliverables d on d.id = v.deliverable_id
     where v.sha256 = any($1) order by v.number = d.current_version desc, buyers desc, v.file_name`,
    [missing],
  );
  const list = rows
    .slice(0, MAX_LISTED)
    .map(
      ({ file_name: name, number, page_id: page, buyers }) =>
        `“${stripControlChars(name)}” (version ${number}, page ${page}, ${plural(buyers, { one: '1 buyer', other: `${buyers} buyers` })})`,
    );
  const more = rows.length > MAX_LISTED ? ` and ${rows.length - MAX_LISTED} more` : '';
  const count = plural(rows.length, { one: '1 file is missing', other: `${rows.length} files are missing` });
  return wrong(
    `${count}: ${list.join(', ')}${more}`,
    'Restore them from a backup with npm run restore -- FOLDER --only-files. If they are in another folder or bucket, correct FILES_DIR or FILES_S3_*. Otherwise, ask the sellers to upload them again',
  );
}

/** Contents that no version names are those of the last day, or a restore has left them over. */
const checkUnnamed = (count: number): Finding[] =>
  count > 0
    ? [
        ok(
          plural(count, {
            one: '1 stored content belongs to no file: uploads of the last day, or from before a restore',
            other: `${count} stored contents belong to no file: uploads of the last day, or from before a restore`,
          }),
        ),
      ]
    : [];
