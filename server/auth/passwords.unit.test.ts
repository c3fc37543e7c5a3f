import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';

import { assertPasswordNotCommon } from './passwords.ts';

const EMAIL = 'margaret.hamilton@example.com';
const rejectingConfig = { commonPasswords: 'refused' } as const;
const liveEnv = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  APP_URL: 'https://shop.example',
  STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
  STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
  DATABASE_URL: 'postgres://db.example/shop',
  AUTH_SECRET: 'a secret that is as long as it must be',
};

test('rejects passwords that attackers try first, in any spelling', async () => {
  for (const password of ['123456789', 'password1', 'PassWord', 'qwertyuiop', 'iloveyou', 'letmein1', 'monkey123'])
    await expect(assertPasswordNotCommon(rejectingConfig, password, EMAIL), password).rejects.toMatchObject({
      code: 'weak_password',
      facts: { weak_password: { reasons: ['pwned'] } },
    });
});

/** Minimum of OWASP ASVS 6.2.4, counting only passwords that are long enough to be allowed. */
test('knows more than three thousand passwords of at least eight characters', async () => {
  const knownPasswords = dictionary['passwords-common'].map(String).filter((password) => password.length >= 8);
  expect(knownPasswords.length).toBeGreaterThan(3000);
  const rejectedPasswords: string[] = [];
  for (const password of knownPasswords)
    await assertPasswordNotCommon(rejectingConfig, password, EMAIL).then(
      () => rejectedPasswords.push(password),
      () => undefined,
    );
  expect(rejectedPasswords).toEqual([]);
});

test('rejects the site name and the local part of the email address with digits around them', async () => {
  for (const password of [
    'tillwright',
    'Tillwright2026!',
    'margaret.hamilton',
    '1-Margaret.Hamilton-99',
    'CHECKOUT123',
  ])
    await expect(assertPasswordNotCommon(rejectingConfig, password, EMAIL), password).rejects.toMatchObject({
      code: 'weak_password',
    });
});

test('accepts any other password, with any kind of characters', async () => {
  for (const password of ['brass-till-27', 'correct horse battery', 'üöä-ß-漢字-🙂', 'marmalade margaret harbour'])
    await assertPasswordNotCommon(rejectingConfig, password, EMAIL);
  await assertPasswordNotCommon(rejectingConfig, 'ada-lovelace-1815', 'ada@example.com');
});

test('rejects known passwords in live mode and where the minimum length is raised to eight', () => {
  const cases: [Record<string, string>, string][] = [
    [{}, 'allowed'],
    [{ AUTH_MIN_PASSWORD: '7' }, 'allowed'],
    [{ AUTH_MIN_PASSWORD: '8' }, 'refused'],
    [liveEnv, 'refused'],
    [{ ...liveEnv, STRIPE_SECRET_KEY: 'sk_test_1' }, 'allowed'],
  ];
  for (const [env, expected] of cases) expect(parseConfig(env).commonPasswords).toBe(expected);
});
