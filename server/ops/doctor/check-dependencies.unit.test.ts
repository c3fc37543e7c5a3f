import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { checkDependencies } from './check-machine.ts';

type Packages = Record<string, { version: string; integrity?: string; dev?: boolean; optional?: boolean }>;

const HONO = { 'node_modules/hono': { version: '4.1.0', integrity: 'sha512-a' } };
const TOOLS = { 'node_modules/vitest': { version: '3.0.0', dev: true } };
const OTHER_PLATFORM = { 'node_modules/node-darwin': { version: '24.0.0', optional: true } };
const LOCK: Packages = { '': { version: '1.0.0' }, ...HONO, ...TOOLS, ...OTHER_PLATFORM };

/** Result of the check after npm recorded these packages; null: without a record. */
async function checkWith(installed: Packages | null) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-dependencies-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'node_modules'));
  const write = (name: string, packages: Packages) => writeFile(path.join(folder, name), JSON.stringify({ packages }));
  await write('package-lock.json', LOCK);
  if (installed) await write('node_modules/.package-lock.json', installed);
  return checkDependencies(folder);
}

test('accepts dependencies without those for development or other platforms', async () => {
  for (const installed of [HONO, { ...HONO, ...TOOLS }, { ...HONO, ...OTHER_PLATFORM }])
    expect(await checkWith(installed)).toMatchObject({ state: 'ok' });
});

test('names a missing, different or unknown dependency and how to install it', async () => {
  const cases: [string, Packages][] = [
    ['node_modules/hono', TOOLS],
    ['node_modules/hono', { 'node_modules/hono': { version: '4.0.0', integrity: 'sha512-a' } }],
    ['node_modules/hono', { 'node_modules/hono': { version: '4.1.0', integrity: 'sha512-b' } }],
    ['node_modules/left-pad', { ...HONO, 'node_modules/left-pad': { version: '1.0.0' } }],
  ];
  for (const [name, installed] of cases)
    expect(await checkWith(installed)).toMatchObject({
      state: 'warning',
      says: `don’t match package-lock.json: ${name}`,
      remedy: expect.stringMatching(/npm start.*npm ci.*image/) as string,
    });
  expect(await checkWith(null)).toMatchObject({ state: 'warning', says: 'were not installed with npm' });
});
