import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';

import { PROOF_SAMPLES } from '#content/license-docs.ts';
import type { LicensePublicKeys } from '#domain/api-resources/license-resources.ts';
import { PROOF_LIFETIME_MS } from '#domain/license-api.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { createSoldLicense } from '#server/testing/licenses.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { rotateProofKey } from './license-proofs.ts';

const run = promisify(execFile);

type PublicKeys = typeof LicensePublicKeys._output;

const fetchPublicKeys = async (app: TestApp): Promise<PublicKeys> =>
  (await (await app.request('/api/v1/licenses/public-key')).json()) as PublicKeys;

type Proven = { proof: unknown; publicKeys: object; key: string; deliverableId: string; fingerprint: string | null };

/** Runs the code of each sample, which prints whether it accepts what is in the environment. */
const PROGRAMS = {
  node: (code: string): [string, string[]] => [
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `${code}\nconst sent = JSON.parse(process.env.SENT);\nconsole.log(isLicensed({ ...sent, fingerprint: sent.fingerprint ?? undefined }));`,
    ],
  ],
  python: (code: string): [string, string[]] => [
    'python3',
    [
      '-c',
      `${code}\nimport os\nsent = json.loads(os.environ["SENT"])\nprint(str(is_licensed(sent["proof"], sent["publicKeys"], sent["key"], sent["deliverableId"], sent["fingerprint"])).lower())`,
    ],
  ],
};
type SampleName = keyof typeof PROGRAMS;

const hasPythonPackage = (): Promise<boolean> =>
  run('python3', ['-c', 'import cryptography']).then(
    () => true,
    () => false,
  );

test.for(Object.keys(PROGRAMS) as SampleName[])(
  'a proof is verified by the documented %s code, and a changed one is not',
  async (name, { skip }) => {
    if (name === 'python' && !(await hasPythonPackage())) {
      const notice = 'python3 with the package cryptography is not installed, so its sample was not run';
      process.stderr.write(`${notice}\n`);
      skip(notice);
    }
    const { app, key, deliverableId, send } = await createSoldLicense();
    await send('activate', { fingerprint: 'laptop' });
    const { proof } = (await send('check', { fingerprint: 'laptop' })).body;
    const proven = { proof, publicKeys: await fetchPublicKeys(app), key, deliverableId, fingerprint: 'laptop' };
    const isAccepted = async (changes: Partial<Proven> = {}): Promise<boolean> => {
      const [command, args] = PROGRAMS[name](PROOF_SAMPLES[name].code);
      const env = { ...process.env, SENT: JSON.stringify({ ...proven, ...changes }) };
      return JSON.parse((await run(command, args, { env })).stdout) as boolean;
    };
    expect(await isAccepted()).toBe(true);
    expect(await isAccepted({ key: key.toLowerCase().replaceAll('-', ' ') })).toBe(true);
    const ofKey = { proof: (await send('check')).body.proof, fingerprint: null };
    expect(await isAccepted(ofKey)).toBe(true);
    const [header = '', claims = '', signature = ''] = String(proof).split('.');
    const changedClaims = Buffer.from(
      Buffer.from(claims, 'base64url').toString().replace('"laptop"', '"phone1"'),
    ).toString('base64url');
    const refused: Partial<Proven>[] = [
      { key: `${key}0` },
      { deliverableId: crypto.randomUUID() },
      { fingerprint: 'phone1' },
      { fingerprint: null },
      { ...ofKey, fingerprint: 'laptop' },
      { proof: `${header}.${changedClaims}.${signature}`, fingerprint: 'phone1' },
      { publicKeys: { keys: [] } },
    ];
    for (const changes of refused) expect([changes, await isAccepted(changes)]).toEqual([changes, false]);
  },
);

test('a proof is a JWT of 14 days, or until the key expires, and names no key', async () => {
  const { app, key, deliverableId, send } = await createSoldLicense();
  const publicKeys = createLocalJWKSet(await fetchPublicKeys(app));
  const verify = async () => {
    const { body } = await send('check');
    return (await jwtVerify(String(body.proof), publicKeys, { currentDate: app.context.now() })).payload;
  };
  const payload = await verify();
  expect(payload).toMatchObject({ iss: 'http://localhost:3000', deliverableId, state: 'active' });
  expect(Object.keys(payload).toSorted()).toEqual(['deliverableId', 'exp', 'iat', 'iss', 'keyHash', 'state']);
  expect(Number(payload.exp) - Number(payload.iat)).toBe(PROOF_LIFETIME_MS / 1000);
  expect(JSON.stringify(payload)).not.toContain(key.slice(-5));
  const early = await createSoldLicense({ expiresAt: new Date(app.context.now().getTime() + DAY_MS) });
  const { proof } = (await early.send('check')).body;
  const claims = JSON.parse(Buffer.from(String(proof).split('.')[1] ?? '', 'base64url').toString()) as {
    exp: number;
    iat: number;
  };
  expect(claims.exp - claims.iat).toBeLessThanOrEqual(DAY_MS / 1000);
});

test('a replaced key stays public until its proofs have expired', async () => {
  const { app, send } = await createSoldLicense({}, { freezeClock: true });
  const [first] = (await fetchPublicKeys(app)).keys;
  expect(first).toEqual({ kty: 'OKP', crv: 'Ed25519', x: first?.x, kid: first?.kid, alg: 'EdDSA', use: 'sig' });
  const readKid = async (): Promise<unknown> => {
    const [header = ''] = String((await send('check')).body.proof).split('.');
    return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
  };
  expect(await readKid()).toBe(first?.kid);
  app.advance(1000);
  await rotateProofKey(app.context);
  const rotated = (await fetchPublicKeys(app)).keys;
  expect(rotated.map(({ kid }) => kid)).toEqual([await readKid(), first?.kid]);
  app.advance(PROOF_LIFETIME_MS);
  expect((await fetchPublicKeys(app)).keys).toEqual([rotated[0]]);
});
