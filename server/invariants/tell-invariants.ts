import type { OperatorCommand } from '#server/operator/operator-act.ts';

import { checkInvariants, isViolated, type InvariantResult } from './check-invariants.ts';

/** Runs `npm run invariants`, with `--all` for rows of any age: one line for each invariant and its violations. */
export const runInvariantsCommand: OperatorCommand = async (context, args) => {
  const findings = await checkInvariants(context.db, context, { all: args.includes('--all') });
  const violated = findings.filter(isViolated);
  const summary =
    violated.length === 0 ? `All ${findings.length} hold.` : `${violated.length} of ${findings.length} are broken.`;
  return { text: [...findings.map(formatResult), '', summary].join('\n'), good: violated.length === 0 };
};

function formatResult(finding: InvariantResult): string {
  const { name, description: holds, count, examples, error } = finding;
  if (!isViolated(finding)) return `  holds   ${name}: ${holds}`;
  const suffix = count > examples.length ? ', …' : '';
  const details = error === null ? `${count} times: ${examples.join(', ')}${suffix}` : `not asked: ${error}`;
  return `  BROKEN  ${name}: ${holds}\n          ${details}`;
}
