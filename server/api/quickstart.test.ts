import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';

import { QUICKSTART_PROGRAM, QUICKSTART_SCRIPT } from '#content/quickstart-docs.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const MODULES = path.join(ROOT, 'node_modules');

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-quickstart-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Serves the app on a free port until the test ends. */
async function serve(app: TestApp): Promise<string> {
  const server = createServer(getRequestListener((request) => app.fetch(request)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/** A new seller with Stripe and an API key, and the environment of a program that uses it. */
async function createSeller() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'first-page');
  const { secret } = await createApiClient(app, seller);
  const folder = await createFolder();
  const env = { ...process.env, TILLWRIGHT_URL: await serve(app), TILLWRIGHT_KEY: secret };
  return { app, folder, env };
}

/** Pays the checkout whose link a program has printed. */
async function payCheckout(app: TestApp, output: string): Promise<void> {
  const link = new URL(/Pay here: (\S+)/.exec(output)?.[1] ?? '');
  const slug = link.pathname.split('/').at(-1) ?? '';
  const checkout = link.searchParams.get('checkout') ?? '';
  const { body } = await app.rpc('create-checkout-session', { slug, checkout, appliedCoupon: 'EARLY10' } as never);
  await app.payAtStripe(body.url, { email: 'ada@example.com' });
}

type Command = { program: string; args: string[]; cwd: string; env: NodeJS.ProcessEnv };

/** Runs a program and pays as soon as it prints the link. Returns what it printed. */
function runAndPay(app: TestApp, { program, args, cwd, env }: Command): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env });
    let [output, errors, hasPaid] = ['', '', false];
    child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (hasPaid || !/Pay here: \S+\n/.test(output)) return;
      hasPaid = true;
      payCheckout(app, output).catch(reject);
    });
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(errors))));
  });
}

/** Installs the package as npm would: built, in node_modules. */
async function installSdk(folder: string): Promise<void> {
  const installed = path.join(folder, 'node_modules/@tillwright/sdk');
  await mkdir(installed, { recursive: true });
  execFileSync(path.join(MODULES, '.bin/tsc'), ['-p', 'packages/sdk', '--outDir', path.join(installed, 'dist')], {
    cwd: ROOT,
  });
  await symlink(path.join(ROOT, 'packages/sdk/package.json'), path.join(installed, 'package.json'));
  for (const name of ['standardwebhooks', '@stablelib', 'fast-sha256'])
    await symlink(path.join(MODULES, name), path.join(folder, 'node_modules', name));
}

test('the program of the quickstart sells, verifies the webhook, refunds, lists and exports', async () => {
  const { app, folder, env } = await createSeller();
  await installSdk(folder);
  await writeFile(path.join(folder, 'quickstart.mjs'), QUICKSTART_PROGRAM);
  const output = await runAndPay(app, { program: process.execPath, args: ['quickstart.mjs'], cwd: folder, env });
  expect(output).toMatch(/^Page: http\S+\/c\/throwing-taller\nPay here: \S+\nPaid: 1 42\n1 \w+\n/);
  expect(output.split('\n').filter((line) => line.includes('ada@example.com'))).toHaveLength(1);
});

test('the curl script of the quickstart sells, verifies the webhook, refunds, lists and exports', async () => {
  const { app, folder, env } = await createSeller();
  const args = ['-eo', 'pipefail', '-c', QUICKSTART_SCRIPT];
  const output = await runAndPay(app, { program: 'bash', args, cwd: folder, env });
  expect(output).toMatch(/^http\S+\/c\/wheel\nPay here: \S+\n\{"id":/);
  expect(output).toContain('"amount":500');
  expect(output.split('\n').filter((line) => line.includes('ada@example.com'))).toHaveLength(1);
});
