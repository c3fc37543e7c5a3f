import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { SIGNED_LINK_SAMPLES } from '#content/signed-link-docs.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { loadSigningSecret, signUrl, signUrlWith } from './signing-secret.ts';

const run = promisify(execFile);
const ORDER_ID = '7f0c6f5e-6d2c-4a0e-9a3e-1f1f1f1f1f1f';
const SECRET = 'twsec_a-secret-for-tests';

test.for([
  ['https://forum.example', 'https://forum.example/?tw_order='],
  ['https://forum.example/join?plan=a%20b&x=1#start', 'https://forum.example/join?plan=a%20b&x=1&tw_order='],
  ['https://forum.example/join?#start', 'https://forum.example/join?tw_order='],
] as const)('appends the order and a signature to %s and keeps the rest', ([url, beginning]) => {
  const signed = signUrlWith(SECRET, url, ORDER_ID);
  expect(signed.startsWith(`${beginning}${ORDER_ID}&tw_sig=`)).toBe(true);
  expect(new URL(signed).searchParams.get('tw_sig')).toMatch(/^[0-9a-f]{64}$/);
  expect(new URL(signed).hash).toBe(new URL(url).hash);
});

test('a seller keeps the secret until they replace it, and no other seller has it', async () => {
  const app = await createTestApp();
  const [seller, other] = [await app.signUpSeller(), await app.signUpSeller()];
  const { secret } = (await seller.rpc('show-signing-secret', {})).body;
  expect(secret).toMatch(/^twsec_[\w-]{43}$/);
  expect((await seller.rpc('show-signing-secret', {})).body.secret).toBe(secret);
  expect((await other.rpc('show-signing-secret', {})).body.secret).not.toBe(secret);
  const sellerId = await sellerIdOf(app, seller);
  const url = 'https://forum.example/join';
  expect(await signUrl(app.context, { sellerId, url, orderId: ORDER_ID })).toBe(signUrlWith(secret, url, ORDER_ID));
  const replaced = (await seller.rpc('replace-signing-secret', {})).body.secret;
  expect(replaced).not.toBe(secret);
  expect(await signUrl(app.context, { sellerId, url, orderId: ORDER_ID })).toBe(signUrlWith(replaced, url, ORDER_ID));
});

test('survives a change of AUTH_SECRET', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { secret } = (await seller.rpc('show-signing-secret', {})).body;
  const webhooks = { platform: 'whsec_platform', connect: 'whsec_connect' };
  const secrets = createSecrets(
    'another secret for tests, long enough',
    webhooks,
    'a secret for tests, long enough for them',
  );
  const { db, realNow } = app.context;
  expect(await loadSigningSecret({ secrets, realNow }, db, await sellerIdOf(app, seller))).toBe(secret);
});

type SampleName = keyof typeof SIGNED_LINK_SAMPLES;

/** Programs that print what the code of each sample returns for a URL. */
const PROGRAMS: Record<SampleName, { command: string; buildArgs: (code: string) => string[] }> = {
  php: {
    command: 'php',
    buildArgs: (code) => ['-r', `${code.replace('<?php', '')}\necho order_of(getenv('SENT')) ?? 'none';`],
  },
  node: {
    command: process.execPath,
    buildArgs: (code) => ['--input-type=module', '-e', `${code}\nconsole.log(orderOf(process.env.SENT) ?? 'none');`],
  },
  python: {
    command: 'python3',
    buildArgs: (code) => ['-c', `${code}\n\nprint(order_of(os.environ["SENT"]) or "none")\n`],
  },
};

/** The samples whose language this machine has; `.ci/run` installs all of them. */
const runnableSamples: SampleName[] = [];
for (const name of Object.keys(SIGNED_LINK_SAMPLES) as SampleName[]) {
  const isInstalled = await run(PROGRAMS[name].command, ['--version']).then(
    () => true,
    () => false,
  );
  if (isInstalled) runnableSamples.push(name);
  else process.stderr.write(`${PROGRAMS[name].command} is not installed, so its sample was not run\n`);
}

test.for(runnableSamples)('the sample code accepts signed URLs and refuses all others in %s', async (name) => {
  const { command, buildArgs } = PROGRAMS[name];
  const args = buildArgs(SIGNED_LINK_SAMPLES[name].code);
  const verify = async (url: string, secret = SECRET): Promise<string> => {
    const env = { ...process.env, SIGNING_SECRET: secret, SENT: url };
    return (await run(command, args, { env })).stdout.trim();
  };
  const toPath = (url: string) => url.slice(new URL(url).origin.length);
  const signed = toPath(signUrlWith(SECRET, 'https://forum.example/join?plan=a%20b', ORDER_ID));
  expect(await verify(signed)).toBe(ORDER_ID);
  expect(await verify(`${signed}&fbclid=1`)).toBe(ORDER_ID);
  expect(await verify(signed, 'twsec_another')).toBe('none');
  expect(await verify(signed.replace('/join', '/course'))).toBe('none');
  expect(await verify(signed.replace(ORDER_ID, ORDER_ID.replace('7f', '8f')))).toBe('none');
  expect(await verify(signed.replace('a%20b', 'b'))).toBe('none');
  expect(await verify('/join')).toBe('none');
});
