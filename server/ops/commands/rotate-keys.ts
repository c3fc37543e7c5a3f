// npm run rotate-keys: rotates the signing key of access tokens, scheduled or at once, or that of license proofs.
import { replaceKeys, rotateKeys, type KeyContext } from '#server/auth/signing-keys.ts';
import { openSecrets } from '#server/core/secrets.ts';
import { rotateProofKey } from '#server/delivery/license-proofs.ts';
import { openLog } from '#server/http/log.ts';
import { success } from '#server/ops/operator-command.ts';

import { runCommand, withInstallation } from './installation.ts';

const HELP = `
  npm run rotate-keys            publishes a new signing key, which is used after 30 minutes; the old key stays valid for
                                 another day
  npm run rotate-keys -- --now   for a stolen key: uses a new key immediately and rejects the old ones

  npm run rotate-keys -- --license-proofs
                                 signs license proofs with a new key; the old key stays public for 14 days

  Keys of access tokens rotate automatically every 90 days. No command signs anyone out. Sellers ship the public key of
  license proofs with their programs, so replace it only if the old one was stolen.
  With the embedded database, stop the server first.
`;

async function rotate(context: KeyContext): Promise<string> {
  return (await rotateKeys(context))
    ? 'A new signing key is published. It will be used in 30 minutes.'
    : 'A new signing key was already published. It will be used within 30 minutes.';
}

async function replace(context: KeyContext): Promise<string> {
  await replaceKeys(context);
  return 'A new signing key is in use. Within 15 seconds, all processes reject tokens signed with the old keys.';
}

async function replaceProofKey(context: KeyContext): Promise<string> {
  await rotateProofKey(context);
  return 'License proofs are signed with a new key. The old one stays public for 14 days.';
}

const COMMANDS: Readonly<Record<string, (context: KeyContext) => Promise<string>>> = {
  '': rotate,
  '--now': replace,
  '--license-proofs': replaceProofKey,
};

await runCommand(
  HELP,
  ([argument = '']) => Object.hasOwn(COMMANDS, argument),
  ([argument = '']) =>
    withInstallation(async (config, database) => {
      await database.migrate();
      const [{ db }, secrets] = [database, await openSecrets(config)];
      const context = { db, secrets, realNow: () => new Date(), log: openLog(config.logLevel) };
      return success(await (COMMANDS[argument] ?? rotate)(context));
    }),
);
