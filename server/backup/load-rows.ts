import { BackupRefused } from './backup-refused.ts';
import { listTables, type Migration } from './catalog.ts';
import { addForeignKeys, buildSchema, dropForeignKeys, dropSchema, moveSequences } from './fresh-schema.ts';
import { measured, type Manifest, type Measure } from './manifest.ts';
import type { Moment } from './moment.ts';
import { readBackup, type Visit } from './read-backup.ts';

type Source = { file: string; backupKey: string | null; manifest: Manifest };

/** Replaces the database by the schema and rows of a backup, and verifies the rows. */
export async function loadRows(
  moment: Moment,
  migrations: readonly Migration[],
  source: Source,
  keepFile: Visit,
): Promise<void> {
  const { file, backupKey, manifest } = source;
  await dropSchema(moment);
  await buildSchema(moment, migrations, manifest.schema);
  await checkColumns(moment, manifest);
  const keys = await dropForeignKeys(moment);
  await switchTriggers(moment, manifest, 'disable');
  // Some migrations insert rows.
  for (const { name } of manifest.tables) await moment.run(`delete from ${name}`);
  await readBackup(file, backupKey, (part, bytes) =>
    part.kind === 'file' ? keepFile(part, bytes) : moment.copyIn(part, bytes),
  );
  await checkRows(moment, manifest);
  await switchTriggers(moment, manifest, 'enable');
  await addForeignKeys(moment, keys);
  await moveSequences(moment);
}

async function checkColumns(moment: Moment, { tables }: Manifest): Promise<void> {
  const told = ({ name, columns }: { name: string; columns: readonly string[] }) =>
    `${name}(${columns.toSorted().join()})`;
  const there = new Set((await listTables(moment)).map(told));
  const strange = tables.find((table) => !there.has(told(table)));
  if (strange || there.size !== tables.length)
    throw new BackupRefused(
      `The backup has ${strange ? `the table ${strange.name}` : 'fewer tables'} unlike its schema: something else wrote to that database.`,
    );
}

const switchTriggers = async (
  { run }: Moment,
  { tables }: Manifest,
  to: 'enable' | 'disable',
): Promise<void> => {
  for (const { name } of tables) await run(`alter table ${name} ${to} trigger user`);
};

/** Exports the tables again and compares rows and checksums with the manifest. */
async function checkRows(moment: Moment, { tables }: Manifest): Promise<void> {
  for (const table of tables) {
    let now: Measure | null = null;
    for await (const _piece of measured(moment.copyOut(table), (measure) => (now = measure)));
    const { rows, sha256 } = now ?? { rows: 0, sha256: '' };
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new BackupRefused(`${table.name} did not come back as it was (${rows} of ${table.rows} rows).`);
  }
}
