import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { openTestPostgres } from '../scripts/test-postgres.ts';
import { APP } from './mutations/app-mutations.ts';
import { CHECKOUT_PAGE } from './mutations/checkout-page-mutations.ts';
import { CONTENT_AND_CLI } from './mutations/content-and-cli-mutations.ts';
import { DOMAIN } from './mutations/domain-mutations.ts';
import { AREAS, type Mutation } from './mutations/mutation.ts';
import { endLeftovers, getProject, runTests, type Outcome, type RunOptions } from './mutations/run-tests.ts';
import { SANDBOX } from './mutations/sandbox-mutations.ts';
import { SERVER_ACCESS } from './mutations/server-auth-and-http-mutations.ts';
import { SERVER_WORK } from './mutations/server-features-mutations.ts';
import { SERVER_CHECKOUT } from './mutations/server-payments-mutations.ts';
import { findCatalogErrors, createWorkCopy, type WorkCopy } from './mutations/work-copy.ts';

/** All mutations. Each breaks a rule that buyers or sellers rely on. */
const CATALOG: readonly Mutation[] = [
  ...DOMAIN,
  ...SERVER_CHECKOUT,
  ...SERVER_ACCESS,
  ...SERVER_WORK,
  ...APP,
  ...CHECKOUT_PAGE,
  ...SANDBOX,
  ...CONTENT_AND_CLI,
];

/** `found`: a test failed. `import`: a test file could not start. `missed`: all tests passed. `error`: the run failed. */
type MutationResult = {
  mutation: Mutation;
  kind: 'found' | 'import' | 'missed' | 'error';
  by: string | null;
  detail: string;
  seconds: number;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: '1' }, json: { type: 'string' } },
});

/** The mutations named by id or area on the command line; all of them without arguments. */
function selectMutations(): Mutation[] {
  if (positionals.length === 0) return [...CATALOG];
  const unknown = positionals.filter((name) => !CATALOG.some(({ id, area }) => id === name || area === name));
  if (unknown.length > 0) throw new Error(`There is no mutation or area called ${unknown.join(', ')}`);
  return CATALOG.filter(({ id, area }) => positionals.includes(id) || positionals.includes(area));
}

/** Runs the test files without a mutation and returns the failing ones, because a failing test proves nothing. */
async function findFailingTests(mutations: readonly Mutation[], options: RunOptions): Promise<string[]> {
  const files = [...new Set(mutations.flatMap(({ tests }) => tests))].toSorted();
  const failing: string[] = [];
  for (const [project, ofProject] of Map.groupBy(files, getProject)) {
    console.log(`Running ${ofProject.length} test files without a mutation (${project})`);
    for (const [file, { kind, detail }] of await runTests(ofProject, { bail: false }, options))
      if (kind !== 'passed') failing.push(`${file}: ${detail.slice(0, 500)}`);
  }
  return failing;
}

/** A timeout, or any failure on an overloaded machine, may have another cause than the mutation. */
const isUnreliable = (detail: string): boolean =>
  /timed out|timeout/i.test(detail) || (loadavg()[0] ?? 0) > 2 * availableParallelism();

async function runTestFile(file: string, options: RunOptions): Promise<Outcome> {
  const outcome = (await runTests([file], { bail: true }, options)).get(file);
  return outcome ?? { kind: 'error', detail: 'the file did not run' };
}

/** Runs the test files of a mutation until one fails. Restores the source file afterwards. */
async function firstFailure(mutation: Mutation, options: RunOptions): Promise<(Outcome & { file: string }) | null> {
  const restore = await options.copy.applyMutation(mutation);
  try {
    for (const file of mutation.tests) {
      const outcome = await runTestFile(file, options);
      if (outcome.kind !== 'passed') return { ...outcome, file };
    }
    return null;
  } finally {
    await restore();
  }
}

const RESULT_KINDS = { assertion: 'found', import: 'import', error: 'error', passed: 'missed' } as const;

