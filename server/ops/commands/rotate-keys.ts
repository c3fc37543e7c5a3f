// npm run rotate-keys: rotates the signing key of access tokens, scheduled or at once.
import { replaceKeys, rotateKeys, type KeyContext } from '#server/auth/signing-keys.ts';
import { openSecrets } from '#server/core/secrets.ts';
import { openLog } from '#server/http/log.ts';
import { success } from '#server/ops/operator-command.ts';

import { runCommand, withInstallation } from './installation.ts';

const HELP = `
  npm run rotate-keys            publishes a new key, which signs in half an hour; the old one verifies for a day more
  npm run rotate-keys -- --now   for a stolen key: the new one signs at once, and the old ones are refused

  Keys change by themselves every 90 days. Nobody is signed out by either.
  With the embedded database, stop the server first.
`;

async function rotate(context: KeyContext): Promise<string> {
  return (await rotateKeys(context))
    ? 'A new key is published. It signs in half an hour.'
    : 'A new key is published already, and signs within half an hour.';
}

async function replace(context: KeyContext): Promise<string> {
  await replaceKeys(context);
  return 'A new key signs from now on. What the old ones signed is refused, within a quarter of a minute everywhere.';
}

await runCommand(
  HELP,
  (args) => args.length === 0 || args[0] === '--now',
  ([argument]) =>
    withInstallation(async (config, database) => {
      await database.migrate();
      const [{ db }, secrets] = [database, await openSecrets(config)];
      const context = { db, secrets, realNow: () => new Date(), log: openLog(config.logLevel) };
      return success(await (argument === '--now' ? replace(context) : rotate(context)));
    }),
);
