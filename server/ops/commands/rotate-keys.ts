// npm run rotate-keys: rotates the signing key of access tokens, scheduled or at once.
import { replaceKeys, rotateKeys, type KeyContext } from '#server/auth/signing-keys.ts';
import { openSecrets } from '#server/core/secrets.ts';
import { openLog } from '#server/http/log.ts';

import { printedError, withInstallation } from './installation.ts';

const HELP = `
  npm run rotate-keys            publishes a new key, which signs in half an hour; the old one verifies for a day more
  npm run rotate-keys -- --now   for a stolen key: the new one signs at once, and the old ones are refused

  Keys change by themselves every 90 days. Nobody is signed out by either.
  With the embedded database, stop the server first.
`;

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

const run = (command: (context: KeyContext) => Promise<string>): Promise<string> =>
  withInstallation(async (config, database) => {
    await database.migrate();
    const [{ db }, secrets] = [database, await openSecrets(config)];
    return command({ db, secrets, realNow: () => new Date(), log: openLog(config.logLevel) });
  });

const command = COMMANDS[process.argv[2] ?? ''];
try {
  console.log(command ? await run(command) : HELP);
  process.exit(command || process.argv[2] === '--help' ? 0 : 1);
} catch (error) {
  console.error(printedError(error));
  process.exit(1);
}
