// npm run invariants: checks the consistency of the ledger.
import { runInvariantsCommand } from '#server/invariants/check-invariants.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run invariants            checks the consistency of the ledger; slow checks cover only the last week
  npm run invariants -- --all   checks all rows

  Changes nothing. Exits with 1 if an invariant is violated. With the embedded database, stop the server first.
`;

await runOperatorCommand(HELP, (args) => args.every((arg) => arg === '--all'), runInvariantsCommand);
