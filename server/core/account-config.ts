import { z } from 'zod';

import type { IdentityProvider, SignInOptions } from '#domain/account.ts';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optionalText = z.preprocess(blankIsUnset, z.string().optional());
const optionalUrl = z.preprocess(
  blankIsUnset,
  z
    .string()
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must be an http(s) address')
    .optional(),
);

/** Variables for account protection and for sign-in with identity providers; all optional. */
export const ACCOUNT_ENVIRONMENT = {
  CAPTCHA: z.preprocess(blankIsUnset, z.enum(['turnstile', 'hcaptcha'], 'must be turnstile or hcaptcha').optional()),
  CAPTCHA_SITE_KEY: optionalText,
  CAPTCHA_SECRET: optionalText,
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GITHUB_CLIENT_ID: optionalText,
  GITHUB_CLIENT_SECRET: optionalText,
  APPLE_CLIENT_ID: optionalText,
  APPLE_TEAM_ID: optionalText,
  APPLE_KEY_ID: optionalText,
  APPLE_PRIVATE_KEY: optionalText,
  SMS_URL: optionalUrl,
  SMS_TOKEN: optionalText,
};

type Env = z.infer<z.ZodObject<typeof ACCOUNT_ENVIRONMENT>>;
type OAuthCredentials = { clientId: string; clientSecret: string };

export type AccountConfig = {
  captcha: (NonNullable<SignInOptions['captcha']> & { secret: string }) | null;
  google: OAuthCredentials | null;
  github: OAuthCredentials | null;
  /** `privateKey`: PEM; its line ends may be written as `\n`. */
  apple: { clientId: string; teamId: string; keyId: string; privateKey: string } | null;
  /** Endpoint to which messages are posted: see docs/operations.md. */
  sms: { url: string; token: string | null } | null;
};

/** Variables that only work together. */
const VARIABLE_GROUPS: readonly (readonly (keyof Env)[])[] = [
  ['CAPTCHA', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
];

const listFormat = new Intl.ListFormat('en');

/** Finds variable groups that are only partly set, as pairs of a condition and its message. */
export function findIncompleteGroups(env: Env): [boolean, string][] {
  const groups = VARIABLE_GROUPS.map((variables): [boolean, string] => {
    const setCount = variables.filter((name) => env[name] !== undefined).length;
    return [setCount > 0 && setCount < variables.length, `${listFormat.format(variables)} are only useful together`];
  });
  return [...groups, [Boolean(env.SMS_TOKEN) && !env.SMS_URL, 'SMS_TOKEN is only useful with SMS_URL']];
}

const credentialsOf = (clientId: string | undefined, clientSecret: string | undefined): OAuthCredentials | null =>
  clientId && clientSecret ? { clientId, clientSecret } : null;

export function toAccountConfig(env: Env): AccountConfig {
  const { CAPTCHA: kind, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env;
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = env;
  return {
    captcha: kind && siteKey && secret ? { kind, siteKey, secret } : null,
    google: credentialsOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    github: credentialsOf(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
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
