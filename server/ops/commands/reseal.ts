// npm run reseal: reseals texts of a previous AUTH_SECRET or an earlier version.
import { runReseal } from '#server/ops/reseal.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run reseal   encrypts everything again that AUTH_SECRET_ALSO or an earlier version encrypted, using AUTH_SECRET, and
                   says when you can remove AUTH_SECRET_ALSO

  You can run it as often as you like. With the embedded database, stop the server first. To change AUTH_SECRET, see
  docs/operations.md.
`;

await runOperatorCommand(HELP, (args) => args.length === 0, runReseal);
