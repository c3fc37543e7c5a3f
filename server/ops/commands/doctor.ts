// npm run doctor: checks the installation and suggests fixes.
import { parseArgs } from 'node:util';

import type { Finding, FindingState } from '#server/ops/doctor/finding.ts';
import { runDoctor } from '#server/ops/doctor/run-doctor.ts';

import { runCommand } from './installation.ts';

const HELP = `
  npm run doctor             configuration, machine, database, provider, mail, address and backups: how each stands
  npm run doctor -- --json   the same for programs

  Nothing is changed, and no secret is shown. Ends with 1 when something is wrong. Works before the first start, while the
  shop runs and while it does not.
`;
const SIGNS: Record<FindingState, string> = { ok: 'ok', later: 'later', warning: 'WARNING', wrong: 'WRONG' };

const linesOf = ({ part, state, says, remedy }: Finding): string =>
  `  ${SIGNS[state].padEnd(8)} ${part}: ${says}${remedy ? `\n           → ${remedy}` : ''}`;

function summary(findings: readonly Finding[]): string {
  const count = (state: FindingState) => findings.filter((one) => one.state === state).length;
  const later = count('later') > 0 ? `, ${count('later')} for later` : '';
  return `\n  ${count('wrong')} wrong, ${count('warning')} to be looked at${later}.`;
}

await runCommand(
  HELP,
  () => true,
  async () => {
    const { json } = parseArgs({ options: { json: { type: 'boolean' } } }).values;
    const findings = await runDoctor(process.env);
    return {
      text: json ? JSON.stringify(findings, null, 2) : [...findings.map(linesOf), summary(findings)].join('\n'),
      good: !findings.some(({ state }) => state === 'wrong'),
    };
  },
);
// A checked service may still hold a connection open.
process.exit();
