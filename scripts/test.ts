// `npm test`: every step with its time, the output of what failed at the end, and the counts.
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

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

const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-npm-test-'));
const steps = chooseSteps();
const postgres = steps.some(({ needsDatabase }) => needsDatabase) ? await openTestPostgres() : null;
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;

const { passed, failed, interrupted } = await runSteps(steps);

await postgres?.close();
const results = path.join(folder, 'test-results');
if (failed > 0 && existsSync(results)) console.log(`\n  Screenshots of the failed journeys: ${results}`);
else rmSync(folder, { recursive: true, force: true });
if (interrupted) process.exit(130);
if (steps.length > 1) console.log(`\n  ${await measureMachine()}`);
console.log(`  In all: ${Math.round((Date.now() - started) / 1000)} s\n\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function chooseSteps(): Step[] {
  try {
    return selectSteps(process.argv.slice(2), folder);
  } catch (error) {
    if (!(error instanceof TestSelectionError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
