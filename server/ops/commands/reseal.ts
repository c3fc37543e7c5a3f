// npm run reseal: reseals texts of a previous AUTH_SECRET or an earlier version.
import { runReseal } from '#server/ops/reseal.ts';

import { runAsOperator } from './run-as-operator.ts';

const HELP = `
  npm run reseal   seals again, with AUTH_SECRET and bound to its row, what AUTH_SECRET_ALSO or an earlier version
                   has sealed, and says when AUTH_SECRET_ALSO may be removed

  Works while the shop runs, whichever database it has, and as often as one likes. How a secret is changed:
  docs/operations.md.
`;

const TIMEOUT_MS = 30 * 60_000;

const args = process.argv.slice(2);
if (args.length === 0) await runAsOperator('reseal', runReseal, [], { timeoutMs: TIMEOUT_MS });
else {
  console.log(HELP);
  process.exitCode = ['help', '--help'].includes(args[0] ?? '') ? 0 : 1;
}
