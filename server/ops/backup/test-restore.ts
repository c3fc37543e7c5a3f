import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import type { Config } from '#server/core/config.ts';
import { isViolated } from '#server/invariants/check-invariants.ts';

import { backupFolder, listBackups } from './backup-folder.ts';
import { embeddedBackupHelp } from './make-backup.ts';
import { BackupError } from './manifest.ts';
import { withClient } from './postgres-tools.ts';
import { DROP_SCHEMA, restoreBackup } from './restore-backup.ts';

const TestRestoreResult = z.object({ at: z.iso.datetime(), file: z.string(), good: z.boolean() });
export type TestRestoreResult = z.infer<typeof TestRestoreResult>;

const resultFile = (config: Config) => path.join(backupFolder(config), 'rehearsed.json');

/** Result of the last test restore; null when there was none. */
export async function readLastTestRestore(config: Config): Promise<TestRestoreResult | null> {
  const text = await readFile(resultFile(config), 'utf8').catch(() => null);
  const parsed = text === null ? null : TestRestoreResult.safeParse(JSON.parse(text));
  return parsed?.success ? parsed.data : null;
}

/** The database for test restores: its name is that of the app's database with `_rehearsal` at the end. */
export function testDatabaseUrlOf(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `${url.pathname}_rehearsal`;
  return url.href;
}

/** Restores a backup (by default the newest) into the database for test restores, which is empty again afterwards. */
export async function runTestRestore(config: Config, namedFolder?: string): Promise<{ text: string; good: boolean }> {
  if (config.databaseUrl === null) return { text: `  ${embeddedBackupHelp(config)}`, good: false };
  const folder = namedFolder ?? (await listBackups(config))[0]?.folder;
  if (!folder) return { text: `  There is no backup in ${backupFolder(config)}`, good: false };
  const started = performance.now();
  const { text, good } = await testRestore(config, testDatabaseUrlOf(config.databaseUrl), path.resolve(folder)).catch(
    (error: unknown) => ({
      text: `  ${folder}\n  ${error instanceof Error ? error.message : String(error)}`,
      good: false,
    }),
  );
  const record: TestRestoreResult = { at: new Date().toISOString(), file: path.basename(folder), good };
  if (!namedFolder) await writeFile(resultFile(config), JSON.stringify(record), { mode: 0o600 });
  return { text: `${text}\n  ${((performance.now() - started) / 1000).toFixed(1)} s`, good };
}

async function testRestore(
  config: Config,
  testDatabaseUrl: string,
  folder: string,
): Promise<{ text: string; good: boolean }> {
  await withClient(testDatabaseUrl, () => Promise.resolve()).catch((cause: unknown) => {
    const name = new URL(testDatabaseUrl).pathname.slice(1);
    throw new BackupError(
      `A test restore needs a database of its own. As the superuser: create database ${name} owner ${new URL(testDatabaseUrl).username}; (${(cause as Error).message})`,
      { cause },
    );
  });
  try {
    const { manifest, findings } = await restoreBackup(config, { folder, replace: true, testDatabaseUrl });
    const broken = findings.filter(isViolated);
    const orders = manifest.tables.find(({ name }) => name === 'public.orders')?.rows ?? 0;
    const lines = [
      `  ${folder}, of ${manifest.madeAt}`,
      `  came back whole: ${manifest.tables.length} tables, ${orders} orders, each row as it was`,
      ...broken.map(
        ({ name, description, count, error }) => `  BROKEN  ${name}: ${description} ${error ?? `${count} times`}`,
      ),
      broken.length === 0
        ? `  All ${findings.length} invariants hold in it.`
        : `  ${broken.length} of ${findings.length} invariants do not hold in it.`,
    ];
    return { text: lines.join('\n'), good: broken.length === 0 };
  } finally {
    await withClient(testDatabaseUrl, (client) => client.query(DROP_SCHEMA)).catch(() => undefined);
  }
}
