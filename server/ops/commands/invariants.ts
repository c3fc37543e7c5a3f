// npm run invariants: checks the consistency of the ledger.
import { runInvariantsCommand } from '#server/invariants/check-invariants.ts';

import { runAsOperator } from './run-as-operator.ts';

const HELP = `
  npm run invariants            asks whether everything that always holds of the books does; of the last week where all
                                would take long
  npm run invariants -- --all   of all rows, however old

  Nothing is changed. Ends with 1 when something is broken. With the embedded database, stop the server first.
`;

const args = process.argv.slice(2);
if (args.every((arg) => arg === '--all')) await runAsOperator(runInvariantsCommand, args);
else {
  console.log(HELP);
  process.exitCode = args.includes('--help') ? 0 : 1;
}
