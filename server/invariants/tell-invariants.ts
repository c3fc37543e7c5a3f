import type { OperatorAct } from '#server/operator/operator-act.ts';

import { checkInvariants, isBroken, type Finding } from './check-invariants.ts';

/** Runs `npm run invariants`, with `--all` for rows of any age: one line for each invariant and its violations. */
export const tellInvariants: OperatorAct = async (context, words) => {
  const findings = await checkInvariants(context.db, context, { all: words.includes('--all') });
  const broken = findings.filter(isBroken);
  const end =
    broken.length === 0
      ? `All ${findings.length} hold.`
      : `${broken.length} of ${findings.length} are broken.`;
  return { text: [...findings.map(lineOf), '', end].join('\n'), good: broken.length === 0 };
};

function lineOf(finding: Finding): string {
  const { name, holds, count, examples, error } = finding;
  if (!isBroken(finding)) return `  holds   ${name}: ${holds}`;
  const more = count > examples.length ? ', …' : '';
  const found = error === null ? `${count} times: ${examples.join(', ')}${more}` : `not asked: ${error}`;
  return `  BROKEN  ${name}: ${holds}\n          ${found}`;
}
