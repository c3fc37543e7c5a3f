import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

import type { Config } from '#server/core/config.ts';

export type AppFile = {
  name: 'sandbox.sqlite' | 'secrets.json';
  read: () => AsyncIterable<Uint8Array>;
};

const SANDBOX = 'sandbox.sqlite';
const SECRETS = 'secrets.json';

/** Whether any secret is stored in the data folder. */
export const hasStoredSecrets = ({ authSecret, webhookSecrets }: Config): boolean => !authSecret || !webhookSecrets;

/** Whether this app owns the sandbox's state. */
export const ownsSandbox = ({ mode, sandboxUrl }: Config): boolean => mode === 'sandbox' && !sandboxUrl;

/** Files of the app outside the database. Secrets leave their folder only encrypted. */
export function listAppFiles(config: Config, isSealed: boolean): AppFile[] {
  const filePath = (name: string) => path.join(config.dataDir, name);
  const files: AppFile[] = [];
  if (ownsSandbox(config) && existsSync(filePath(SANDBOX)))
    files.push({ name: SANDBOX, read: () => copyOfSqlite(filePath(SANDBOX)) });
  if (isSealed && hasStoredSecrets(config) && existsSync(filePath(SECRETS)))
    files.push({ name: SECRETS, read: () => createReadStream(filePath(SECRETS)) });
  return files;
}

/** Pages per batch, more than any file has. With smaller batches, a concurrent write would restart the copy. */
const PAGES_PER_BATCH = 2_000_000_000;

/** A consistent copy of an SQLite file that is in use. */
async function* copyOfSqlite(file: string): AsyncGenerator<Uint8Array> {
  const copy = `${file}.copy`;
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    await backup(source, copy, { rate: PAGES_PER_BATCH });
    yield* createReadStream(copy) as AsyncIterable<Uint8Array>;
  } finally {
    source.close();
    await rm(copy, { force: true });
  }
}
