// npm run sessions: counts and ends sessions.
import { runSessionsCommand } from '#server/ops/sessions-command.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run sessions -- list <email>   how many browsers are signed in to an account
  npm run sessions -- end <email>    signs all of them out, from this moment on
  npm run sessions -- end --all      signs everybody out, everywhere, buyers too

  No password changes; a buyer asks for a new link to their purchases. Keys of programs go on: whoever has them revokes them at Integrations.
  With the embedded database, stop the server first.
`;

await runOperatorCommand(HELP, (args) => /^(list|end)$/.test(args[0] ?? '') && args.length === 2, runSessionsCommand);
