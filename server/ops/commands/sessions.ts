// npm run sessions: counts and ends sessions.
import { runSessionsCommand } from '#server/ops/sessions-command.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run sessions -- list <email>   shows how many sessions an account has
  npm run sessions -- end <email>    signs out all sessions of an account immediately
  npm run sessions -- end --all      signs out all sellers and buyers immediately

  Passwords don’t change. Buyers request a new link to their purchases. API keys keep working: their owners can revoke them
  under Integrations. With the embedded database, stop the server first.
`;

await runOperatorCommand(HELP, (args) => /^(list|end)$/.test(args[0] ?? '') && args.length === 2, runSessionsCommand);
