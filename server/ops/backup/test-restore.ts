import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import type { Config } from '#server/core/config.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { isViolated } from '#server/ops/invariants/check-invariants.ts';

import { backupFolder, listBackups } from './backup-folder.ts';
import { MIGRATIONS } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const TestRestoreResult = z.object({ at: z.iso.datetime(), file: z.string(), good: z.boolean() });
export type TestRestoreResult = z.infer<typeof TestRestoreResult>;

const resultFile = (config: Config) => path.join(backupFolder(config), 'rehearsed.json');

/** Result of the last test restore; null when there was none. */
export async function readLastTestRestore(config: Config): Promise<TestRestoreResult | null> {
  const text = await readFile(resultFile(config), 'utf8').catch(() => null);
  const parsed = text === null ? null : TestRestoreResult.safeParse(JSON.parse(text));
  return parsed?.success ? parsed.data : null;
}

/** Restores a backup (by default the newest) into a temporary embedded database. */
export async function runTestRestore(config: Config, namedFile?: string): Promise<{ text: string; good: boolean }> {
  const file = namedFile ?? (await listBackups(config))[0]?.file;
  if (!file) return { text: `  There is no backup in ${backupFolder(config)}`, good: false };
  const started = performance.now();
  const { text, good } = await testRestore(config, path.resolve(file)).catch((error: unknown) => ({
    text: `  ${file}\n  ${error instanceof Error ? error.message : String(error)}`,
    good: false,
  }));
  const record: TestRestoreResult = { at: new Date().toISOString(), file: path.basename(file), good };
  if (!namedFile) await writeFile(resultFile(config), JSON.stringify(record), { mode: 0o600 });
  return { text: `${text}\n  ${((performance.now() - started) / 1000).toFixed(1)} s`, good };
}

async function testRestore(config: Config, file: string): Promise<{ text: string; good: boolean }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-rehearsal-'));
  const folderLock = await lockFolder(folder);
  const database = await openEmbedded(folderLock, MIGRATIONS);
  try {
    const { manifest, findings } = await restoreBackup(config, database, { file, isTestRestore: true });
    const broken = findings.filter(isViolated);
    const orders = manifest.tables.find(({ name }) => name === 'orders')?.rows ?? 0;
    const lines = [
      `  ${file}, of ${manifest.madeAt}`,
      `  came back whole: ${manifest.tables.length} tables, ${orders} orders, each row as it was`,
      ...broken.map(
        ({ name, description: holds, count, error }) => `  BROKEN  ${name}: ${holds} ${error ?? `${count} times`}`,
      ),
      broken.length === 0
        ? `  All ${findings.length} invariants hold in it.`
        : `  ${broken.length} of ${findings.length} invariants do not hold in it.`,
    ];
    return { text: lines.join('\n'), good: broken.length === 0 };
  } finally {
    await database.close();
    await folderLock.release();
    await rm(folder, { recursive: true, force: true });
  }
}
