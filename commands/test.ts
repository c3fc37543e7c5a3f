import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { node, step } from '../set-up.mjs';
import { openTestPostgres } from './test-postgres.ts';

type Counts = { passed: number; failed: number };
type Env = Record<string, string>;

const bin = (name: string) => path.join('node_modules/.bin', name);
const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-npm-test-'));
const total: Counts = { passed: 0, failed: 0 };

/** One check that either holds or does not. */
async function check(title: string, command: string, args: string[], env: Env = {}): Promise<void> {
  const held = await step(title, command, args, env);
  total[held ? 'passed' : 'failed'] += 1;
}

/** A suite that counts its own tests; one that breaks off before it counted is one failure. */
async function suite(
  title: string,
  args: string[],
  read: (report: string) => Counts,
  env: Env = {},
): Promise<void> {
  const report = path.join(folder, `${title.replaceAll(/\W+/g, '-')}.json`);
  const held = await step(
    title,
    node(),
    args.map((arg) => arg.replace('{report}', report)),
    { ...env, REPORT: report },
  );
  const counts = countsIn(report, read);
  total.passed += counts.passed;
  total.failed += held ? counts.failed : Math.max(1, counts.failed);
  console.log(`    ${counts.passed} passed, ${counts.failed} failed`);
}

function countsIn(report: string, read: (report: string) => Counts): Counts {
  try {
    return read(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/** A test that was skipped has not held. */
function vitestCounts(report: string): Counts {
  const { numPassedTests, numTotalTests } = JSON.parse(report) as {
    numPassedTests: number;
    numTotalTests: number;
  };
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
}

function playwrightCounts(report: string): Counts {
  const { stats } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
}

const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=dot',
  '--reporter=json',
  '--outputFile.json={report}',
];

await check('Route types', node(), ['node_modules/@react-router/dev/bin.cjs', 'typegen']);
await check('Types', bin('tsc'), ['-p', '.']);
await check('Lint and the laws of the house', bin('oxlint'), ['--deny-warnings']);
await check('Format', bin('oxfmt'), ['--check']);
await suite('Unit and integration, embedded database', vitest, vitestCounts);
try {
  const postgres = await openTestPostgres();
  await suite('Integration, PostgreSQL', vitest, vitestCounts, { TEST_DATABASE_URL: postgres.url });
  await postgres.close();
} catch (error) {
  total.failed += 1;
  console.error(`  Integration, PostgreSQL: ${error instanceof Error ? error.message : String(error)}`);
}
await check('Two processes whose clocks differ race for what there is one of', node(), [
  'chaos/races.ts',
  ...'--rounds 12 --kills 1 --news 1 --within 10000'.split(' '),
]);
await check('A storm of events on a shop that is killed', node(), [
  'chaos/webhooks.ts',
  ...'--sessions 60 --kills 1 --deliveries 0 --database embedded --sellers 2'.split(' '),
]);
await check('Requests of all kinds at every door', node(), [
  'chaos/fuzz.ts',
  ...'--requests 2000 --images 20 --seed 11'.split(' '),
]);
await check('Clients who take their time', node(), [
  'chaos/slow.ts',
  ...'--connections 200 --seconds 6 --p99 5000'.split(' '),
]);
await check('What a process keeps after some seconds of work', node(), [
  'chaos/soak.ts',
  ...'--minutes 0.12 --rate 30 --database embedded'.split(' '),
]);
await check('What the doors ask of a larger database', node(), [
  'bench/scale.ts',
  ...'--rows 10000 --calls 1 --plans'.split(' '),
]);
await check('Somebody tries out cards at two processes', node(), ['chaos/cards.ts', '--seconds', '7']);
await check('More people than a shop can serve', node(), [
  'chaos/overload.ts',
  ...'--seconds 3 --calm 1 --exact'.split(' '),
]);
await check('Every limit, at two processes', node(), ['chaos/limits.ts', '--short']);
await check('The database goes away while people look and write', node(), [
  'chaos/database.ts',
  ...'--seconds 10 --looks 60 --writes 8 --restarts kill --blackhole 0 --sellers 2 --exact'.split(' '),
]);
await check('A shop that is killed while it writes', node(), ['chaos/kill9.ts', '--cycles', '3']);
await check('Two shops that are replaced while people come', node(), [
  'chaos/deploy.ts',
  ...'--rounds 1 --rate 30'.split(' '),
]);
await check('Many who start at once', node(), [
  'chaos/starts.ts',
  ...'--migrations 1 --folders 2'.split(' '),
]);
await check('A disk that becomes full', node(), ['chaos/disk.ts']);
await check('Secrets and people come out nowhere', node(), ['chaos/canaries.ts']);
await check('An old backup comes back, and the shop finds what it lost', node(), [
  'chaos/restore.ts',
  ...'--orders 30 --before 5 --more 20 --sellers 1 --database embedded'.split(' '),
]);
await suite(
  'Browser journeys',
  ['node_modules/@playwright/test/cli.js', 'test', '--reporter=./e2e/reporter.ts'],
  playwrightCounts,
);

rmSync(folder, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
