import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

import type { Config } from '#server/config.ts';

export type KeptFile = {
  name: 'sandbox.sqlite' | 'secrets.json';
  read: () => AsyncIterable<Uint8Array>;
};

const SANDBOX = 'sandbox.sqlite';
const SECRETS = 'secrets.json';

/** Whether the shop's secrets lie in its data folder, all of them or some. */
export const keepsSecrets = ({ authSecret, webhookSecrets }: Config): boolean =>
  !authSecret || !webhookSecrets;

/** Whether the sandbox's state belongs to this shop. */
export const keepsSandbox = ({ mode, sandboxUrl }: Config): boolean => mode === 'sandbox' && !sandboxUrl;

/** What belongs to the shop beside its database. Secrets never leave their folder but sealed. */
export function keptFiles(config: Config, isSealed: boolean): KeptFile[] {
  const at = (name: string) => path.join(config.dataDir, name);
  const files: KeptFile[] = [];
  if (keepsSandbox(config) && existsSync(at(SANDBOX)))
    files.push({ name: SANDBOX, read: () => copyOfSqlite(at(SANDBOX)) });
  if (isSealed && keepsSecrets(config) && existsSync(at(SECRETS)))
    files.push({ name: SECRETS, read: () => createReadStream(at(SECRETS)) });
  return files;
}

/** Pages: more than there are. In batches, each write of the shop in between would begin the copy anew. */
const ALL_AT_ONCE = 2_000_000_000;

/** As it is at one moment, while the shop goes on writing to it. */
async function* copyOfSqlite(file: string): AsyncGenerator<Uint8Array> {
  const copy = `${file}.copy`;
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    await backup(source, copy, { rate: ALL_AT_ONCE });
    yield* createReadStream(copy) as AsyncIterable<Uint8Array>;
  } finally {
    source.close();
    await rm(copy, { force: true });
  }
}
