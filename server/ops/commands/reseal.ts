// npm run reseal: reseals texts of a previous AUTH_SECRET or an earlier version.
import { runReseal } from '#server/ops/reseal.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run reseal   seals again, with AUTH_SECRET and bound to its row, what AUTH_SECRET_ALSO or an earlier version
                   has sealed, and says when AUTH_SECRET_ALSO may be removed

  It can run as often as you like. With the embedded database, stop the server first. How a secret is changed:
  docs/operations.md.
`;

await runOperatorCommand(HELP, (args) => args.length === 0, runReseal);
