import { BackupError } from './backup-refused.ts';
import { listTables, type Migration } from './catalog.ts';
import { addForeignKeys, buildSchema, dropForeignKeys, dropSchema, moveSequences } from './fresh-schema.ts';
import { measureStream, type Manifest, type Measure } from './manifest.ts';
import type { DatabaseSnapshot } from './moment.ts';
import { readBackup, type VisitSection } from './read-backup.ts';

type Source = { file: string; backupKey: string | null; manifest: Manifest };

/** Replaces the database by the schema and rows of a backup, and verifies the rows. */
export async function loadRows(
  snapshot: DatabaseSnapshot,
  migrations: readonly Migration[],
  source: Source,
  storeFile: VisitSection,
): Promise<void> {
  const { file, backupKey, manifest } = source;
  await dropSchema(snapshot);
  await buildSchema(snapshot, migrations, manifest.schema);
  await checkColumns(snapshot, manifest);
  const foreignKeys = await dropForeignKeys(snapshot);
  await setTriggers(snapshot, manifest, 'disable');
  // Some migrations insert rows.
  for (const { name } of manifest.tables) await snapshot.run(`delete from ${name}`);
  await readBackup(file, backupKey, (part, bytes) =>
    part.kind === 'file' ? storeFile(part, bytes) : snapshot.copyIn(part, bytes),
  );
  await checkRows(snapshot, manifest);
  await setTriggers(snapshot, manifest, 'enable');
  await addForeignKeys(snapshot, foreignKeys);
  await moveSequences(snapshot);
}

async function checkColumns(snapshot: DatabaseSnapshot, { tables }: Manifest): Promise<void> {
  const signatureOf = ({ name, columns }: { name: string; columns: readonly string[] }) =>
    `${name}(${columns.toSorted().join()})`;
  const existing = new Set((await listTables(snapshot)).map(signatureOf));
  const unexpected = tables.find((table) => !existing.has(signatureOf(table)));
  if (unexpected || existing.size !== tables.length)
    throw new BackupError(
      `The backup has ${unexpected ? `the table ${unexpected.name}` : 'fewer tables'} unlike its schema: something else wrote to that database.`,
    );
}

const setTriggers = async (
  { run }: DatabaseSnapshot,
  { tables }: Manifest,
  to: 'enable' | 'disable',
): Promise<void> => {
  for (const { name } of tables) await run(`alter table ${name} ${to} trigger user`);
};

/** Exports the tables again and compares rows and checksums with the manifest. */
async function checkRows(snapshot: DatabaseSnapshot, { tables }: Manifest): Promise<void> {
  for (const table of tables) {
    let actual: Measure | null = null;
    for await (const _piece of measureStream(snapshot.copyOut(table), (measure) => (actual = measure)));
    const { rows, sha256 } = actual ?? { rows: 0, sha256: '' };
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new BackupError(`${table.name} did not come back as it was (${rows} of ${table.rows} rows).`);
  }
}
