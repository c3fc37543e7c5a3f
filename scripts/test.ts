// `npm test`: runs the steps and prints times, failures and counts.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { findChromium } from '../e2e/chromium.ts';
import { measureMachine } from './measure-machine.ts';
import { openTestPostgres } from './test-postgres.ts';
import { missingTools } from './test-requirements.ts';
import { runSteps, type Step } from './test-runner.ts';
import { TestSelectionError, selectSteps } from './test-selection.ts';

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
if (steps.length > 1) console.log(`\n  ${await measureMachine()}`);
console.log(`  In all: ${Math.round((Date.now() - started) / 1000)} s\n\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Directs temporary files into this run's folder, which is deleted even after an interruption. */
function openTemporaryFolder(): void {
  mkdirSync(temporary);
  // PostgreSQL does not run as root; its user needs access to its data.
  for (const each of [folder, temporary]) chmodSync(each, 0o711);
  process.env.TMPDIR = temporary;
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
