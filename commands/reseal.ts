// npm run reseal: after a change of AUTH_SECRET, what the former one has sealed is sealed anew.
import { tellReseal } from '#server/operator/tell-reseal.ts';

import { runAsOperator } from './operator.ts';

const HELP = `
  npm run reseal   seals with AUTH_SECRET what AUTH_SECRET_ALSO has sealed, and says when that one may go

  Works while the shop runs, whichever database it has, and as often as one likes. How a secret is changed:
  docs/operations.md.
`;

const HALF_AN_HOUR_MS = 30 * 60_000;

const words = process.argv.slice(2);
if (words.length === 0) await runAsOperator('reseal', tellReseal, [], { patienceMs: HALF_AN_HOUR_MS });
else {
  console.log(HELP);
  process.exitCode = ['help', '--help'].includes(words[0] ?? '') ? 0 : 1;
}
