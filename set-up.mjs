// Shared by start.mjs and test.mjs: installs dependencies by the lockfile and builds the current sources.
// Plain JavaScript for Node 20 without dependencies.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = import.meta.dirname;
const RECORD = path.join(root, 'node_modules/.tillwright-lock');
/** Follows the lockfile's hash in the record if only the dependencies of the running app are installed. */
const WITHOUT_TOOLS = ' without tools';
const SOURCES = [
  'app',
  'content',
  'domain',
  'public',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
  'tsconfig.json',
  'set-up.mjs',
  'server/core/services.ts',
];
const KEPT_BUILDS = 3;

/** Node flags of the server (docs/decisions/010-node-runs-with-a-small-heap.md). `deploy/` has the same. */
export const NODE_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

/**
 * Environment of the server: compiled modules are stored for the next start, and freed memory is returned
 * (docs/decisions/141-starts-reuse-compiled-modules.md). `deploy/` has the same settings of memory.
 */
export const NODE_ENVIRONMENT = {
  NODE_COMPILE_CACHE: path.join(root, 'build/compile-cache'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Path of Node 24: from npm, otherwise the system's. */
export function node() {
  const own = path.join(root, 'node_modules/.bin/node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error('  Tillwright needs Node 24. On Linux, npm ci installs it; elsewhere, install it from nodejs.org.');
  process.exit(1);
}

const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
};

/**
 * Runs `npm ci` when the lockfile differs from the installed one. Without `withTools`, the tools of development and tests
 * are left out, unless they are installed already.
 */
export async function dependencies({ withTools }) {
  const lock = hashOf(readFileSync(path.join(root, 'package-lock.json')));
  const installed = () => (existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : '');
  const isThere = () => installed() === lock || (!withTools && installed() === lock + WITHOUT_TOOLS);
  if (isThere()) return true;
  return underLock('set-up', async () => {
    if (isThere()) return true;
    const hasTools = existsSync(path.dirname(RECORD)) && !installed().endsWith(WITHOUT_TOOLS);
    const includesTools = withTools || hasTools;
    const done = await step('Installing dependencies', 'npm', [
      'ci',
      includesTools ? '--include=dev' : '--omit=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
    if (done) writeFileSync(RECORD, includesTools ? lock : lock + WITHOUT_TOOLS);
    return done;
  });
}

/** Build folder of the current sources, whether it exists or not. */
export const buildFolder = () => path.join(root, 'build', hashOf(...sourceFiles()));

/** Build folder of the current sources; builds them if needed and renames the result into place. */
export async function builtFolder() {
  const folder = buildFolder();
  if (existsSync(folder)) return folder;
  return underLock('build', async () => {
    if (existsSync(folder)) return folder;
    const temporary = `${folder}.${process.pid}`;
    const cli = path.join(root, 'node_modules/@react-router/dev/bin.cjs');
    const done = await step('Building the pages', node(), [cli, 'build'], {
      BUILD_DIR: path.relative(root, temporary),
      NODE_ENV: 'production',
    });
    if (!done) {
      rmSync(temporary, { recursive: true, force: true });
      return null;
    }
    packFiles(path.join(temporary, 'client'));
    renameSync(temporary, folder);
    forgetOldBuilds(folder);
    return folder;
  });
}

/** Writes compressed copies beside text files, so that no request waits for compression. */
function packFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if (!/\.(js|css|svg|txt|webmanifest)$/.test(file) || statSync(file).size < 1000) continue;
    const content = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}

function* sourceFiles() {
  for (const source of SOURCES) yield* filesUnder(path.join(root, source));
}

function* filesUnder(place) {
  if (statSync(place).isDirectory()) {
    for (const name of readdirSync(place).sort()) yield* filesUnder(path.join(place, name));
  } else if (!/\.test\.tsx?$|\/testing[/-]/.test(place)) {
    yield place;
    yield readFileSync(place);
  }
}

function forgetOldBuilds(current) {
  const builds = path.dirname(current);
  const age = (name) => statSync(path.join(builds, name)).mtimeMs;
  const old = readdirSync(builds)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .sort((a, b) => age(b) - age(a));
  for (const name of old.slice(KEPT_BUILDS)) rmSync(path.join(builds, name), { recursive: true, force: true });
}

/** Runs one process at a time; takes over the lock of an ended process. */
async function underLock(name, work) {
  const lock = path.join(root, 'build', `.${name}.lock`);
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let isFirstTry = true; !tryLock(lock); isFirstTry = false) {
    if (isFirstTry) console.log(`  Waiting for another process to finish (${name}) …`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    try {
      process.kill(Number(readFileSync(lock, 'utf8')), 0);
    } catch (error) {
      if (error.code !== 'EPERM') rmSync(lock, { force: true });
    }
    return false;
  }
}

/** Runs a long step and shows its duration, and its output on failure. `isLive`: updates the duration while it runs. */
export function step(title, command, args, env = {}, live = process.stdout.isTTY) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  process.stdout.write(live ? `  ${title} …` : `  ${title} …\n`);
  const tick = live ? setInterval(() => process.stdout.write(`\r  ${title} … ${seconds()}`), 1000) : null;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const stop = (signal) => child.kill(signal);
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const end = (code) => {
      clearInterval(tick);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      process.stdout.write(live ? `\r  ${title}: ${seconds()}   \n` : `  ${title}: ${seconds()}\n`);
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code === 0);
    };
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      end(1);
    });
    child.on('exit', (code) => end(code ?? 1));
  });
}
