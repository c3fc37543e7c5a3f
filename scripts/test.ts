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

type World = readonly [title: string, file: string, options?: string];

/** Two of these checks at a time. */
async function inPairs(worlds: readonly World[]): Promise<void> {
  const waiting = [...worlds];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [title, file, options = ''] = next;
      const held = await step(title, node(), [file, ...options.split(' ').filter(Boolean)], {}, false);
      total[held ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all([lane(), lane()]);
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
/** Each brings a world of its own, and waits as much as it works. */
await inPairs([
  [
    'Two processes whose clocks differ race for what there is one of',
    'chaos/races.ts',
    '--rounds 12 --kills 1 --news 1 --within 10000',
  ],
  [
    'A storm of events on a shop that is killed',
    'chaos/webhooks.ts',
    '--sessions 60 --kills 1 --deliveries 0 --database embedded --sellers 2',
  ],
  ['Requests of all kinds at every door', 'chaos/fuzz.ts', '--requests 2000 --images 20 --seed 11'],
  ['Clients who take their time', 'chaos/slow.ts', '--connections 200 --seconds 6 --p99 5000'],
  [
    'What a process keeps after some seconds of work',
    'chaos/soak.ts',
    '--minutes 0.12 --rate 30 --database embedded',
  ],
  ['What the doors ask of a larger database', 'bench/scale.ts', '--rows 10000 --calls 1 --plans'],
  [
    'What two processes do of what one does',
    'bench/scale.ts',
    '--processes --seconds 1 --rounds 1 --least 0.4',
  ],
  ['Somebody tries out cards at two processes', 'chaos/cards.ts', '--seconds 7'],
  ['More people than a shop can serve', 'chaos/overload.ts', '--seconds 3 --calm 1 --exact'],
  ['Every limit, at two processes', 'chaos/limits.ts', '--short'],
  [
    'The database goes away while people look and write',
    'chaos/database.ts',
    '--seconds 10 --looks 60 --writes 8 --restarts kill --blackhole 0 --sellers 2 --exact',
  ],
  ['A shop that is killed while it writes', 'chaos/kill9.ts', '--cycles 3'],
  ['Two shops that are replaced while people come', 'chaos/deploy.ts', '--rounds 1 --rate 30'],
  ['Many who start at once', 'chaos/starts.ts', '--migrations 1 --folders 2'],
  ['A disk that becomes full', 'chaos/disk.ts'],
  ['Secrets and people come out nowhere', 'chaos/canaries.ts'],
  [
    'An old backup comes back, and the shop finds what it lost',
    'chaos/restore.ts',
    '--orders 30 --before 5 --more 20 --sellers 1 --database embedded',
  ],
]);
await suite(
  'Browser journeys',
  ['node_modules/@playwright/test/cli.js', 'test', '--reporter=./e2e/reporter.ts'],
  playwrightCounts,
);

rmSync(folder, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
