// Start and memory: `npm run bench -- start`. Times a repeated `npm start` until the first page is answered, the first
// one in a fresh clone with the share of the package registry, and measures the memory of an idle process on both
// databases. Ends with 1 when a limit is missed. `--idle 10 --starts 1 --skip-clone` shorten the run.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { findFreePort } from '../../e2e/support/app-process.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { getBuildDir } from '../lib/built-app.ts';
import { listDatabases, median, readOptions, reportMetric, runAndExit, type DatabaseKind } from '../lib/harness.ts';
import { readMemoryMb, startAppOnCore } from '../lib/pinned-processes.ts';

const options = readOptions({ idle: 60, starts: 3, 'skip-clone': false });
const MAX_START_S = 2;
const MAX_CLONE_S = 45;
const MAX_MEMORY_MB: Record<DatabaseKind, number> = { embedded: 300, postgres: 180 };
const NAMES: Record<DatabaseKind, string> = { embedded: 'embedded database', postgres: 'PostgreSQL' };
const POLL_INTERVAL_MS = 20;

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  // npm and the processes that it started form a group.
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Runs `npm start` in a folder until it answers with the first page; returns the seconds and what it printed. */
async function timeNpmStart(folder: string, dataDir: string): Promise<{ seconds: number; output: string }> {
  const port = await findFreePort();
  const { PATH = '', HOME = '' } = process.env;
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: { PATH, HOME, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  while (!(await isAnswering(`http://127.0.0.1:${port}/`))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output}`);
    await wait(POLL_INTERVAL_MS);
  }
  const seconds = (performance.now() - started) / 1000;
  await stop(child);
  return { seconds, output };
}

/** The time of a Node process that only serves an empty page: no start can be faster. */
async function timeBareStart(): Promise<number> {
  const started = performance.now();
  const script = "require('http').createServer((q, r) => r.end()).listen(0, () => console.log('ready'))";
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const seconds = (performance.now() - started) / 1000;
  child.kill();
  return seconds;
}

async function measureStarts(): Promise<void> {
  await getBuildDir();
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'tillwright-bench-'));
  const first = await timeNpmStart('.', folder.path);
  const times: number[] = [];
  const bareTimes: number[] = [];
  for (let start = 0; start < options.starts; start++) {
    bareTimes.push(await timeBareStart());
    times.push((await timeNpmStart('.', folder.path)).seconds);
  }
  console.log(
    `npm start with a new data folder ${first.seconds.toFixed(1)} s; a bare Node server ${median(bareTimes).toFixed(2)} s`,
  );
  reportMetric('repeated npm start until the first page', median(times), MAX_START_S, 'at most', 's');
}

/** The seconds of a step that `npm start` prints. */
const stepSeconds = (output: string, step: string): number =>
  Number(new RegExp(`${step}: (\\d+) s`).exec(output)?.[1] ?? 0);

async function measureClone(): Promise<void> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'tillwright-clone-'));
  const clone = path.join(folder.path, 'clone');
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', '--no-hardlinks', '.', clone], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The repository could not be cloned: ${stderr}`);
  const { seconds, output } = await timeNpmStart(clone, path.join(folder.path, 'data'));
  const registry = stepSeconds(output, 'Installing dependencies');
  console.log(
    `A fresh clone: ${seconds.toFixed(0)} s, of which npm ci ${registry} s (registry or npm's cache, and unpacking) and the build ${stepSeconds(output, 'Building the pages')} s`,
  );
  reportMetric('fresh clone until the first page', seconds, MAX_CLONE_S, 'at most', 's');
  reportMetric('fresh clone without npm ci', seconds - registry, MAX_CLONE_S / 2, 'at most', 's');
}

async function measureMemory(database: DatabaseKind): Promise<void> {
  await using cleanups = new AsyncDisposableStack();
  const postgres = database === 'postgres' ? await openTestPostgres() : null;
  cleanups.defer(() => postgres?.close());
  await using app = await startAppOnCore('server.ts', postgres ? { DATABASE_URL: postgres.url } : {});
  await (await fetch(`${app.url}/c/demo`)).arrayBuffer();
  await wait(options.idle * 1000);
  const memoryMb = readMemoryMb(app.child.pid ?? 0);
  const name = `memory ${options.idle} s after the start, ${NAMES[database]}`;
  reportMetric(name, memoryMb, MAX_MEMORY_MB[database], 'at most', 'MB');
}

await runAndExit(async () => {
  await measureStarts();
  for (const database of listDatabases('both')) await measureMemory(database);
  if (!options['skip-clone']) await measureClone();
});
