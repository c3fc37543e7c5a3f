import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { audit } from '#server/audit/audit.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { checkInvariants, type Finding } from '#server/invariants/check-invariants.ts';
import { secretsFrom } from '#server/secrets.ts';

import { BackupRefused } from './backup-refused.ts';
import { migrationsIn } from './catalog.ts';
import { writeDurably } from './durable-file.ts';
import { hasRows, holdSchema } from './fresh-schema.ts';
import { keepsSandbox, keepsSecrets } from './kept-files.ts';
import { loadRows } from './load-rows.ts';
import { MIGRATIONS, secretMarkOf } from './make-backup.ts';
import type { Manifest, PartHead } from './manifest.ts';
import { inMoment } from './moment.ts';
import { readBackup } from './read-backup.ts';

export type RestoreWishes = {
  file: string;
  /** Replaces existing data; by default only an empty database is filled. */
  replace?: boolean;
  /** Restores although encrypted values cannot be decrypted. */
  otherSecrets?: boolean;
  /** Test restore: places no files and ignores secrets. */
  rehearsal?: boolean;
};

export type Restored = { manifest: Manifest; findings: Finding[] };

/**
 * Restores a backup into a database, migrates it and checks the invariants. The backup is verified before anything changes;
 * all rows are restored in one transaction.
 */
export async function restoreBackup(
  config: Config,
  database: Database,
  wishes: RestoreWishes,
): Promise<Restored> {
  const { file, replace = false, rehearsal = false } = wishes;
  const { backupKey } = config.operation;
  const manifest = await readBackup(file, backupKey);
  if (!rehearsal) await checkFit(config, manifest, wishes);
  const wanted = rehearsal ? [] : wantedFiles(config);
  const arrived: string[] = [];
  const keepFile = async ({ name }: PartHead, bytes: AsyncIterable<Uint8Array>) => {
    if (!wanted.includes(name)) return;
    await writeDurably(`${path.join(config.dataDir, name)}.restored`, bytes);
    arrived.push(name);
  };
  await inMoment(database.db, 'write', async (moment) => {
    await holdSchema(moment);
    if ((await hasRows(moment)) && !replace)
      throw new BackupRefused('This database is not empty. Take a new one, or --replace what is there.');
    await loadRows(moment, migrationsIn(MIGRATIONS), { file, backupKey, manifest }, keepFile);
  });
  for (const name of arrived) await putInPlace(path.join(config.dataDir, name));
  await database.migrate();
  return { manifest, findings: await lookThrough(database, wishes, manifest) };
}

async function lookThrough({ db }: Database, { file, rehearsal }: RestoreWishes, manifest: Manifest) {
  const { mode, madeAt, schema } = manifest;
  await inMoment(db, 'write', ({ run }) => run('analyze'));
  if (!rehearsal)
    await audit({ realNow: () => new Date() }, db, {
      actor: 'operator',
      act: 'backup_restored',
      subject: path.basename(file),
      facts: { madeAt, schema },
    });
  const clocks = { mode, now: () => new Date(manifest.now), realNow: () => new Date(madeAt) };
  return checkInvariants(db, clocks, { all: true });
}

const wantedFiles = (config: Config): string[] => [
  ...(keepsSandbox(config) ? ['sandbox.sqlite'] : []),
  ...(keepsSecrets(config) ? ['secrets.json'] : []),
];

async function checkFit(config: Config, manifest: Manifest, { otherSecrets }: RestoreWishes): Promise<void> {
  if (manifest.mode !== config.mode)
    throw new BackupRefused(
      `This backup is of a shop in ${wordOf(manifest.mode)}, and this one runs in ${wordOf(config.mode)} (STRIPE_SECRET_KEY).`,
    );
  if (otherSecrets) return;
  const brings = manifest.files.some(({ name }) => name === 'secrets.json');
  const auth = config.authSecret ?? (brings ? null : await keptAuth(config.dataDir));
  if (auth === null && brings) return;
  if ([auth, config.authSecretAlso].some((one) => one !== null && markOf(one) === manifest.secretMark))
    return;
  throw new BackupRefused(
    `Parts of this backup are sealed with another AUTH_SECRET. ${
      config.authSecret
        ? 'Set AUTH_SECRET to that of the shop it was made of (where it had none: "auth" in its secrets.json).'
        : `Put the secrets.json of the shop it was made of into ${config.dataDir}, for its owner alone (mode 600).`
    } With --other-secrets it comes back without: second steps, sign-in keys and mails that wait are lost, and sellers’ webhooks need new secrets.`,
  );
}

const wordOf = (mode: Manifest['mode']): string =>
  ({ sandbox: 'the sandbox', test: 'test mode', live: 'live mode' })[mode];

const markOf = (auth: string): string => secretMarkOf(secretsFrom(auth, { platform: '', connect: '' }));

async function keptAuth(dataDir: string): Promise<string | null> {
  const file = path.join(dataDir, 'secrets.json');
  if (!existsSync(file)) return null;
  return z.object({ auth: z.string() }).parse(JSON.parse(await readFile(file, 'utf8'))).auth;
}

/** Keeps the previous file beside the new one. */
async function putInPlace(file: string): Promise<void> {
  if (existsSync(file)) await rename(file, `${file}.before-restore`);
  // The SQLite log belongs to the previous file.
  for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
  await rename(`${file}.restored`, file);
}
