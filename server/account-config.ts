import { z } from 'zod';

import type { IdentityProvider, SignInOptions } from '#domain/account.ts';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const text = z.preprocess(blankIsUnset, z.string().optional());
const webAddress = z.preprocess(
  blankIsUnset,
  z
    .string()
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must be an http(s) address')
    .optional(),
);

/** Variables for account protection and for sign-in with identity providers; all optional. */
export const ACCOUNT_ENVIRONMENT = {
  CAPTCHA: z.preprocess(
    blankIsUnset,
    z.enum(['turnstile', 'hcaptcha'], 'must be turnstile or hcaptcha').optional(),
  ),
  CAPTCHA_SITE_KEY: text,
  CAPTCHA_SECRET: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  APPLE_CLIENT_ID: text,
  APPLE_TEAM_ID: text,
  APPLE_KEY_ID: text,
  APPLE_PRIVATE_KEY: text,
  SMS_URL: webAddress,
  SMS_TOKEN: text,
};

type Env = z.infer<z.ZodObject<typeof ACCOUNT_ENVIRONMENT>>;
type Keys = { clientId: string; clientSecret: string };

export type AccountConfig = {
  captcha: (NonNullable<SignInOptions['captcha']> & { secret: string }) | null;
  google: Keys | null;
  github: Keys | null;
  /** `privateKey`: PEM; its line ends may be written as `\n`. */
  apple: { clientId: string; teamId: string; keyId: string; privateKey: string } | null;
  /** Endpoint to which messages are posted: see docs/operations.md. */
  sms: { url: string; token: string | null } | null;
};

/** Variables that only work together. */
const GROUPS: readonly (readonly (keyof Env)[])[] = [
  ['CAPTCHA', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
];

const list = new Intl.ListFormat('en');

/** Finds variable groups that are only partly set, as pairs of a condition and its message. */
export function halfAccounts(env: Env): [boolean, string][] {
  const groups = GROUPS.map((names): [boolean, string] => {
    const given = names.filter((name) => env[name] !== undefined).length;
    return [given > 0 && given < names.length, `${list.format(names)} are only useful together`];
  });
  return [...groups, [Boolean(env.SMS_TOKEN) && !env.SMS_URL, 'SMS_TOKEN is only useful with SMS_URL']];
}

const keysOf = (clientId: string | undefined, clientSecret: string | undefined): Keys | null =>
  clientId && clientSecret ? { clientId, clientSecret } : null;

export function accountConfigOf(env: Env): AccountConfig {
  const { CAPTCHA: kind, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env;
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = env;
  return {
    captcha: kind && siteKey && secret ? { kind, siteKey, secret } : null,
    google: keysOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    github: keysOf(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
    apple:
      APPLE_CLIENT_ID && APPLE_TEAM_ID && APPLE_KEY_ID && APPLE_PRIVATE_KEY
        ? {
            clientId: APPLE_CLIENT_ID,
            teamId: APPLE_TEAM_ID,
            keyId: APPLE_KEY_ID,
            privateKey: APPLE_PRIVATE_KEY.replaceAll('\\n', '\n'),
          }
        : null,
    sms: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN ?? null } : null,
  };
}

export const isConfigured = (accounts: AccountConfig, provider: IdentityProvider): boolean =>
  accounts[provider] !== null;
