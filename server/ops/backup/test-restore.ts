import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import type { Config } from '#server/core/config.ts';
import { failure, type CommandOutput } from '#server/ops/operator-command.ts';

import { backupFolder, listBackups } from './backup-folder.ts';
import { embeddedBackupHelp } from './make-backup.ts';
import { BackupError, countOrders } from './manifest.ts';
import { withClient } from './postgres-tools.ts';
import { describeViolations, DROP_SCHEMA, restoreBackup } from './restore-backup.ts';

const TestRestoreResult = z.object({ at: z.iso.datetime(), file: z.string(), good: z.boolean() });
type TestRestoreResult = z.infer<typeof TestRestoreResult>;

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
export async function runTestRestore(config: Config, namedFolder?: string): Promise<CommandOutput> {
  if (config.databaseUrl === null) return failure(`  ${embeddedBackupHelp(config)}`);
  const folder = namedFolder ?? (await listBackups(config))[0]?.folder;
  if (!folder) return failure(`  There are no backups in ${backupFolder(config)}. Make one with npm run backup.`);
  const started = performance.now();
  const { text, good } = await testRestore(config, testDatabaseUrlOf(config.databaseUrl), path.resolve(folder)).catch(
    (error: unknown) => failure(`  ${folder}\n  ${error instanceof Error ? error.message : String(error)}`),
  );
  const record: TestRestoreResult = { at: new Date().toISOString(), file: path.basename(folder), good };
  if (!namedFolder) await writeFile(resultFile(config), JSON.stringify(record), { mode: 0o600 });
  return { text: `${text}\n  ${((performance.now() - started) / 1000).toFixed(1)} s`, good };
}

async function testRestore(config: Config, testDatabaseUrl: string, folder: string): Promise<CommandOutput> {
  await withClient(testDatabaseUrl, () => Promise.resolve()).catch((cause: unknown) => {
    const { pathname, username } = new URL(testDatabaseUrl);
    throw new BackupError(
      `A test restore needs its own database. As a superuser, run: create database ${pathname.slice(1)} owner ${username}; (${(cause as Error).message})`,
      { cause },
    );
  });
  try {
    const { manifest, findings } = await restoreBackup(config, { folder, replace: true, testDatabaseUrl });
    const violations = describeViolations(findings);
    const text = [
      `  ${folder}, made at ${manifest.madeAt}`,
      `  Restored completely: every row of ${manifest.tables.length} tables is unchanged. Orders: ${countOrders(manifest)}.`,
      ...violations,
      violations.length === 0
        ? `  All ${findings.length} invariants hold.`
        : `  ${violations.length} of ${findings.length} invariants are violated.`,
    ].join('\n');
    return { text, good: violations.length === 0 };
  } finally {
    await withClient(testDatabaseUrl, (client) => client.query(DROP_SCHEMA)).catch(() => undefined);
  }
}
