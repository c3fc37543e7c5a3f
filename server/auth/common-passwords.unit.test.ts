import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';

import { configFrom } from '#server/config.ts';
import { refuseKnownPassword } from './common-passwords.ts';

const EMAIL = 'margaret.hamilton@example.com';
const refused = { knownPasswords: 'refused' } as const;
const live = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  APP_URL: 'https://shop.example',
  STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
  STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
  ALLOW_EMBEDDED_LIVE: '1',
};

test('rejects passwords that attackers try first, in any spelling', async () => {
  for (const password of [
    '123456789',
    'password1',
    'PassWord',
    'qwertyuiop',
    'iloveyou',
    'letmein1',
    'monkey123',
  ])
    await expect(refuseKnownPassword(refused, password, EMAIL), password).rejects.toMatchObject({
      code: 'weak_password',
      facts: { weak_password: { reasons: ['pwned'] } },
    });
});

/** Minimum of OWASP ASVS 6.2.4, counting only passwords that are long enough to be allowed. */
test('knows more than three thousand passwords of at least eight characters', async () => {
  const known = dictionary['passwords-common'].map(String).filter((password) => password.length >= 8);
  expect(known.length).toBeGreaterThan(3000);
  const taken: string[] = [];
  for (const password of known)
    await refuseKnownPassword(refused, password, EMAIL).then(
      () => taken.push(password),
      () => undefined,
    );
  expect(taken).toEqual([]);
});

test('rejects the site name and the local part of the email address with digits around them', async () => {
  for (const password of [
    'tillwright',
    'Tillwright2026!',
    'margaret.hamilton',
    '1-Margaret.Hamilton-99',
    'CHECKOUT123',
  ])
    await expect(refuseKnownPassword(refused, password, EMAIL), password).rejects.toMatchObject({
      code: 'weak_password',
    });
});

test('accepts any other password, with any kind of characters', async () => {
  for (const password of [
    'brass-till-27',
    'correct horse battery',
    'üöä-ß-漢字-🙂',
    'marmalade margaret harbour',
  ])
    await refuseKnownPassword(refused, password, EMAIL);
  await refuseKnownPassword(refused, 'ada-lovelace-1815', 'ada@example.com');
});

test('rejects known passwords in live mode and where the minimum length is raised to eight', () => {
  const allowed: [Record<string, string>, string][] = [
    [{}, 'allowed'],
    [{ AUTH_MIN_PASSWORD: '7' }, 'allowed'],
    [{ AUTH_MIN_PASSWORD: '8' }, 'refused'],
    [live, 'refused'],
    [{ ...live, STRIPE_SECRET_KEY: 'sk_test_1' }, 'allowed'],
  ];
  for (const [env, expected] of allowed) expect(configFrom(env).knownPasswords).toBe(expected);
});
