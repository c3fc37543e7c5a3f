import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { buildFolder, node } from '../set-up.mjs';
import type { Counts, Step } from './test-runner.ts';

type Options = {
  suite: (projects: readonly string[], folder: string, env?: Record<string, string>) => Step;
  journeys: (folder: string, env?: Record<string, string>) => Step;
  folder: string;
};

/** Short versions of every fault and load run; each starts its own processes. */
const FAULT_AND_LOAD_RUNS = [
  'qa/faults/races.ts --rounds 12 --kills 1 --news 1 --within 10000',
  'qa/faults/kill-during-webhooks.ts --sessions 40 --kills 1 --deliveries 0 --database embedded --sellers 2',
  'qa/faults/fuzz.ts --requests 2000 --images 20 --seed 11',
  'qa/faults/slow-clients.ts --connections 200 --seconds 6 --p99 5000',
  'qa/faults/soak.ts --minutes 0.12 --rate 30 --database embedded',
  'qa/bench/scale.ts --rows 10000 --calls 1 --plans',
  'qa/bench/scale.ts --processes --seconds 1 --rounds 3 --least 0.4',
  'qa/faults/card-testing.ts --seconds 7',
  'qa/faults/overload.ts --seconds 3 --calm 1 --exact',
  'qa/faults/rate-limits.ts --short',
  'qa/faults/database-outage.ts --seconds 10 --looks 60 --writes 8 --restarts kill --blackhole 0 --sellers 2 --exact',
  'qa/faults/kill-process.ts --cycles 3',
  'qa/faults/rolling-deploy.ts --rounds 1 --rate 30',
  'qa/faults/concurrent-starts.ts --migrations 1 --folders 2',
  'qa/faults/secret-leaks.ts',
  'qa/faults/restore-backup.ts --orders 30 --before 5 --more 20 --sellers 1',
];

const FULL = { TEST_SCOPE: 'full' };

/** All suites with high counts, both databases, fault and load runs, and all journeys. */
function fullSteps({ suite, journeys, folder }: Options): Step[] {
  return [
    ...PROJECTS.map((project) => suite([project], folder, FULL)),
    {
      title: 'Fault and load runs',
      commands: FAULT_AND_LOAD_RUNS.map((line) => ({
        command: node(),
        args: line.split(' '),
        env: { BUILD_DIR: buildFolder() },
      })),
      maxConcurrent: 2,
    },
    journeys(folder, FULL),
  ];
}

/** The arguments select nothing; the message is shown to the user. */
export class TestSelectionError extends Error {}

const HELP = `Usage: npm test [-- <option> … <path or name> …]
  (nothing)         everything that CI runs
  <path>            files whose path contains this, such as server/orders/refund or e2e/seller-refunds
  <name>            tests and journeys whose title contains this
  --changed[=ref]   what the changes since a commit touch (default: HEAD)
  --embedded        the server's tests on the embedded database
  --headed          journeys in a visible browser
  --inspect         waits for a debugger (chrome://inspect) before the tests run
  --full            everything that exists: npm run test:full`;

const PROJECTS = ['unit', 'sandbox', 'server', 'embedded', 'http', 'components'] as const;
/** Projects that `npm test` runs together: while one waits, another computes. */
const SUITES = [['unit', 'sandbox', 'embedded'], ['server', 'http'], ['components']] as const;
const NEEDS_DATABASE = new Set<string>(['server', 'http']);
const TESTS = '{domain,content,server,sandbox,app,cli,packages,scripts,e2e,qa}/**/*.{test,spec}.{ts,tsx}';

const toProjectArgs = (projects: readonly string[]) => projects.flatMap((project) => ['--project', project]);

const bin = (name: string) => path.join('node_modules/.bin', name);
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test'];

/** The build of the first step, so that suites do not look for it again. */
const BUILD = { BUILD_DIR: buildFolder() };

/** Steps for these arguments. Throws TestSelectionError. `folder`: for reports. */
export function selectSteps(args: readonly string[], folder: string): Step[] {
  if (args.includes('--help')) throw new TestSelectionError(HELP);
  const options = args.filter((arg) => arg.startsWith('--'));
  const terms = args.filter((arg) => !arg.startsWith('--'));
  const unknown = options.find((option) => !/^--(changed(=.+)?|embedded|headed|inspect|full)$/.test(option));
  if (unknown) throw new TestSelectionError(`${unknown} is not an option.\n${HELP}`);
  if (options.includes('--full')) return [staticChecks(), ...fullSteps({ suite, journeys, folder })];
  const changed = options.find((option) => option.startsWith('--changed'));
  if (changed) return changedSteps(changed.split('=')[1] ?? 'HEAD');
  if (terms.length > 0) return selectedSteps(terms, options);
  const suites = SUITES.map((projects) => suite(projects, folder));
  return [staticChecks(), ...suites, crashTest(), journeys(folder)];
}

