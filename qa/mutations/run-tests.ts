import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import type { WorkCopy } from './work-copy.ts';

/**
 * Result of one test file. `assertion`: a test failed. `import`: the file failed before its first test ran.
 * `error`: the run says nothing about the tests, such as after a syntax error.
 */
export type Outcome = { kind: 'passed' | 'assertion' | 'import' | 'error'; detail: string };

export type RunOptions = { copy: WorkCopy; databaseUrl: string; signal: AbortSignal };

/** Test files outside `server/` that vitest.config.ts runs in the project `server`. */
const WITH_DATABASE = new Set([
  'cli/tillwright.test.ts',
  'scripts/checks/database-role.full.test.ts',
  'sandbox/providers/another-origin.test.ts',
]);

/** The Vitest project that a test file belongs to. */
export function getProject(file: string): string {
  if (file.endsWith('.browser.test.tsx')) return 'components';
  if (file.startsWith('e2e/http/')) return 'http';
  if (WITH_DATABASE.has(file)) return 'server';
  if (file.startsWith('sandbox/')) return 'sandbox';
  return file.startsWith('server/') && !file.endsWith('.unit.test.ts') ? 'server' : 'unit';
}

/** Runs test files of one project, and stops at the first failure if `bail` is set. Maps each file to its outcome. */
export async function runTests(
  files: readonly string[],
  { bail }: { bail: boolean },
  options: RunOptions,
): Promise<Map<string, Outcome>> {
  const report = path.join(options.copy.temporary, `report-${randomUUID()}.json`);
  const output = await run(vitestArgs(files, bail, report), files, options);
  const text = await readFile(report, 'utf8').catch(() => null);
  await rm(report, { force: true });
  const failed = (detail: string) => new Map(files.map((file) => [file, { kind: 'error', detail } as const]));
  if (text === null) return failed(`no report was written: ${output.slice(-2000)}`);
  const json = JSON.parse(text) as VitestReport;
  return new Map(files.map((file) => [file, readVitest(json, file, options.copy.root)]));
}

function vitestArgs(files: readonly string[], bail: boolean, report: string): string[] {
  const [first = ''] = files;
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files, '--project', getProject(first)];
  return [...args, '--reporter=json', `--outputFile=${report}`, ...(bail ? ['--bail=1'] : [])];
}

/** Time that a stopped run has for its cleanup. */
const STOP_TIMEOUT_MS = 5000;

/** Runs Node in the copy and returns its output. The signal ends the whole process group. */
function run(args: string[], files: readonly string[], { copy, databaseUrl, signal }: RunOptions): Promise<string> {
  signal.throwIfAborted();
  const { BUILD_DIR: _, ...inherited } = process.env;
  const child = spawn(path.join(copy.root, 'node_modules/.bin/node'), args, {
    cwd: copy.root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      TEST_DATABASE_URL: databaseUrl,
      TMPDIR: copy.temporary,
      ...(files.some((file) => file.includes('.full.')) ? { TEST_SCOPE: 'chosen' } : {}),
    },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = (killSignal: NodeJS.Signals) => child.pid && endProcess(-child.pid, killSignal);
  const stop = () => {
    end('SIGTERM');
    setTimeout(end, STOP_TIMEOUT_MS, 'SIGKILL').unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      signal.removeEventListener('abort', stop);
      // Ends every process that the tests have left running.
      end('SIGKILL');
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}

/** Sends a signal to a process, or to a process group if the id is negative. */
function endProcess(pid: number, killSignal: NodeJS.Signals): void {
  try {
    process.kill(pid, killSignal);
  } catch {
    // The process has ended.
  }
}

/** Ends processes that tests started in their own process groups, such as browsers. Finds them by their TMPDIR. */
export async function endLeftovers({ temporary }: WorkCopy): Promise<void> {
  const entries = await readdir('/proc').catch(() => []);
  for (const pid of entries.filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(`TMPDIR=${temporary}`)) endProcess(Number(pid), 'SIGKILL');
  }
}

type VitestReport = {
  testResults?: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
};

/** Failures that mean that the mutated file cannot run at all. */
const UNUSABLE =
  /SyntaxError|Transform failed|PARSE_ERROR|Failed to parse|Failed to resolve import|Cannot find module|does not provide an export|could not be built/;

function readVitest({ testResults = [] }: VitestReport, file: string, root: string): Outcome {
  const result = testResults.find(({ name }) => path.relative(root, name) === file);
  if (!result) return { kind: 'error', detail: 'the file did not run' };
  const failed = result.assertionResults.find(({ status }) => status === 'failed');
  if (failed) return { kind: 'assertion', detail: `${failed.fullName}: ${failed.failureMessages?.[0] ?? ''}` };
  const { status, message = '', assertionResults } = result;
  if (status === 'failed') return { kind: UNUSABLE.test(message) ? 'error' : 'import', detail: message };
  const hasRun = assertionResults.some((assertion) => assertion.status === 'passed');
  return hasRun ? { kind: 'passed', detail: '' } : { kind: 'error', detail: 'no test of the file ran' };
}
