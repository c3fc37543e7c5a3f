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

test('passwords that thieves try first are refused, however they are written', async () => {
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

/** The least that OWASP ASVS 6.2.4 takes, of those that are long enough to be anybody's. */
test('more than three thousand of eight letters and more are known', async () => {
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

test('so are the name of the shop and of the mailbox with some digits around them', async () => {
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

test('anything else may be a password, of whatever kind its characters are', async () => {
  for (const password of [
    'brass-till-27',
    'correct horse battery',
    'üöä-ß-漢字-🙂',
    'marmalade margaret harbour',
  ])
    await refuseKnownPassword(refused, password, EMAIL);
  await refuseKnownPassword(refused, 'ada-lovelace-1815', 'ada@example.com');
});

test('known passwords are refused where real money is taken, or where the least length is raised to eight', () => {
  const allowed: [Record<string, string>, string][] = [
    [{}, 'allowed'],
    [{ AUTH_MIN_PASSWORD: '7' }, 'allowed'],
    [{ AUTH_MIN_PASSWORD: '8' }, 'refused'],
    [live, 'refused'],
    [{ ...live, STRIPE_SECRET_KEY: 'sk_test_1' }, 'allowed'],
  ];
  for (const [env, expected] of allowed) expect(configFrom(env).knownPasswords).toBe(expected);
});