/** Generates route types before the type check; runs everything else and the build concurrently. */
function staticChecks(): Step {
  const routeTypes = 'node_modules/@react-router/dev/bin.cjs';
  const types = `"$0" ${routeTypes} typegen && exec ${bin('tsc')} -p .`;
  return {
    title: 'Types, lint, format and build',
    commands: [
      { command: 'sh', args: ['-c', types, node()] },
      { command: bin('oxlint'), args: ['--deny-warnings'] },
      { command: bin('oxfmt'), args: ['--check'] },
      { command: bin('depcruise'), args: ['server', 'sandbox', 'app/features'] },
      { command: node(), args: ['scripts/build.ts'] },
    ],
  };
}

function suite(projects: readonly string[], folder: string, env: Record<string, string> = {}): Step {
  const file = path.join(folder, `${projects[0]}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  return {
    title: `Tests: ${projects.join(', ')}`,
    commands: [
      { command: node(), args: [...VITEST, ...toProjectArgs(projects), ...reporters], env: { ...BUILD, ...env } },
    ],
    report: { file, read: vitestCounts },
    needsDatabase: projects.some((project) => NEEDS_DATABASE.has(project)),
  };
}

/** Kills a server while it writes, and checks that all acknowledged data survives. */
const crashTest = (): Step => ({
  title: 'A killed server loses nothing',
  commands: [
    { command: node(), args: ['qa/faults/kill-process.ts', '--cycles', '1', '--database', 'postgres'], env: BUILD },
  ],
});

function journeys(folder: string, env: Record<string, string> = {}): Step {
  const file = path.join(folder, 'journeys.json');
  return {
    title: 'Journeys in a browser',
    commands: [
      {
        command: node(),
        args: [...PLAYWRIGHT, '--reporter=./e2e/support/counting-reporter.ts'],
        env: { ...BUILD, REPORT: file, TEST_RESULTS: path.join(folder, 'test-results'), ...env },
      },
    ],
    report: { file, read: (text) => JSON.parse(text) as Counts },
    needsDatabase: true,
  };
}

/** A skipped test counts as failed. */
function vitestCounts(text: string): Counts {
  const report = JSON.parse(text) as { numPassedTests: number; numTotalTests: number; success: boolean };
  const failed = report.numTotalTests - report.numPassedTests;
  return { passed: report.numPassedTests, failed: report.success ? failed : Math.max(1, failed) };
}

/** Marks a selected run, which may include tests outside of `npm test`. */
const SELECTED_ENV = { TEST_SCOPE: 'chosen' };

/** A step that shows its output while it runs. */
const liveStep = (
  title: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = SELECTED_ENV,
): Step => ({
  title,
  commands: [{ command: node(), args, env }],
  isLive: true,
  needsDatabase: true,
});

function changedSteps(since: string): Step[] {
  const related = ['--changed', since, '--passWithNoTests'];
  return [
    { ...staticChecks(), isRequired: true },
    liveStep('Tests of what changed', [...VITEST, ...toProjectArgs(PROJECTS), ...related], {}),
    liveStep('Journeys that changed', [...PLAYWRIGHT, `--only-changed=${since}`, '--pass-with-no-tests']),
  ];
}

function selectedSteps(terms: readonly string[], options: readonly string[]): Step[] {
  const { files, title } = findTests(terms);
  const specs = files.filter((file) => file.endsWith('.spec.ts'));
  const tests = files.filter((file) => !file.endsWith('.spec.ts'));
  const inspect = options.includes('--inspect');
  const exclude = options.includes('--embedded') ? 'server' : 'embedded';
  const projects = toProjectArgs(PROJECTS.filter((project) => project !== exclude));
  const steps: Step[] = [];
  if (tests.length > 0) {
    const extraArgs = [...(title ? ['-t', title] : []), ...(inspect ? ['--inspect-brk', '--no-file-parallelism'] : [])];
    steps.push(liveStep('Tests', [...VITEST, ...projects, ...tests, ...extraArgs]));
  }
  if (specs.length > 0) {
    const extraArgs = [
      ...(title ? ['-g', title] : []),
      ...(options.includes('--headed') ? ['--headed', '--workers=1'] : []),
    ];
    steps.push(liveStep('Journeys', [...(inspect ? ['--inspect-brk'] : []), ...PLAYWRIGHT, ...specs, ...extraArgs]));
  }
  return steps;
}

/** Finds test files by path, otherwise by a test title. */
function findTests(terms: readonly string[]): { files: string[]; title: string | null } {
  const all = globSync(TESTS).sort();
  const byPath = all.filter((file) => terms.some((term) => file.includes(path.normalize(term))));
  if (byPath.length > 0 && terms.every((term) => all.some((file) => file.includes(path.normalize(term)))))
    return { files: byPath, title: null };
  const title = terms.join(' ');
  const missing = terms.find((term) => existsSync(term) && statSync(term).isFile());
  if (missing) throw new TestSelectionError(`${missing} is not a test file.`);
  const byTitle = all.filter((file) => readFileSync(file, 'utf8').includes(title));
  if (byTitle.length === 0)
    throw new TestSelectionError(`No test file and no test title contains “${title}”.\n${HELP}`);
  return { files: byTitle, title: title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`) };
}
