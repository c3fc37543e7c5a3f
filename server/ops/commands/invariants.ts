// npm run invariants: checks the consistency of the ledger.
import { runInvariantsCommand } from '#server/invariants/check-invariants.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run invariants            asks whether everything that always holds of the books does; of the last week where all
                                would take long
  npm run invariants -- --all   of all rows, however old

  Nothing is changed. Ends with 1 when something is broken. With the embedded database, stop the server first.
`;

await runOperatorCommand(HELP, (args) => args.every((arg) => arg === '--all'), runInvariantsCommand);
