// npm run rotate-keys: rotates the signing key of access tokens, scheduled or at once.
import path from 'node:path';

import { replaceKeys, rotateKeys, type KeyContext } from '#server/auth/signing-key-rotation.ts';
import type { Config } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import type { Database } from '#server/db/client.ts';
import { FolderInUse, lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { openLog } from '#server/http/log.ts';

import { printedError, readInstallation } from './installation.ts';

const HELP = `
  npm run rotate-keys            publishes a new key, which signs in half an hour; the old one verifies for a day more
  npm run rotate-keys -- --now   for a stolen key: the new one signs at once, and the old ones are refused

  Keys change by themselves every 90 days. Nobody is signed out by either.
  With the embedded database this command works while the shop is stopped.
`;

const MIGRATIONS = path.join(import.meta.dirname, '../../../drizzle');

async function openDatabase({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl) return openPostgres(databaseUrl, MIGRATIONS, () => undefined);
  return openEmbedded(await lockFolder(dataDir), MIGRATIONS);
}

const COMMANDS: Record<string, (context: KeyContext) => Promise<string>> = {
  '': async (context) =>
    (await rotateKeys(context))
      ? 'A new key is published. It signs in half an hour.'
      : 'A new key is published already, and signs within half an hour.',
  '--now': async (context) => {
    await replaceKeys(context);
    return 'A new key signs from now on. What the old ones signed is refused, within a quarter of a minute everywhere.';
  },
};

async function run(command: (context: KeyContext) => Promise<string>): Promise<string> {
  const config = readInstallation();
  const database = await openDatabase(config);
  try {
    await database.migrate();
    const secrets = await openSecrets(config);
    const { db } = database;
    return await command({ db, secrets, realNow: () => new Date(), log: openLog(config.logLevel) });
  } finally {
    await database.close();
  }
}

const errorMessage = (error: unknown): unknown => {
  if (error instanceof FolderInUse)
    return 'The shop is running on the embedded database, which takes one process at a time. Stop it for a moment, run this again, and start it.';
  return printedError(error);
};

const command = COMMANDS[process.argv[2] ?? ''];
try {
  console.log(command ? await run(command) : HELP);
  process.exit(command || process.argv[2] === '--help' ? 0 : 1);
} catch (error) {
  console.error(errorMessage(error));
  process.exit(1);
}
