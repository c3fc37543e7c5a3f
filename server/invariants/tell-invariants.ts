import type { OperatorAct } from '#server/operator/operator-act.ts';

import { checkInvariants, type Finding } from './check-invariants.ts';

/** `npm run invariants`, with `--all` for rows of any age: one line for each, and what contradicts it. */
export const tellInvariants: OperatorAct = async (context, words) => {
  const findings = await checkInvariants(context.db, context, { all: words.includes('--all') });
  const broken = findings.filter(({ count }) => count > 0);
  const end =
    broken.length === 0
      ? `All ${findings.length} hold.`
      : `${broken.length} of ${findings.length} are broken.`;
  return { text: [...findings.map(lineOf), '', end].join('\n'), good: broken.length === 0 };
};

const lineOf = ({ name, holds, count, examples }: Finding): string =>
  count === 0
    ? `  holds   ${name}: ${holds}`
    : `  BROKEN  ${name}: ${holds}\n          ${count} times: ${examples.join(', ')}${count > examples.length ? ', …' : ''}`;
