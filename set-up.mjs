// What start.mjs and test.mjs share: dependencies as the lockfile says, and a build of the sources as they are.
// Plain JavaScript for Node 20 without dependencies.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = import.meta.dirname;
const RECORD = path.join(root, 'node_modules/.tillwright-lock');
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
  'server/shop.ts',
];
const KEPT_BUILDS = 3;

/** Node flags of the server (docs/decisions/010-node-runs-with-a-small-heap.md). `deploy/` has the same. */
export const NODE_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

/** Node 24 that npm brought; the system's own where npm brings none. */
export function node() {
  const own = path.join(root, 'node_modules/.bin/node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error('  Node 24 is needed: npm brings it on Linux; elsewhere install it from nodejs.org.');
  process.exit(1);
}

const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
};

/** `npm ci` when the lockfile is not the one that was installed. */
export async function dependencies() {
  const wanted = hashOf(readFileSync(path.join(root, 'package-lock.json')));
  const isThere = () => existsSync(RECORD) && readFileSync(RECORD, 'utf8') === wanted;
  if (isThere()) return true;
  return underLock('set-up', async () => {
    if (isThere()) return true;
    const done = await step('Installing the exact dependencies', 'npm', [
      'ci',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
    if (done) writeFileSync(RECORD, wanted);
    return done;
  });
}

/** The folder that holds the build of the sources as they are now, whether it has been built yet or not. */
export const buildFolder = () => path.join(root, 'build', hashOf(...sourceFiles()));

/** The folder of a build of these very sources; made when there is none yet, and switched to by a rename. */
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

/** Lays what compresses beside itself, compressed: nothing is packed while somebody waits. */
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
  for (const name of old.slice(KEPT_BUILDS))
    rmSync(path.join(builds, name), { recursive: true, force: true });
}

/** One process at a time; the lock of a process that is gone is taken over. */
async function underLock(name, work) {
  const lock = path.join(root, 'build', `.${name}.lock`);
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let told = false; !tryLock(lock); told = true) {
    if (!told) console.log(`  Waiting for another process (${name}) …`);
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

/** Runs a long step with its time; what it printed is shown when it fails. `live`: the time is told while it runs. */
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