async function runMutation(mutation: Mutation, options: RunOptions): Promise<MutationResult> {
  const started = Date.now();
  const failure = await firstFailure(mutation, options);
  const isConfirmed =
    !failure || !isUnreliable(failure.detail) || (await runTestFile(failure.file, options)).kind === 'passed';
  return {
    mutation,
    kind: isConfirmed ? RESULT_KINDS[failure?.kind ?? 'passed'] : 'error',
    by: failure?.file ?? null,
    detail: `${isConfirmed ? '' : 'fails without the mutation as well: '}${failure?.detail ?? ''}`,
    seconds: Math.round((Date.now() - started) / 1000),
  };
}

function formatResult({ mutation, kind, by, detail, seconds }: MutationResult): string {
  const description = {
    found: `found by ${by}`,
    import: `found by ${by} (the file could not start)`,
    missed: 'NOT FOUND',
    error: `ERROR in ${by}: ${detail.slice(0, 500)}`,
  }[kind];
  return `${mutation.id.padEnd(34)} ${description} (${seconds} s)`;
}

/** Runs all mutations; each copy takes the next one as soon as it is free. */
async function runMutations(
  mutations: readonly Mutation[],
  copies: readonly WorkCopy[],
  options: Omit<RunOptions, 'copy'>,
): Promise<MutationResult[]> {
  const queue = [...mutations];
  const results: MutationResult[] = [];
  const work = async (copy: WorkCopy) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const result = await runMutation(next, { ...options, copy });
      options.signal.throwIfAborted();
      results.push(result);
      console.log(formatResult(result));
    }
  };
  await Promise.all(copies.map(work));
  return results;
}

function printTable(results: readonly MutationResult[], seconds: number): void {
  const row = (of: readonly MutationResult[]) => {
    const count = (kind: MutationResult['kind']) => of.filter((result) => result.kind === kind).length;
    const [assertion, missed] = [count('found'), count('missed')];
    return { planted: of.length, assertion, import: count('import'), 'NOT FOUND': missed, errors: count('error') };
  };
  const areas = Object.groupBy(results, ({ mutation }) => mutation.area);
  const rows = AREAS.flatMap((area) => (areas[area] ? [[area, row(areas[area])] as const] : []));
  console.table({ ...Object.fromEntries(rows), all: row(results) });
  console.log(`${seconds} s`);
}

const isDetected = ({ kind }: MutationResult): boolean => kind === 'found' || kind === 'import';

async function main(folder: string, signal: AbortSignal): Promise<boolean> {
  const started = Date.now();
  const mutations = selectMutations();
  const catalogErrors = await findCatalogErrors(mutations);
  if (catalogErrors.length > 0) throw new Error(catalogErrors.join('\n'));
  const jobs = Math.min(Math.max(1, Number(values.jobs) || 1), mutations.length);
  const names = Array.from({ length: jobs }, (_, at) => `copy-${at + 1}`);
  const copies = await Promise.all(names.map((name) => createWorkCopy(folder, name)));
  const [copy] = copies;
  if (!copy) return true;
  const postgres = await openTestPostgres();
  try {
    const options = { databaseUrl: postgres.url, signal };
    const failing = await findFailingTests(mutations, { ...options, copy });
    if (failing.length > 0) throw new Error(`These fail without a mutation:\n${failing.join('\n')}`);
    const results = await runMutations(mutations, copies, options);
    printTable(results, Math.round((Date.now() - started) / 1000));
    if (values.json) await writeFile(values.json, JSON.stringify(results, null, 2));
    return results.every(isDetected);
  } finally {
    for (const each of copies) await endLeftovers(each);
    await postgres.close();
  }
}

const abortController = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => abortController.abort(new Error(name)));
const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-mutations-'));
// Tests start PostgreSQL as another user, who must be able to enter this folder.
await chmod(folder, 0o755);
try {
  process.exitCode = (await main(folder, abortController.signal)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
