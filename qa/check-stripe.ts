// npm run check:stripe: runs the projects `sandbox` and `server`, and prints how much of their traffic with the sandbox
// was compared with Stripe's schema. `npm run check:stripe -- sandbox/billing` runs a part of them.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { TrafficCounts } from '../sandbox/testing/schema/check-traffic.ts';
import { stripeSchema } from '../sandbox/testing/schema/stripe-schema.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'check-stripe-'));
const report = path.join(folder, 'counts.jsonl');

const runSuites = (files: string[]): Promise<number> => {
  const projects = ['--project', 'sandbox', '--project', 'server'];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files, ...projects, '--reporter=dot'];
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, STRIPE_CHECK_REPORT: report },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
};

/** Reads one line of JSON per test file. Returns an empty list if no test ran. */
const readCounts = (): TrafficCounts[] => {
  try {
    return readFileSync(report, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): TrafficCounts => JSON.parse(line));
  } catch {
    return [];
  }
};

const total = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const pluralize = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

const print = (counts: TrafficCounts[]): number => {
  const operations = new Set(counts.flatMap((one) => Object.keys(one.operations)));
  const types = new Set(counts.flatMap((one) => Object.keys(one.events)));
  const sent = total(counts.flatMap((one) => Object.values(one.events)));
  const deviations = new Map<string, number>();
  for (const deviation of counts.flatMap((one) => one.deviations))
    deviations.set(deviation, (deviations.get(deviation) ?? 0) + 1);
  console.log(`\nCompared with the schema of Stripe API ${stripeSchema.version}:`);
  console.log(`  ${pluralize(operations.size, 'operation')}`);
  console.log(`  ${pluralize(total(counts.map((one) => one.requests)), 'request')} that succeeded`);
  console.log(`  ${pluralize(total(counts.map((one) => one.responses)), 'response')}`);
  console.log(`  ${pluralize(sent, 'event')} of ${pluralize(types.size, 'type')}`);
  console.log(`  ${pluralize(deviations.size, 'deviation')}`);
  for (const [deviation, times] of deviations) console.log(`    ${times} × ${deviation}`);
  return deviations.size;
};

const code = await runSuites(process.argv.slice(2));
const counts = readCounts();
rmSync(folder, { recursive: true });
const deviations = print(counts);
process.exitCode = code !== 0 || deviations > 0 || counts.length === 0 ? 1 : 0;
