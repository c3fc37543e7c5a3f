// npm run doctor: checks the installation and suggests fixes.
import { parseArgs } from 'node:util';

import { plural } from '#content/messages/plural.ts';
import type { Finding, FindingState } from '#server/ops/doctor/finding.ts';
import { runDoctor } from '#server/ops/doctor/run-doctor.ts';

import { runCommand } from './installation.ts';

const HELP = `
  npm run doctor             checks configuration, machine, database, files, Stripe, email, URL, and backups
  npm run doctor -- --json   prints the results as JSON

  Changes nothing and shows no secrets. Exits with 1 if there are errors. Works before the first start, while the server is
  running, and while it is stopped.
`;
const SIGNS: Record<FindingState, string> = { ok: 'ok', later: 'later', warning: 'WARNING', wrong: 'ERROR' };

const linesOf = ({ part, state, says, remedy }: Finding): string =>
  `  ${SIGNS[state].padEnd(8)} ${part}: ${says}${remedy ? `\n           → ${remedy}` : ''}`;

function summary(findings: readonly Finding[]): string {
  const count = (state: FindingState) => findings.filter((one) => one.state === state).length;
  const errors = plural(count('wrong'), { one: '1 error', other: `${count('wrong')} errors` });
  const warnings = plural(count('warning'), { one: '1 warning', other: `${count('warning')} warnings` });
  const later = count('later') > 0 ? `, ${count('later')} for later` : '';
  return `\n  ${errors}, ${warnings}${later}.`;
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
