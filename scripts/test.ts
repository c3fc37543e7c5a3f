import { spawn } from 'node:child_process';
import { once } from 'node:events';
// `npm test`: runs the steps and prints times, failures and counts.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { findChromium } from '../e2e/support/find-chromium.ts';
import { formatSourceSizes } from './source-size.ts';
import { openTestPostgres, hasPostgres } from './test-postgres.ts';
import { runSteps, type Step } from './test-runner.ts';
import { TestSelectionError, selectSteps } from './test-selection.ts';

const CONNECTIONS = 32;
const PIPELINED = 16;
const DURATION_MS = 2000;
const SERVER = `require('node:http').createServer((_, response) => response.end('ok'))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
const REQUESTS = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(PIPELINED);

/** Measures the speed of this machine: requests per second of a bare `node:http` server. */
async function measureMachine(): Promise<string> {
  const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer];
    const answers = await countAnswers(Number(port.toString()));
    const rate = Math.round(answers / (DURATION_MS / 1000) / 1000) * 1000;
    return `This machine: a bare node:http server answers ${rate.toLocaleString('en-US')} small requests a second`;
  } finally {
    server.kill('SIGKILL');
  }
}

/** Keeps `CONNECTIONS` sockets busy with pipelined requests and counts the responses. */
async function countAnswers(port: number): Promise<number> {
  let answers = 0;
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let open = PIPELINED;
    socket.on('data', (data) => {
      const received = data.toString('latin1').split('HTTP/1.1 200').length - 1;
      answers += received;
      open -= received;
      if (open > 0) return;
      open = PIPELINED;
      socket.write(REQUESTS);
    });
    socket.write(REQUESTS);
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, DURATION_MS));
  for (const socket of sockets) socket.destroy();
  return answers;
}

/** Missing tools that `npm test` needs, each with its install command. */
async function missingTools(): Promise<string[]> {
  const missing: string[] = [];
  if (!process.env.TEST_DATABASE_URL && !hasPostgres())
    missing.push('PostgreSQL: apt-get install postgresql (or set TEST_DATABASE_URL)');
  try {
    await findChromium();
  } catch {
    missing.push('Chromium: apt-get install chromium (or set CHROMIUM_PATH)');
  }
  if (!process.env.FONTCONFIG_PATH && !existsSync('/etc/fonts/fonts.conf'))
    missing.push('Fonts for Chromium: apt-get install fontconfig fonts-liberation');
  return missing;
}

const started = Date.now();
const missing = await missingTools();
if (missing.length > 0) {
  console.error(`\nnpm test needs what is missing here:\n${missing.map((line) => `  - ${line}`).join('\n')}`);
  process.exit(1);
}

process.env.CHROMIUM_PATH = await findChromium();
const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-npm-test-'));
const temporary = path.join(folder, 'tmp');
openTemporaryFolder();
const steps = chooseSteps();
const postgres = steps.some(({ needsDatabase }) => needsDatabase) ? await openTestPostgres() : null;
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;

const { passed, failed, interrupted } = await runSteps(steps);

await postgres?.close();
const results = path.join(folder, 'test-results');
const hasScreenshots = failed > 0 && existsSync(results);
if (hasScreenshots) console.log(`\n  Screenshots of the failed journeys: ${results}`);
rmSync(hasScreenshots ? temporary : folder, { recursive: true, force: true, maxRetries: 5 });
if (interrupted) process.exit(130);
if (steps.length > 1) console.log(`\n${formatSourceSizes()}\n\n  ${await measureMachine()}`);
console.log(`  In all: ${Math.round((Date.now() - started) / 1000)} s\n\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Directs temporary files into this run's folder, which is deleted even after an interruption. */
function openTemporaryFolder(): void {
  mkdirSync(temporary);
  // PostgreSQL does not run as root; its user needs access to its data.
  for (const each of [folder, temporary]) chmodSync(each, 0o711);
  process.env.TMPDIR = temporary;
  // The processes that tests start run the same modules.
  process.env.NODE_COMPILE_CACHE ??= path.join(temporary, 'compile-cache');
}

function chooseSteps(): Step[] {
  try {
    return selectSteps(process.argv.slice(2), folder);
  } catch (error) {
    if (!(error instanceof TestSelectionError)) throw error;
    console.error(error.message);
    rmSync(folder, { recursive: true });
    process.exit(1);
  }
}
